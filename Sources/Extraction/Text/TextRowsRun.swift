import Records

/// One plain text while it arrives: bytes in, records out, line by line if the pattern is for lines.
final class TextRowsRun: ExtractionRun {
    private let plan: TextRows
    private var input: TextInput
    private var buffer: [UInt8] = []
    /// How far the buffer has been searched for a line end.
    private var searched = 0
    private var isAfterReturn = false
    private var line = 0
    private var rows = 0
    private var texts = HeldTexts()
    private(set) var notes = ReadingNotes()

    init(plan: TextRows, _ hints: DocumentHints) {
        self.plan = plan
        input = TextInput(plan.encoding, hints)
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        buffer += try input.decode(bytes)
        if plan.span == .line { try readLines(receive) }
        let limit = plan.span == .line ? TextLimits.lineBytes : TextLimits.documentBytes
        guard buffer.count <= limit else {
            throw ExtractionError(
                .limit,
                plan.span == .line ? "line \(line + 1) is longer than \(limit >> 20) MB" : "the text is longer than \(limit >> 20) MB")
        }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        buffer += try input.finish()
        if plan.span == .line {
            try readLines(receive)
            if !buffer.isEmpty { try parse(buffer, receive) }
        } else {
            try readDocument(receive)
        }
        guard rows > 0 else {
            if line == 0, buffer.isEmpty { throw ExtractionError(.truncated, "the document is empty") }
            throw ExtractionError(.noRows, "no row was found: nothing in the text matches \(plan.rows)")
        }
    }

    /// Lines end with LF, CR or both.
    private func readLines(_ receive: (Extracted) throws -> Void) throws {
        var start = 0
        var at = searched
        while at < buffer.count {
            let byte = buffer[at]
            if byte == UInt8(ascii: "\n"), isAfterReturn, at == start {
                start = at + 1
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                try parse(Array(buffer[start..<at]), receive)
                start = at + 1
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
            at += 1
        }
        buffer.removeFirst(start)
        searched = buffer.count
    }

    private func parse(_ text: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        line += 1
        if let groups = try match(in: text, from: 0) {
            try receive(try row(groups, in: text, "line \(line)"))
        } else if plan.isStrict, text.contains(where: { $0 > 0x20 }) {
            let shown = String(decoding: text, as: UTF8.self).prefix(60)
            throw ExtractionError(.row, "line \(line) does not match \(plan.rows): “\(shown)”")
        }
    }

    private func readDocument(_ receive: (Extracted) throws -> Void) throws {
        var start = 0
        while start < buffer.count, let groups = try match(in: buffer, from: start), let whole = groups[0] {
            if whole.isEmpty {
                // An empty match isn't a row; continues after the next character.
                start = whole.upperBound + 1
                while start < buffer.count, buffer[start] & 0xC0 == 0x80 { start += 1 }
            } else {
                try receive(try row(groups, in: buffer, "match \(rows + 1)"))
                start = whole.upperBound
            }
        }
    }

    private func match(in text: [UInt8], from start: Int) throws -> [Range<Int>?]? {
        do { return try plan.rows.match(in: text, from: start) } catch {
            throw ExtractionError(.limit, plan.span == .line ? "line \(line): \(error)" : "\(error)")
        }
    }

    private func row(_ groups: [Range<Int>?], in text: [UInt8], _ place: String) throws -> Extracted {
        guard rows < RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
        var values: [Value?] = []
        for (field, numbers) in zip(plan.schema.fields, plan.groups) {
            let range = numbers.lazy.compactMap { groups[$0] }.first
            do {
                let value =
                    numbers.isEmpty
                    ? nil
                    : try field.value(
                        from: range.map { String(decoding: text[$0], as: UTF8.self) } ?? "", counting: &notes)
                values.append(try texts.hold(value))
            } catch let error as FieldError {
                throw ExtractionError(error, in: "row \(rows + 1) (\(place))")
            }
        }
        rows += 1
        return .final(row: rows - 1, Record(values))
    }
}

/// Limits of plain text from a source.
enum TextLimits {
    static let lineBytes = 1 << 20
    static let documentBytes = 16 << 20
}
