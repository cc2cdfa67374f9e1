/// Reads the rows of an XML document while it arrives: accepts bytes in chunks of any size and returns each row as an `Element` once its
/// end tag is read.
///
/// ```swift
/// let reader = try MarkupReader(rows: RowPath("//item"))
/// for chunk in chunks { try reader.append(chunk) { print($0["title"]?.text ?? "") } }
/// try reader.finish { … }
/// ```
///
/// Parses XML 1.0 (fifth edition) with namespaces, using libxml2. Buffers one row and the rows that one chunk completes, for documents of
/// any size. A truncated or malformed document throws an error with its position (`MarkupError`) after the rows before it have been
/// returned. Only XML's five entities are allowed, and HTML's named characters if requested; external entities are never loaded. HTML has
/// no such reader, because its rows are certain only at its end: see `Document`. Use it from one task at a time, and not after an error.
public final class MarkupReader {
    private let parser: XMLParser
    private let rows: RowPath
    private let http: String?
    private let isTolerant: Bool
    private let invalidBytes: TextDecoder.InvalidBytes
    /// The first bytes, until the charset is known.
    private var start: [UInt8] = []
    private var decoder: TextDecoder?
    /// The number of dropped characters that XML forbids.
    private var leftOut = 0

    /// - Parameters:
    ///   - charset: The charset according to HTTP.
    ///   - isTolerant: Whether to accept and repair XML errors that are common in feeds (`mendedCount`): HTML's named characters, like
    ///     `&eacute;`, without a declaration; control characters and references to them, which are dropped; a plain `&` or `<`;
    ///     white space before the declaration; an undeclared prefix, which then means no namespace. Attributes beyond the limit of a
    ///     tag are dropped, and so are rows beyond theirs (`largeRows`), comments and very long constructs.
    ///   - replacesBytes: Whether invalid bytes become U+FFFD; otherwise they are an error.
    public convenience init(
        rows: RowPath, charset: String? = nil, isTolerant: Bool = false, replacesBytes: Bool? = nil, limits: MarkupLimits = MarkupLimits()
    ) throws(MarkupError) {
        try self.init(
            rows: rows, charset: charset, isTolerant: isTolerant, replacesBytes: replacesBytes, limits: limits, readsPlain: true)
    }

    /// - Parameter readsPlain: Whether to read plain rows without libxml2, with the same result.
    package init(
        rows: RowPath, charset: String?, isTolerant: Bool, replacesBytes: Bool? = nil, limits: MarkupLimits, readsPlain: Bool
    ) throws(MarkupError) {
        self.rows = rows
        invalidBytes = replacesBytes ?? isTolerant ? .replace : .refuse
        http = charset
        self.isTolerant = isTolerant
        parser = try XMLParser(rows: rows, limits: limits, isTolerant: isTolerant, readsPlain: readsPlain)
    }

    /// Accepts the next bytes, in any number, and returns the rows that they complete.
    public func append(_ bytes: [UInt8], _ receive: (Element) throws -> Void) throws {
        try parse(bytes, isLast: false, receive)
    }

    /// Ends the document. Throws if it is incomplete.
    public func finish(_ receive: (Element) throws -> Void) throws {
        try parse([], isLast: true, receive)
        if var decoder { try parse(try decoder.finish(), receive) }
        try parser.finish { try deliver(receive) }
        try deliver(receive)
    }

    /// The charset of the document, once known.
    public var charset: Charset? { decoder?.charset }

    /// The number of characters, bytes and references that XML forbids and that were dropped or repaired.
    public var mendedCount: Int { leftOut + (decoder?.replacements ?? 0) + (parser.mending?.count ?? 0) + parser.otherMendings }

    /// The number of rows that exceed the limits of bytes or elements (`MarkupLimits`). Only a tolerant reader skips them.
    public var largeRows: Int { parser.state.pointee.largeRows }

