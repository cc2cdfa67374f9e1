import Records

/// One document or stream while it arrives: holds at most the beginning of one word or line.
final class FrameRowsRun: ExtractionRun {
    private let plan: FrameRows
    private let isEndless: Bool
    /// The beginning of an incomplete word or line.
    private var begun: [UInt8] = []
    /// Words or lines so far.
    private var frames = 0
    private var rows = 0
    private var texts = HeldTexts()
    private(set) var notes = ReadingNotes()

    /// Limit of a line in bytes. A stream may have thousands of buffered and stored records, as many as its source sends.
    private var lineBytes: Int { isEndless ? 4 << 10 : 64 << 10 }

    init(plan: FrameRows, isEndless: Bool) {
        self.plan = plan
        self.isEndless = isEndless
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        switch plan.form {
        case .word(let word): try readWords(word, bytes, receive)
        case .line(let pattern, let groups, let end): try readLines(pattern, groups, end, bytes, receive)
        }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        guard begun.isEmpty else {
            switch plan.form {
            case .word(let word):
                throw ExtractionError(.truncated, "ends after \(begun.count) of the \(word.size) bytes of word \(frames + 1)")
            case .line: throw ExtractionError(.truncated, "ends inside line \(frames + 1)")
            }
        }
        guard frames > 0 else { throw ExtractionError(.truncated, "the document is empty") }
        guard rows > 0 else { throw ExtractionError(.noRows, "no row was found: no line matches the pattern") }
    }

    private func readWords(_ word: FrameRows.Word, _ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        let bytes = begun.isEmpty ? bytes : begun + bytes
        begun = []
        var at = 0
        while at + word.size <= bytes.count {
            frames += 1
            try accept(word.text(of: bytes[at..<at + word.size]), into: word.field, receive)
            at += word.size
        }
        begun = Array(bytes[at...])
    }

    private func accept(_ text: String, into index: Int, _ receive: (Extracted) throws -> Void) throws {
        var values = plan.given
        do { values[index] = try plan.schema.fields[index].value(from: text, counting: &notes) } catch {
            throw ExtractionError(error, in: "word \(frames)")
        }
        try hand(values, receive)
    }

    private func readLines(
        _ pattern: Pattern, _ groups: [[Int]], _ end: UInt8, _ bytes: [UInt8], _ receive: (Extracted) throws -> Void
    ) throws {
        var start = 0
        while let stop = bytes[start...].firstIndex(of: end) {
            let line = begun + bytes[start..<stop]
            begun = []
            start = stop + 1
            frames += 1
            try accept(line, pattern, groups, end, receive)
        }
        begun += bytes[start...]
        guard begun.count <= lineBytes else { throw tooLong() }
    }

    private func accept(
        _ line: [UInt8], _ pattern: Pattern, _ groups: [[Int]], _ end: UInt8, _ receive: (Extracted) throws -> Void
    ) throws {
        guard line.count <= lineBytes else { throw tooLong() }
        var line = line
        if end == UInt8(ascii: "\n"), line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard String(validating: line, as: UTF8.self) != nil else { throw ExtractionError(.damaged, "line \(frames) is not UTF-8") }
        let found: [Range<Int>?]?
        do { found = try pattern.match(in: line) } catch { throw ExtractionError(.limit, "line \(frames): \(error)") }
        guard let found else { return }
        var values = plan.given
        for (index, field) in plan.schema.fields.enumerated() where !groups[index].isEmpty {
            let range = groups[index].lazy.compactMap { found[$0] }.first
            do {
                values[index] = try field.value(from: range.map { String(decoding: line[$0], as: UTF8.self) } ?? "", counting: &notes)
            } catch {
                throw ExtractionError(error, in: "line \(frames)")
            }
        }
        try hand(values, receive)
    }

    private func tooLong() -> ExtractionError {
        ExtractionError(.limit, "line \(frames + (begun.isEmpty ? 0 : 1)) is longer than \(lineBytes >> 10) KB")
    }

    /// A stream has no end, so none of its texts are held and no counter approaches a limit.
    private func hand(_ values: [Value?], _ receive: (Extracted) throws -> Void) throws {
        var values = values
        if !isEndless {
            guard rows < RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
            for index in values.indices { values[index] = try texts.hold(values[index]) }
        }
        rows += 1
        try receive(.final(row: rows - 1, Record(values)))
    }
}

extension FrameRows.Word {
    /// The number in decimal digits, because eight bytes exceed the precision of a floating-point number.
    func text(of bytes: ArraySlice<UInt8>) -> String {
        var bits: UInt64 = 0
        for byte in order == .big ? Array(bytes) : bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        guard isSigned else { return String(bits) }
        let unused = 64 - 8 * size
        return String(Int64(bitPattern: bits << unused) >> unused)
    }
}
