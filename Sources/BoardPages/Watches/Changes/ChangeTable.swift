package import Localisation
package import Records
package import Serving

/// A change as a table, field by field, with former and current values side by side: differences stand out, and the rest is there to
/// compare.
///
/// On a phone, a field's name is above its two values; ARIA roles keep it a table for screen readers.
package struct ChangeTable {
    package let change: Change
    package let schema: Schema
    package let words: Words
    /// Whether unchanged fields are shown too.
    var showsAll = true

    package init(change: Change, schema: Schema, words: Words, showsAll: Bool = true) {
        self.change = change
        self.schema = schema
        self.words = words
        self.showsAll = showsAll
    }

    package var html: HTML {
        let moved = ChangeSummary(change, schema).lines.compactMap { line in line.step.map { (line.field.name, $0) } }
        let steps = Dictionary(moved) { first, _ in first }
        let rows = schema.fields.indices.compactMap { row($0, steps) }
        return """
            <table class="change-table is-\(change.kind.rawValue)" role="table"><thead><tr role="row"><th scope="col" role="columnheader">\
            \(words("Field"))</th>\
            <th scope="col" role="columnheader">\(words("Before"))</th><th scope="col" role="columnheader">\(words("After"))</th></tr>\
            </thead>\
            <tbody>\(rows)</tbody></table>
            """
    }

    private func row(_ index: Int, _ steps: [String: ChangeSummary.Step]) -> HTML? {
        let field = schema.fields[index]
        let (before, after) = (change.before?.values[at: index], change.after?.values[at: index])
        let differs = before != after
        guard before != nil || after != nil, differs || showsAll else { return nil }
        let isMarked = differs && change.kind == .altered
        func cell(_ value: Value?, _ isThere: Bool, isNew: Bool) -> HTML {
            let shown: HTML =
                isThere ? value.map { self.shown($0, field) } ?? #"<span class="absent">\#(words("empty"))</span>"# : "–"
            let marked: HTML = !isMarked ? shown : isNew ? "<ins>\(shown)</ins>" : "<del>\(shown)</del>"
            return #"<td role="cell">\#(marked)</td>"#
        }
        let step = isMarked ? steps[field.name] : nil
        let note = step.map { #"<small class="change-step">\#($0.text(words))</small>"# } as HTML?
        return """
            <tr role="row"\(isMarked ? #" class="is-changed""# : nil as HTML?)><th scope="row" role="rowheader">\(field.label)\(note)</th>\
            \(cell(before, change.before != nil, isNew: false))\(cell(after, change.after != nil, isNew: true))</tr>
            """
    }

    /// Times in full instead of relative, because two of them are compared.
    private func shown(_ value: Value, _ field: Field) -> HTML {
        guard case .timestamp(let time) = value else { return ValueView(words).plain(value.shortened(to: Value.amongOthers), of: field) }
        return #"<time datetime="\#(time.description)">\#(words.dateTime(time))</time>"#
    }
}