    /// The root element's name and namespace, after it has begun.
    public var root: (name: String, namespace: String?)? { parser.state.pointee.root.map { ($0.local, $0.namespace) } }

    private func parse(_ bytes: [UInt8], isLast: Bool, _ receive: (Element) throws -> Void) throws {
        if decoder != nil {
            let text = try decoder?.decode(bytes) ?? []
            return try parse(text, receive)
        }
        start += bytes
        if isTolerant, !isLast, Self.mayBeBlank(start) { return }
        if isTolerant, let declaration = Self.declarationBehindBlanks(start) {
            start.removeSubrange(declaration)
            leftOut += 1
        }
        guard let charset = try Charset.detect(start, isWhole: isLast, http: http, syntax: .xml) else { return }
        if isLast, !start.contains(where: { $0 > 0x20 }) { throw MarkupError(.empty, "the document is empty") }
        var decoder = TextDecoder(charset, invalidBytes: invalidBytes)
        let text = try decoder.decode(start)
        self.decoder = decoder
        start = []
        try parse(text, receive)
    }

    /// Whether there is only white space so far, too little to determine what follows.
    private static func mayBeBlank(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes[markEnd(bytes)...]
        guard let first = bytes.first, isSpace(first), bytes.count < Charset.detectionBytes else { return false }
        let rest = bytes.drop(while: isSpace)
        return rest.count < declaration.count && declaration.starts(with: rest)
    }

    /// White space before the declaration, after a byte order mark; nil if there is none.
    private static func declarationBehindBlanks(_ bytes: [UInt8]) -> Range<Int>? {
        let start = markEnd(bytes)
        guard start < bytes.count, isSpace(bytes[start]) else { return nil }
        let rest = bytes[start...].drop(while: isSpace)
        return rest.starts(with: declaration) ? start..<rest.startIndex : nil
    }

    /// The end of a UTF-8 byte order mark.
    private static func markEnd(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    private static let declaration = Array("<?xml".utf8)

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private func parse(_ text: [UInt8], _ receive: (Element) throws -> Void) throws {
        try parser.append(isTolerant ? withoutForbidden(text) : text) { try deliver(receive) }
    }

    /// Removes control characters, U+FFFE and U+FFFF from whole characters.
    ///
    /// A branch-free pass over all bytes takes a tenth of the time of searching for the first one.
    private func withoutForbidden(_ text: [UInt8]) -> [UInt8] {
        func isControl(_ byte: UInt8) -> Bool { (byte < 0x20) && (byte != 0x09) && (byte != 0x0A) && (byte != 0x0D) }
        var found: UInt8 = 0
        text.withUnsafeBufferPointer { for byte in $0 { found |= (isControl(byte) ? 1 : 0) | (byte == 0xEF ? 2 : 0) } }
        let printed = found & 1 == 0 ? text : text.filter { !isControl($0) }
        let kept = found & 2 == 0 ? printed : Self.withoutNoncharacters(printed)
        leftOut += text.count - printed.count + (printed.count - kept.count) / 3
        return kept
    }

    /// EF BF BE and EF BF BF. Their first byte is common in texts.
    private static func withoutNoncharacters(_ text: [UInt8]) -> [UInt8] {
        func isOne(_ at: Int) -> Bool { text[at] == 0xEF && at + 2 < text.count && text[at + 1] == 0xBF && text[at + 2] >= 0xBE }
        guard text.indices.contains(where: isOne) else { return text }
        var (kept, at): ([UInt8], Int) = ([], 0)
        while at < text.count {
            if isOne(at) {
                at += 3
            } else {
                kept.append(text[at])
                at += 1
            }
        }
        return kept
    }

    private func deliver(_ receive: (Element) throws -> Void) throws {
        guard !parser.state.pointee.ready.isEmpty else { return }
        let ready = parser.state.pointee.ready
        parser.state.pointee.ready.removeAll()
        for row in ready { try receive(row) }
    }
}
