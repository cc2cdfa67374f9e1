/// Parses delimited text in UTF-8, in chunks of any size, to rows, each as soon as its line has ended: RFC 4180 with any separator.
///
/// A quote at the beginning of a cell opens it: separators and line ends inside are text, and a doubled quote is one quote. Lines end with
/// LF, CR or both; blank ones are skipped. Cells without quotes may contain anything else. Memory is one row. Throws `ExtractionError` with
/// the line: `damaged` for text after a closing quote, `truncated` for an unclosed quote, `limit` from `DelimitedLimits`.
package struct DelimitedReader {
    /// A row: the bytes that contain it, and the ranges of its cells, relative to its first byte.
    package struct Row {
        package struct Cell {
            var start: Int
            var end: Int
            /// It contains doubled quotes.
            var isEscaped: Bool
        }

        fileprivate var bytes: [UInt8] = []
        fileprivate var base = 0
        package fileprivate(set) var cells: [Cell] = []
        /// The line on which it begins, base 1.
        package fileprivate(set) var line = 1
        /// Its line is terminated. Only the last line may be unterminated.
        fileprivate(set) var isEnded = true

        fileprivate let quote: UInt8?
        fileprivate let escape: UInt8?
        fileprivate var separator: UInt8?

        /// Several cells as one, including their separators.
        func text(_ cells: ClosedRange<Int>) -> String {
            cells.map { text($0) }.joined(separator: separator.map { String(UnicodeScalar($0)) } ?? "")
        }

        /// The bytes of a cell, valid during the call; nil if they differ from its text because of doubled quotes.
        func withBytes<Result>(_ index: Int, _ read: (UnsafeBufferPointer<UInt8>) throws -> Result?) rethrows -> Result? {
            let cell = cells[index]
            guard !cell.isEscaped else { return nil }
            return try bytes.withUnsafeBufferPointer { try read(UnsafeBufferPointer(rebasing: $0[base + cell.start..<base + cell.end])) }
        }

        package func text(_ index: Int) -> String {
            let cell = cells[index]
            let (start, end) = (base + cell.start, base + cell.end)
            guard cell.isEscaped, let quote else {
                return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[start..<end]), as: UTF8.self) }
            }
            var text: [UInt8] = []
            var at = start
            while at < end {
                if bytes[at] == escape, at + 1 < end { at += 1 } else if bytes[at] == quote { at += 1 }
                text.append(bytes[at])
                at += 1
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    package struct Dialect: Sendable {
        /// nil selects the candidate that occurs most in the first row.
        var separator: UInt8?
        var candidates = ",;\t|~".utf8.map { $0 }
        var quote: UInt8? = UInt8(ascii: "\"")
        /// Inside quotes, the character after it is literal: `\"`.
        var escape: UInt8?
        /// Lines that begin with this byte are skipped.
        var comment: UInt8?
        /// The number of lines to skip at the beginning.
        var skip = 0
        /// Blanks before and after a quoted cell are ignored.
        var trims = false

        package init(separator: UInt8? = nil) { self.separator = separator }
    }

    private enum State { case row, cell, plain, quoted, escapeSeen, quoteSeen, afterQuote, passing }

    private let dialect: Dialect
    private(set) var separator: UInt8?
    private var buffer: [UInt8] = []
    private var at = 0
    /// The offsets of the row and its cell in the buffer.
    private var base = 0
    private var cellStart = 0
    private var quoteEnd = 0
    private var isEscaped = false
    private var state = State.row
    private var isAfterReturn = false
    private var toSkip: Int
    /// Whether a row has begun, or the line that names the separator has been read.
    private var isBegun = false
    private var row: Row
    private var line = 1
    private var quoteLine = 1

    package init(_ dialect: Dialect) {
        self.dialect = dialect
        separator = dialect.separator
        toSkip = dialect.skip
        row = Row(quote: dialect.quote, escape: dialect.escape)
    }

    package mutating func append(_ bytes: [UInt8], _ receive: (Row) throws -> Void) throws {
        buffer.removeFirst(base)
        (at, cellStart, quoteEnd, base) = (at - base, cellStart - base, quoteEnd - base, 0)
        buffer += bytes
        try scan(isLast: false, receive)
        guard buffer.count - base <= DelimitedLimits.rowBytes else {
            throw ExtractionError(
                .limit, "line \(row.line): a row longer than \(DelimitedLimits.rowBytes >> 20) MB; is a quote never closed?")
        }
    }

    package mutating func finish(_ receive: (Row) throws -> Void) throws {
        try scan(isLast: true, receive)
        switch state {
        case .quoted, .escapeSeen:
            throw ExtractionError(.truncated, "the document ends inside a quote that was opened on line \(quoteLine)")
        case .row, .passing: return
        case .cell:
            cellStart = at
            try endCell(at: at)
        case .plain: try endCell(at: at)
        case .quoteSeen, .afterQuote: try endCell(at: quoteEnd)
        }
        row.isEnded = false
        try endRow(buffer, receive)
    }

    /// The buffer is moved out while it is read, so that the state can be modified.
    private mutating func scan(isLast: Bool, _ receive: (Row) throws -> Void) throws {
        let bytes = buffer
        buffer = []
        defer {
            row.bytes = []
            buffer = bytes
        }
        try bytes.withUnsafeBufferPointer { try scan($0, bytes, isLast: isLast, receive) }
    }

    /// Every index into `bytes` has been checked against its count just before.
    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ buffer: [UInt8], isLast: Bool, _ receive: (Row) throws -> Void)
        throws
    {
        while at < bytes.count {
            let byte = bytes[at]
            switch state {
            case .row: guard try beginRow(bytes, byte, isLast) else { return }
            case .passing:
                at += 1
                if byte == Self.lineFeed || byte == Self.carriageReturn { lineEnded(byte) }
                base = at
            case .cell: beginCell(byte)
            case .plain:
                at = Self.cellEnd(bytes, from: at, separator: separator ?? Self.lineFeed)
                guard at < bytes.count else { return }
                try endCell(at: at)
                try endCellOrRow(bytes[at], buffer, receive)
            case .quoted: guard readQuoted(bytes) else { return }
            case .escapeSeen:
                if byte == Self.lineFeed { line += 1 }
                at += 1
                state = .quoted
            case .quoteSeen where byte == dialect.quote:
                isEscaped = true
                state = .quoted
                at += 1
            case .quoteSeen, .afterQuote: try leaveQuote(byte, buffer, receive)
            }
        }
    }

    // The states' steps are inlined, because `scan` runs one for each cell of a document.

    private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

    /// At the beginning of a line. False if more bytes are needed to determine the separator.
    @inline(__always)
    private mutating func beginRow(_ bytes: UnsafeBufferPointer<UInt8>, _ byte: UInt8, _ isLast: Bool) throws -> Bool {
        if isAfterReturn, byte == Self.lineFeed {
            at += 1
            isAfterReturn = false
            base = at
            return true
        }
        isAfterReturn = false
        base = at
        row.line = line
        if toSkip > 0 || byte == dialect.comment {
            if toSkip > 0 { toSkip -= 1 }
            state = .passing
        } else if byte == Self.lineFeed || byte == Self.carriageReturn {
            state = .passing
        } else if !isBegun, let named = Self.namedSeparator(bytes, from: at, isLast) {
            guard let named else { return false }
            isBegun = true
            if separator == nil || separator == named {
                separator = named
                state = .passing
            }
        } else if separator == nil {
            guard let found = try decide(bytes, isLast) else { return false }
            separator = found
        } else {
            isBegun = true
            state = .cell
        }
        return true
    }

    @inline(__always)
    private mutating func beginCell(_ byte: UInt8) {
        cellStart = at
        isEscaped = false
        if byte == dialect.quote {
            (state, quoteLine) = (.quoted, line)
            at += 1
            cellStart = at
        } else if dialect.trims, isBlank(byte) {
            at += 1
        } else {
            state = .plain
        }
    }

    /// Advances past the next quote or escape; false if the bytes end before it.
    @inline(__always)
    private mutating func readQuoted(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = at
        let escape = dialect.escape
        while at < bytes.count, bytes[at] != dialect.quote, bytes[at] != escape {
            if bytes[at] == Self.lineFeed { line += 1 }
            at += 1
        }
        self.at = at
        guard at < bytes.count else { return false }
        if bytes[at] == escape {
            isEscaped = true
            state = .escapeSeen
        } else {
            quoteEnd = at
            state = .quoteSeen
        }
        self.at += 1
        return true
    }

    /// After a closing quote.
    @inline(__always)
    private mutating func leaveQuote(_ byte: UInt8, _ buffer: [UInt8], _ receive: (Row) throws -> Void) throws {
        if byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn {
            try endCell(at: quoteEnd)
            try endCellOrRow(byte, buffer, receive)
        } else if dialect.trims, isBlank(byte) {
            at += 1
            state = .afterQuote
        } else {
            throw ExtractionError(
                .damaged,
                "line \(line): text after a closing quote; quotes inside a cell are doubled, or the source has none (quote: none)")
        }
    }

    /// The first separator or line end from `start`, eight bytes at a time: the highest bits of `zeros` mark the zero bytes of a word, with
    /// possible false positives after the first.
    private static func cellEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, separator: UInt8) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ word: UInt64, _ byte: UInt8) -> UInt64 {
            let different = word ^ ones &* UInt64(byte)
            return (different &- ones) & ~different & (ones << 7)
        }
        let raw = UnsafeRawBufferPointer(bytes)
        var at = start
        while at + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            let found = zeros(word, separator) | zeros(word, UInt8(ascii: "\n")) | zeros(word, UInt8(ascii: "\r"))
            if found != 0 { return at + found.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < bytes.count, bytes[at] != separator, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
        return at
    }

    /// The separator named in a first line like `sep=;`, as spreadsheets write it; `.some(nil)` if more bytes are needed, nil for any other
    /// line.
    private static func namedSeparator(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ isLast: Bool) -> UInt8?? {
        let line = bytes[start...].prefix(16)
        let text = line.first == UInt8(ascii: "\"") ? line.dropFirst() : line
        let word = Array("sep=".utf8)
        let beginning = text.prefix(word.count).map { $0 | 0x20 == $0 || $0 == UInt8(ascii: "=") ? $0 : $0 | 0x20 }
        guard word.starts(with: beginning) else { return nil }
        let rest = text.dropFirst(word.count)
        let end = rest.dropFirst().first { $0 != UInt8(ascii: "\"") }
        guard let separator = rest.first, let end else {
            // At the end of a document it is an ordinary line.
            return isLast ? nil : .some(nil)
        }
        return end == 0x0A || end == 0x0D ? .some(separator) : nil
    }

    /// The candidate that occurs most in the first row, outside quotes; the first candidate if none occurs; nil if the row has not ended
    /// yet.
    private func decide(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> UInt8? {
        var counts = [Int](repeating: 0, count: dialect.candidates.count)
        var isQuoted = false
        for at in at..<bytes.count {
            let byte = bytes[at]
            if byte == dialect.quote { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return mostFrequent(counts) }
            if !isQuoted, let index = dialect.candidates.firstIndex(of: byte) { counts[index] += 1 }
            guard at - self.at < DelimitedLimits.headerBytes else {
                throw ExtractionError(
                    .limit, "line \(line): a first row longer than \(DelimitedLimits.headerBytes >> 10) KB; name the separator")
            }
        }
        return isLast ? mostFrequent(counts) : nil
    }

    private func mostFrequent(_ counts: [Int]) -> UInt8 {
        dialect.candidates[counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0]
    }

    private mutating func endCell(at end: Int) throws {
        guard row.cells.count < DelimitedLimits.cells else {
            throw ExtractionError(.limit, "line \(row.line): more than \(DelimitedLimits.cells) cells")
        }
        row.cells.append(Row.Cell(start: cellStart - base, end: end - base, isEscaped: isEscaped))
    }

    private mutating func endCellOrRow(_ byte: UInt8, _ buffer: [UInt8], _ receive: (Row) throws -> Void) throws {
        if byte == separator {
            at += 1
            state = .cell
            return
        }
        try endRow(buffer, receive)
        at += 1
        lineEnded(byte)
        base = at
    }

    private mutating func endRow(_ buffer: [UInt8], _ receive: (Row) throws -> Void) throws {
        (row.bytes, row.base, row.separator) = (buffer, base, separator)
        // A line of only blanks, or DOS's end-of-file character (0x1A), counts as empty.
        if row.cells.count > 1 || buffer[base..<at].contains(where: { $0 > 0x20 }) { try receive(row) }
        row.cells.removeAll(keepingCapacity: true)
    }

    private mutating func lineEnded(_ byte: UInt8) {
        line += 1
        state = .row
        isAfterReturn = byte == UInt8(ascii: "\r")
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte == 0x09 && separator != 0x09) }
}

/// Limits of delimited text from a source.
enum DelimitedLimits {
    static let rowBytes = 4 << 20
    static let headerBytes = 64 << 10
    static let cells = 10_000
}
