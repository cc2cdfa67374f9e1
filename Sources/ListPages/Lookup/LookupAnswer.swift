import BoardPages
import Localisation
import Records
import Serving

/// The result of a lookup: every row of the number in the document's order, that there is none, or the rows found so far.
///
/// "Not found" is shown only after a complete reading of the list.
struct LookupAnswer {
    let words: Words

    private var shown: ValueView { ValueView(words) }

    func html(_ model: LookupModel) -> HTML {
        let label = words.inSentence(model.field.label)
        guard let rows = model.rows else { return open(words.html("Enter your \(label) to see its row here.")) }
        if !rows.isEmpty { return ticket(rows, model) }
        if model.isRunning {
            return open(
                words.html("\("<bdi>\(model.needle)</bdi>" as HTML) hasn’t appeared yet."),
                note: model.updated.map { words.html("It wasn’t on the list at the last check, \(shown.time($0)).") })
        }
        if model.updated == nil { return open(words.html("Not known yet: the list hasn’t been read completely.")) }
        let lookedFor = words.html(
            "\("<bdi>\(model.needle)</bdi>" as HTML) isn’t among the list’s \(model.source.recordCount) rows.")
        return """
            <div class="answer"><p class="answer-sentence">\(words("This \(label) isn’t on the list."))</p>\
            <p class="answer-note figures">\(lookedFor)</p></div>
            """
    }

    private func open(_ sentence: HTML, note: HTML? = nil) -> HTML {
        let note = note.map { #"<p class="answer-note">\#($0)</p>"# } as HTML?
        return #"<div class="answer is-open"><p class="answer-sentence">\#(sentence)</p>\#(note)</div>"#
    }

    private func ticket(_ rows: [FoundRow], _ model: LookupModel) -> HTML {
        let list = rows.map { row($0, model) }
        return """
            <div class="ticket"><p class="ticket-stub">\(model.field.label) <bdi class="ticket-number">\(model.needle)</bdi></p>\
            <div class="ticket-cut"></div><ol>\(list)</ol></div>
            """
    }

    /// The first field other than the number is the status; the others are below it with their labels.
    private func row(_ row: FoundRow, _ model: LookupModel) -> HTML {
        let places = model.schema.fields.indices.filter { model.schema.fields[$0].name != model.field.name }
        let headline = places.first.map { place -> HTML in
            #"<p class="ticket-status">\#(shown.html(row.record.values[at: place], of: model.schema.fields[place]))</p>"#
        }
        let facts = places.dropFirst().map { place -> HTML in
            let field = model.schema.fields[place]
            return FactList.fact(field.label, shown.html(row.record.values[at: place], of: field))
        }
        let pill = row.isProvisional ? #"<p class="pill">\#(words("confirming"))</p>"# : nil as HTML?
        return """
            <li class="ticket-row\(row.isProvisional ? " is-provisional" : nil as HTML?)">\(headline)\
            \(facts.isEmpty ? nil : #"<dl class="ticket-facts">\#(facts)</dl>"# as HTML?)\(pill)</li>
            """
    }
}
