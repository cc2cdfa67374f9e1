import CXml2

/// libxml2's push parser with our rules: no entity but XML's own five and, where they are wanted, HTML's names of characters; nothing
/// loaded from anywhere, every bound ours, and the first fault ends it. UTF-8 in slices → rows, or the whole document.
///
/// Not thread-safe, and it need not be: whoever owns it uses it from one place at a time.
final class XMLParser {
    private let context: xmlParserCtxtPtr
    /// Lives as long as the parser. The callbacks reach it through the context's `_private`; a pointer, so that they can change it in
    /// place without counting references.
    let state: UnsafeMutablePointer<XMLState>
    private var isStarted = false
    private var gate = DoctypeGate()
    private var tags: TagGate
    /// nil: what XML forbids ends it.
    private(set) var mending: MendingGate?

    /// - Parameters:
    ///   - rows: The rows to give; nil keeps everything.
    ///   - isTolerant: Whether HTML's names of characters are known, and signs that XML forbids are mended (`MendingGate`).
    init(rows: RowPath?, limits: MarkupLimits, isTolerant: Bool = false) throws(MarkupError) {
        Library.start()
        var handler = XMLHandler.handler(isWhole: rows == nil)
        // User data is left nil: libxml2's own handlers take the context for it.
        guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
            throw MarkupError(.limit, "there is no memory for a parser")
        }
        self.context = context
        tags = TagGate(limit: limits.attributes, findsSigns: isTolerant)
        mending = isTolerant ? MendingGate() : nil
        // NOENT: values come with their references replaced. No entity of the document is ever handed out (`XMLHandler`), so none is expanded.
        // IGNORE_ENC: what comes is UTF-8 whatever the declaration says.
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

    /// Takes UTF-8, and calls back after each slice of it, so that what the state has gathered does not grow.
    func append(_ bytes: [UInt8], _ afterSlice: () throws -> Void) throws {
        let (prolog, rest) = try gate.take(bytes)
        // A document type that has come in one piece has to stay one.
        try parse(prolog, slice: max(1, prolog.count), afterSlice)
        try parse(checked(rest, isLast: false), slice: Library.sliceBytes, afterSlice)
    }

    private func checked(_ bytes: [UInt8], isLast: Bool) throws(MarkupError) -> [UInt8] {
        let bytes = mending?.take(bytes, isLast: isLast) ?? bytes
        guard tags.take(bytes) else {
            let line = context.pointee.input.map { Int($0.pointee.line) }
            throw MarkupError(.limit, line: line, "an element has more than \(tags.limit) attributes")
        }
        if let next = mending?.next { tags.look(ahead: next, after: bytes.count) }
        guard !tags.signs.isEmpty else { return bytes }
        let names = state.pointee.htmlNames
        return mending?.mend(bytes, at: tags.signs) { names?.isDeclared($0) == true } ?? bytes
    }

    private func parse(_ bytes: [UInt8], slice: Int, _ afterSlice: () throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            let count = min(slice, bytes.count - start)
            bytes.withUnsafeBytes { raw in
                // libxml2 copies the slice and takes any bytes as characters of UTF-8.
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
        try parse(checked([], isLast: true), slice: Library.sliceBytes, afterSlice)
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

/// What libxml2 keeps for the whole process.
enum Library {
    /// As much as the parser is given at once.
    static let sliceBytes = 32 << 10
    /// Names, prefixes and namespaces of one document.
    static let dictionaryBytes = 8 << 20

    static func start() { _ = started }

    private static let started: Void = {
        xmlInitParser()
        // With NOENT an external entity would read files even under NONET. Whatever else in this process uses libxml2 loads none either.
        xmlSetExternalEntityLoader { _, _, _ in nil }
    }()
}
