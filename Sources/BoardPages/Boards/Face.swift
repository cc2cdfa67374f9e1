import Boards
package import Records
package import Serving

/// The placeholder for a record's picture: its initials on a coloured ground, the same for the same name everywhere.
package struct Face: Hashable, Sendable {
    /// One or two letters.
    let initials: String
    /// 0…11: a hue in the style sheet, `tone-0` to `tone-11`.
    package let tone: Int

    static let toneCount: UInt64 = 12

    package init(_ name: String) {
        let all = name.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
        // Words that begin with a digit are used only if there are no others.
        let named = all.filter { $0.first?.isLetter == true }
        let words = named.isEmpty ? all.filter { $0.first?.isNumber == true } : named
        let first = words.first?.first.map { String($0) } ?? "?"
        // In scripts without case, one letter is enough: two ideographs would be half a name.
        let last = words.count > 1 && words[0].first?.isCased == true ? words.last?.first.map { String($0) } ?? "" : ""
        initials = (first + last).uppercased()
        tone = Int(Fingerprint(name).value % Self.toneCount)
    }

    /// The picture covers the initials, which show until it has loaded, or if it never does.
    package func html(_ picture: String?) -> HTML {
        html(over: picture.map { #"<img src="\#($0)" alt="" decoding="async">"# })
    }

    /// In a row among many, a script loads the picture when needed (`list-pictures.js`); otherwise the browser does.
    package func html(inRow picture: String?, isForScript: Bool) -> HTML {
        html(
            over: picture.map { picture in
                let plain: HTML = #"<noscript><img src="\#(picture)" alt="" loading="lazy" decoding="async"></noscript>"#
                return #"<img data-src="\#(picture)" alt="" decoding="async">\#(isForScript ? nil : plain)"#
            })
    }

    private func html(over image: HTML?) -> HTML {
        #"<span class="face tone-\#(tone)" aria-hidden="true">\#(initials)\#(image)</span>"#
    }
}

/// The roles of a board's fields: a row's name (`Schema.headingFields`), its picture, and its notes.
package struct RecordShape: Sendable {
    package let schema: Schema
    /// Indices in the schema's fields.
    package let name: Int
    package let picture: Int?
    package let notes: [Int]

    package init(_ schema: Schema) {
        self.schema = schema
        let fields = schema.fields
        let name = schema.headingFields.first { !fields[$0].mayBeMissing } ?? schema.headingFields.first ?? 0
        self.name = name
        picture = fields.firstIndex { $0.kind == .image }
        notes = fields.indices.filter { $0 != name && !fields[$0].isKey && fields[$0].kind != .image }
    }

    package var pictureField: Field? { picture.map { schema.fields[$0] } }

    package func name(of record: Record) -> String { record.values[name]?.text ?? "" }

    /// The picture's published address.
    package func picture(of record: Record) -> String? { picture.flatMap { record.values[$0]?.text } }

    /// The record's searchable text, folded.
    package func searched(_ record: Record) -> String { SearchText.folded(searchedText(record)) }

    /// All fields except pictures.
    package var searchedFields: Set<Int> { Set(schema.fields.indices.filter { schema.fields[$0].kind != .image }) }

    package func searchedText(_ record: Record) -> String {
        let texts = schema.fields.indices.filter { schema.fields[$0].kind != .image }.compactMap { record.values[$0]?.text }
        return texts.joined(separator: " ")
    }
}

extension Board {
    package var shape: RecordShape { RecordShape(schema) }
}
