/// A message or a part of one (RFC 2045, 2046): its type and its parts.
///
/// The nesting and the total number of parts are limited; further parts are dropped. Bytes are slices of the mail, not copies.
struct MailPart: Sendable {
    enum Content: Sendable {
        /// As encoded.
        case bytes(ArraySlice<UInt8>)
        case parts([MailPart])
    }

    static let depthLimit = 10
    static let countLimit = 500

    let header: MailHeader
    let type: FieldParameters
    let content: Content
    /// Whether parts were dropped because of the limit.
    private(set) var isCut = false

    init(_ mail: [UInt8]) {
        var count = 0
        self.init(mail[...], depth: 0, count: &count, defaultType: "text/plain")
    }

    private init(_ bytes: ArraySlice<UInt8>, depth: Int, count: inout Int, defaultType: String) {
        let (header, body) = MailHeader.read(bytes)
        let given = FieldParameters(header["content-type"] ?? defaultType)
        // RFC 2045, section 5.2.
        let type = given.word.contains("/") ? given : FieldParameters("text/plain")
        (self.header, self.type) = (header, type)
        count += 1
        guard depth < Self.depthLimit else {
            content = .bytes(body)
            return
        }
        if type.word == "message/rfc822" {
            // RFC 2046 forbids encoding it, but some programs encode it anyway.
            let encoding = TransferEncoding(header["content-transfer-encoding"])
            let mail = encoding == .none ? body : encoding.decoded(body)[...]
            content = .parts([MailPart(mail, depth: depth + 1, count: &count, defaultType: "text/plain")])
        } else if type.word.hasPrefix("multipart/"), let boundary = type["boundary"], !boundary.isEmpty {
            let partType = type.word == "multipart/digest" ? "message/rfc822" : "text/plain"
            var parts: [MailPart] = []
            for piece in Self.pieces(of: body, boundary) {
                guard count < Self.countLimit else {
                    isCut = true
                    break
                }
                parts.append(MailPart(piece, depth: depth + 1, count: &count, defaultType: partType))
            }
            content = .parts(parts)
        } else {
            content = .bytes(body)
        }
    }

    /// The parts between boundary lines (RFC 2046, section 5.1.1); the last boundary may be missing.
    private static func pieces(of body: ArraySlice<UInt8>, _ boundary: String) -> [ArraySlice<UInt8>] {
        let mark = Array("--\(boundary)".utf8)
        var (pieces, start): ([ArraySlice<UInt8>], Int?) = ([], nil)
        var line = body.startIndex
        while line < body.endIndex, pieces.count < countLimit {
            let end = body[line...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? body.endIndex
            defer { line = end }
            guard body[line..<end].starts(with: mark) else { continue }
            var rest = body[(line + mark.count)..<end]
            let isLast = rest.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")])
            if isLast { rest = rest.dropFirst(2) }
            // Otherwise it is a longer boundary of another part, "foo--sub" beside "foo".
            guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) else { continue }
            if let start { pieces.append(body[start..<max(start, withoutLineEnd(body, before: line))]) }
            start = end
            if isLast { return pieces }
        }
        if let start, start < body.endIndex, pieces.count < countLimit { pieces.append(body[start...]) }
        return pieces
    }

    /// The line break before a boundary belongs to the boundary.
    private static func withoutLineEnd(_ body: ArraySlice<UInt8>, before line: Int) -> Int {
        guard line > body.startIndex else { return line }
        let end = line - 1
        return end > body.startIndex && body[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }
}
