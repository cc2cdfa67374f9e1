package import Records

/// Consecutive records of a fixed form, from a document or a stream: `frames: { words: { bytes: 4, order: big } }` for whole numbers, or
/// `frames: { lines: '^(?<name>\w+) (?<level>\d+)$' }` for delimited texts.
///
/// A document that ends inside a word or a line is truncated. `with` sets fields that the source doesn't send: a stream of one number has
/// no name of its own.
package struct FrameRows: Extractor {
    package static let name = "frames"
    package static let about = "words of a fixed size, or delimited lines, from a document or a stream"
    package static let readsStreams = true

    enum Order: String, CaseIterable, Sendable { case big, little }

    /// A fixed-size integer.
    struct Word: Sendable {
        var size = 4
        var order = Order.big
        var isSigned = false
        /// The index of its field in the schema.
        var field = 0
    }

    enum Form: Sendable {
        case word(Word)
        /// For each field of the schema, its groups in the pattern.
        case line(Pattern, groups: [[Int]], end: UInt8)
    }

    let form: Form
    let schema: Schema
    /// For each field, its value if the board file sets it.
    let given: [Value?]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["words", "lines", "ends", "with"])
        self.schema = schema
        given = try Self.given(keys["with"], schema)
        let open = schema.fields.indices.filter { [given] index in given[index] == nil }
        switch (keys["words"], keys["lines"]) {
        case (let words?, nil):
            if let ends = keys["ends"] { throw ends.error("'ends' is for lines") }
            form = .word(try Self.word(words, schema, open))
        case (nil, let lines?):
            form = .line(
                try lines.pattern(), groups: try Self.groups(lines, try lines.pattern(), schema, open), end: try Self.end(keys["ends"]))
        default:
            throw options.error("either 'words' or 'lines' is expected: words: { bytes: 4, order: big }")
        }
    }

    private static func given(_ declaration: Declaration?, _ schema: Schema) throws(DeclarationError) -> [Value?] {
        var given = [Value?](repeating: nil, count: schema.fields.count)
        for entry in try declaration?.entries() ?? [] {
            guard let index = schema.index(of: entry.key) else {
                throw entry.value.error("there is no field '\(entry.key)' under 'fields' of the board")
            }
            let text = try entry.value.text()
            do { given[index] = try schema.fields[index].value(from: text) } catch { throw entry.value.error("\(error)") }
        }
        return given
    }

    private static func word(_ declaration: Declaration, _ schema: Schema, _ open: [Int]) throws(DeclarationError) -> Word {
        let keys = try declaration.entries(knowing: ["bytes", "order", "signed", "field"])
        var word = Word()
        guard let bytes = keys["bytes"], let size = Int(try bytes.text()), (1...8).contains(size) else {
            throw (keys["bytes"] ?? declaration).error("'bytes', a number from 1 to 8, is expected: how long a word is")
        }
        word.size = size
        if let order = keys["order"] {
            word.order = try order.choice(Order.self)
        } else if size > 1 {
            throw declaration.error("'order' is missing: big or little, the end that comes first")
        }
        word.isSigned = try keys["signed"]?.flag() ?? false
        if let field = keys["field"] {
            let name = try field.text()
            guard let index = schema.index(of: name), open.contains(index) else { throw field.error("there is no field '\(name)' to fill") }
            word.field = index
        } else {
            let wanted = open.filter { !schema.fields[$0].isOptional }
            guard let index = wanted.count == 1 ? wanted[0] : open.count == 1 ? open[0] : nil else {
                throw declaration.error("a word fills one field; name it under 'field' and give the others under 'with'")
            }
            word.field = index
        }
        if let missing = open.first(where: { $0 != word.field && !schema.fields[$0].isOptional }) {
            throw declaration.error("the field '\(schema.fields[missing].name)' is never read; give it under 'with' or make it optional")
        }
        return word
    }

    private static func groups(
        _ declaration: Declaration, _ pattern: Pattern, _ schema: Schema, _ open: [Int]
    ) throws(DeclarationError) -> [[Int]] {
        for (name, _) in pattern.groupNames where !open.contains(where: { schema.fields[$0].name == name }) {
            throw declaration.error("there is no field '\(name)' to fill")
        }
        var groups = [[Int]](repeating: [], count: schema.fields.count)
        for index in open {
            groups[index] = pattern.groupNames.filter { $0.name == schema.fields[index].name }.map(\.number)
            guard !groups[index].isEmpty || schema.fields[index].isOptional else {
                throw declaration.error(
                    "the field '\(schema.fields[index].name)' is never read; give it a group (?<\(schema.fields[index].name)>…)")
            }
        }
        return groups
    }

    /// The terminator of a line: a line feed, or another ASCII character.
    private static func end(_ declaration: Declaration?) throws(DeclarationError) -> UInt8 {
        guard let declaration else { return UInt8(ascii: "\n") }
        let named: [String: UInt8] = ["line": 0x0A, "return": 0x0D, "zero": 0, "tab": 0x09]
        let text = try declaration.text()
        if let byte = named[text] { return byte }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80 else {
            throw declaration.error("one character is expected, or: line, return, zero, tab")
        }
        return byte
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { FrameRowsRun(plan: self, isEndless: hints.isEndless) }
}
