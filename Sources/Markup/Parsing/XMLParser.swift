import CXml2

/// libxml2's push parser with our rules: no entities except XML's five and optionally HTML's named characters; no external resources, our
/// own limits, and the first error stops it. Takes UTF-8 in slices and produces rows or the whole document.
///
/// Not thread-safe: its owner uses it sequentially.
final class XMLParser {
    private let context: xmlParserCtxtPtr
    /// Lives as long as the parser. Callbacks reach it through the context's `_private`; a pointer, so that they can modify it in place
    /// without reference counting.
    let state: UnsafeMutablePointer<XMLState>
    private var isStarted = false
    private var gate = DoctypeGate()
    private var tags: TagGate
    /// nil: forbidden characters are errors.
    private(set) var mending: MendingGate?
    /// Other repairs: tags with too many attributes, undeclared prefixes, HTML's named characters.
    var otherMendings: Int { tags.longTags + state.pointee.unboundPrefixes + (state.pointee.htmlNames?.uses ?? 0) }
    private var plain: PlainRows
    /// The texts that end a row; empty if libxml2 reads all rows.
    private let rowEnds: [[UInt8]]
    /// The start of a row split between chunks.
    private var held: [UInt8] = []
    /// Whether the last byte was a carriage return.
    private var isAfterReturn = false

    /// How many bytes of a row are buffered.
    private static let heldBytes = 8 << 10

