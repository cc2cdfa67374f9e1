import BoardPages
import Localisation
import Records
import Serving

/// The first rows of a board that doesn't exist yet, as a preview.
struct RowsTable: Sendable {
    let fields: [Field]
    let rows: [Record]
    let words: Words
    private var values: ValueView { ValueView(words) }

    init(_ schema: Schema, _ rows: [Record], _ words: Words) { (fields, self.rows, self.words) = (schema.fields, rows, words) }

    /// A group, because a region would be a second landmark with the name of its section.
    ///
    /// - Parameter id: The id of the heading that labels it.
    func html(titled id: String) -> HTML {
        let heads = fields.map { #"<th scope="col"\#(style($0))><span>\#($0.label)</span></th>"# as HTML }
        let lines = rows.map { record in
            let cells = fields.indices.map { place -> HTML in
                let value = record.values[at: place].map { values.plain($0, of: fields[place]) }
                return "<td\(style(fields[place]))>\(value ?? ValueView.absent)</td>"
            }
            return "<tr>\(cells)</tr>\n" as HTML
        }
        return """
            <div class="table-box" role="group" tabindex="0" aria-labelledby="\(id)">\
            <table class="table"><thead><tr>\(heads)</tr></thead><tbody>\(lines)</tbody></table></div>
            """
    }

    private func style(_ field: Field) -> HTML? { [.number, .money].contains(field.kind) ? #" class="is-number""# : nil }
}
