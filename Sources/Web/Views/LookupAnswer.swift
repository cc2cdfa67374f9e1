import Records

/// What the person came for: every row of their number in the document's order, or that there is none, or what is known so far.
///
/// "Not found" is said only of a list that was read to its end.
enum LookupAnswer {
    static func html(_ model: LookupModel) -> HTML {
        guard let rows = model.rows else { return open(Words.nothingAsked(model.field.label.lowercased())) }
        if !rows.isEmpty { return ticket(rows, model) }
        if model.isRunning {
            return open(Words.notSeenSoFar(model.needle), note: model.updated.map { Words.notInTheLast($0) })
        }
        if model.updated == nil { return open(Words.notKnown) }
        return """
            <div class="answer"><p class="answer-sentence">\(Words.notFound(model.field.label.lowercased()))</p>\
            <p class="answer-note figures">\(Words.lookedFor(model.needle, in: model.source.recordCount))</p></div>
            """
    }

    private static func open(_ sentence: HTML, note: HTML? = nil) -> HTML {
        let note = note.map { "<p class=\"answer-note\">\($0)</p>" } as HTML?
        return "<div class=\"answer is-open\"><p class=\"answer-sentence\">\(sentence)</p>\(note)</div>"
    }

    private static func ticket(_ rows: [FoundRow], _ model: LookupModel) -> HTML {
        let list = rows.map { row($0, model) }
        return """
            <div class="ticket"><p class="ticket-stub">\(model.field.label) <bdi class="ticket-number">\(model.needle)</bdi></p>\
            <div class="ticket-cut"></div><ol>\(list)</ol></div>
            """
    }

    /// The first field that is not the number itself says what is the matter; the others stand below it with their labels.
    private static func row(_ row: FoundRow, _ model: LookupModel) -> HTML {
        let shown = model.schema.fields.indices.filter { model.schema.fields[$0].name != model.field.name }
        let headline = shown.first.map { "<p class=\"ticket-status\">\(ValueView.html(row.record.values[at: $0]))</p>" } as HTML?
        let facts = shown.dropFirst().map { place -> HTML in
            "<div><dt>\(model.schema.fields[place].label)</dt><dd>\(ValueView.html(row.record.values[at: place], of: model.schema.fields[place]))</dd></div>"
        }
        let pill = row.isProvisional ? "<p class=\"pill\">\(Words.beingConfirmed)</p>" : nil as HTML?
        return """
            <li class="ticket-row\(row.isProvisional ? " is-provisional" : nil as HTML?)">\(headline)\
            \(facts.isEmpty ? nil : "<dl class=\"ticket-facts\">\(facts)</dl>" as HTML?)\(pill)</li>
            """
    }

    enum Words {
        static let beingConfirmed = "being confirmed"
        static let notKnown: HTML = "Not known yet: the list has not been read to its end."

        static func nothingAsked(_ label: String) -> HTML { "Enter your \(label), and its line appears here." }
        static func notSeenSoFar(_ needle: String) -> HTML { "No line of <bdi>\(needle)</bdi> so far." }
        static func notInTheLast(_ time: Timestamp) -> HTML {
            "It was not in the list when it was last read, \(ValueView.time(time, Wording.dateTime(time)))."
        }
        static func notFound(_ label: String) -> HTML { "This \(label) is not found." }
        static func lookedFor(_ needle: String, in count: Int) -> HTML {
            "<bdi>\(needle)</bdi> is not among the \(Wording.plural(count, "row", "rows")) of the list."
        }
    }
}

extension [Value?] {
    /// The value at a place of the schema; nil for a record that is shorter than its schema.
    subscript(at place: Int) -> Value? { indices.contains(place) ? self[place] : nil }
}