    /// - Parameters:
    /// - rows: The rows to return; nil keeps everything.
    /// - isTolerant: Whether to accept HTML's named characters and repair forbidden signs (`MendingGate`).
    /// - readsPlain: Whether to read plain rows without libxml2 (`PlainRows`), with the same result.
    init(rows: RowPath?, limits: MarkupLimits, isTolerant: Bool = false, readsPlain: Bool = true) throws(MarkupError) {
        Library.start()
        var handler = XMLHandler.handler(isWhole: rows == nil)
        // User data stays nil, so libxml2's own handlers get the context.
        guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
            throw MarkupError(.limit, "there is no memory for a parser")
        }
        self.context = context
        tags = TagGate(limit: limits.attributes, findsSigns: isTolerant, longest: rows == nil ? .max : limits.rowBytes + 64)
        gate.dropsComments = isTolerant && rows != nil
        mending = isTolerant ? MendingGate() : nil
        plain = PlainRows(dictionary: context.pointee.dict)
        rowEnds = ((readsPlain ? rows?.plainNames : nil) ?? []).map { Array("</\($0)>".utf8) }
        // NOENT: values have their references replaced. The document's entities are never returned (`XMLHandler`), so none is expanded.
        // IGNORE_ENC: the input is UTF-8, regardless of the declaration.
        let options = [XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC, XML_PARSE_NOWARNING].reduce(0) { $0 | Int32($1.rawValue) }
        xmlCtxtUseOptions(context, options)
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        xmlDictSetLimit(context.pointee.dict, Library.dictionaryBytes)
        state = .allocate(capacity: 1)
        let matcher = rows.map { RowMatcher($0, dictionary: context.pointee.dict) }
        state.initialize(to: XMLState(limits: limits, matcher: matcher, htmlNames: isTolerant ? NamedCharacters() : nil))
        context.pointee._private = UnsafeMutableRawPointer(state)
    }

    deinit {
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        xmlFreeParserCtxt(context)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Parses UTF-8 and calls back after each slice, so that the collected state stays small.
    func append(_ bytes: [UInt8], _ afterSlice: () throws -> Void) throws {
        let (prolog, rest) = try gate.take(withLineFeeds(bytes))
        // A document type that arrives in one piece must stay in one piece.
        try parse(prolog, slice: max(1, prolog.count), afterSlice)
        try content(rest, afterSlice)
    }

    /// Parses from the first tag on: plain rows without libxml2, everything else with it, up to the end of a row, after which plain rows
    /// may follow.
    private func content(_ new: [UInt8], _ afterSlice: () throws -> Void) throws {
        let bytes = held.isEmpty ? new : held + new
        held = []
        guard !rowEnds.isEmpty, state.pointee.hasPlainNames, isPlain(bytes) else {
            return try parse(checked(bytes, isLast: false), slice: Library.sliceBytes, afterSlice)
        }
        var at = 0
        while at < bytes.count {
            if isBetweenRows, try rows(of: bytes, from: &at, afterSlice), bytes.count - at <= Self.heldBytes {
                held = Array(bytes[at...])
                return
            }
            let end = rowEnd(in: bytes, from: at)
            try parse(checked(Array(bytes[at..<end]), isLast: false), slice: Library.sliceBytes, afterSlice)
            at = end
        }
    }

    /// Whether libxml2 has consumed all its input and the next tag may start a row.
    private var isBetweenRows: Bool {
        guard state.pointee.isBetweenRows, mending?.next == nil, tags.isInText, context.pointee.instate == XML_PARSER_CONTENT,
            context.pointee.inputNr == 1
        else { return false }
        return unread.allSatisfy(Self.isSpace)
    }

    /// The input that libxml2 has buffered.
    private var unread: UnsafeBufferPointer<UInt8> {
        guard let input = context.pointee.input?.pointee, let start = input.cur, let end = input.end else {
            return .init(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    /// Reads plain rows and the white space before each, up to the first other row; true if the bytes end first.
    private func rows(of bytes: [UInt8], from at: inout Int, _ afterSlice: () throws -> Void) throws -> Bool {
        guard let input = context.pointee.input else { return false }
        let (first, unreadLines) = (at, Self.lines(in: unread))
        let firstLine = Int(input.pointee.line) + unreadLines
        var line = firstLine
        defer {
            if at > first {
                // libxml2 continues after these rows, also past white space that it hadn't read.
                pass(unread, lines: unreadLines)
                input.pointee.cur = input.pointee.end
                context.pointee.checkIndex = 0
                bytes.withUnsafeBufferPointer { pass(UnsafeBufferPointer(rebasing: $0[first..<at]), lines: line - firstLine) }
            }
        }
        var sliceEnd = at + Library.sliceBytes
        while true {
            let finding = bytes.withUnsafeBufferPointer { bytes in
                var start = at
                while start < bytes.count, Self.isSpace(bytes[start]) { start += 1 }
                guard start < bytes.count else { return PlainRows.Finding.cut }
                guard bytes[start] == UInt8(ascii: "<") else { return .other }
                let rowLine = line + Self.lines(in: UnsafeBufferPointer(rebasing: bytes[at..<start]))
                let finding = plain.row(in: bytes, at: start, line: rowLine, state)
                if case .row(_, let end) = finding { line = rowLine + Self.lines(in: UnsafeBufferPointer(rebasing: bytes[start..<end])) }
                return finding
            }
            guard case .row(let row, let end) = finding else {
                try afterSlice()
                if case .cut = finding { return true }
                return false
            }
            state.pointee.take(row)
            at = end
            if at >= sliceEnd {
                sliceEnd = at + Library.sliceBytes
                try afterSlice()
            }
        }
    }

    private static func lines(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var lines = 0
        for byte in bytes { lines += byte == 0x0A ? 1 : 0 }
        return lines
    }

    /// Advances libxml2's position for error messages by bytes with this many line ends.
    private func pass(_ bytes: UnsafeBufferPointer<UInt8>, lines: Int) {
        guard let input = context.pointee.input else { return }
        var rest = bytes[...]
        if lines > 0, let last = bytes.lastIndex(of: 0x0A) {
            rest = bytes[(last + 1)...]
            input.pointee.line = CInt(clamping: Int(input.pointee.line) + lines)
            input.pointee.col = 1
        }
        // It counts characters.
        for byte in rest where byte & 0xC0 != 0x80 { input.pointee.col += 1 }
    }

    /// The position after the first row end; the count if there is none.
    private func rowEnd(in bytes: [UInt8], from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            for at in start..<bytes.count where bytes[at] == UInt8(ascii: "<") {
                let rest = bytes[at...]
                if let end = rowEnds.first(where: rest.starts(with:)) { return at + end.count }
            }
            return bytes.count
        }
    }

    /// Whether there are no control characters except tabs and line feeds, and no other characters that XML forbids or may forbid.
    private func isPlain(_ bytes: [UInt8]) -> Bool {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A }
        var found: UInt8 = 0
        // A branch-free pass over all bytes, as in `MarkupReader`, which removes such characters if requested.
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes { found |= (isControl(byte) ? 1 : 0) | (byte == 0xEF ? 2 : 0) }
        }
        return found & (mending == nil ? 3 : 1) == 0
    }

    /// Normalizes line ends (XML, section 2.11): CR or CRLF becomes a line feed.
    private func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard isAfterReturn || bytes.contains(0x0D) else { return bytes }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte != 0x0A || !isAfterReturn { kept.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        return kept
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    private func checked(_ bytes: [UInt8], isLast: Bool) throws(MarkupError) -> [UInt8] {
        let bytes = mending?.take(bytes, isLast: isLast) ?? bytes
        guard tags.take(bytes) else {
            let line = context.pointee.input.map { Int($0.pointee.line) }
            throw MarkupError(.limit, line: line, "an element has more than \(tags.limit) attributes")
        }
        guard !tags.hasLongValue else {
            let line = context.pointee.input.map { Int($0.pointee.line) }
            throw MarkupError(.limit, line: line, "an attribute's value has more than \(tags.longest) bytes")
        }
        if let next = mending?.next { tags.look(ahead: next, after: bytes.count) }
        let (kept, signs) = tags.cut(bytes)
        guard !signs.isEmpty else { return kept }
        let names = state.pointee.htmlNames
        return mending?.mend(kept, at: signs) { names?.isDeclared($0) == true } ?? kept
    }

    private func parse(_ bytes: [UInt8], slice: Int, _ afterSlice: () throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            let count = min(slice, bytes.count - start)
            bytes.withUnsafeBytes { raw in
                // libxml2 copies the slice and accepts any bytes as UTF-8.
                let slice = raw.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
                _ = xmlParseChunk(context, slice, Int32(count), 0)
            }
            isStarted = true
            start += count
            try afterSlice()
            try refuseFailure(isAtEnd: false)
        }
    }

    func finish(_ afterSlice: () throws -> Void) throws {
        try parse(gate.finish(), slice: DoctypeGate.heldBytes, afterSlice)
        try parse(checked(held, isLast: true), slice: Library.sliceBytes, afterSlice)
        guard isStarted else { throw MarkupError(.empty, "the document is empty") }
        _ = xmlParseChunk(context, nil, 0, 1)
        try refuseFailure(isAtEnd: true)
        guard context.pointee.wellFormed == 1, state.pointee.isRootEnded else { throw truncated }
    }

    private func refuseFailure(isAtEnd: Bool) throws(MarkupError) {
        guard var failure = state.pointee.failure else {
            if context.pointee.disableSAX != 0 { throw MarkupError(.malformed, "the parser has stopped (code \(context.pointee.errNo))") }
            return
        }
        if isAtEnd, !state.pointee.isRootEnded, failure.code == .malformed, state.pointee.looksCut { failure = truncated }
        throw failure
    }

    private var truncated: MarkupError {
        let input = context.pointee.input
        let open = state.pointee.depth > 0 ? ": \(state.pointee.depth) elements are not ended" : " before its root element"
        return MarkupError(.truncated, line: input.map { Int($0.pointee.line) }, "the document ends too early\(open)")
    }
}
