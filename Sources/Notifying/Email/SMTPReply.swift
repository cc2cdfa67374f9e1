/// A mail server's reply: its code and lines.
struct SMTPReply: Hashable, Sendable {
    /// 200 to 599.
    let code: Int
    /// The text after the code, in order; at least one line, often empty.
    let lines: [String]

    /// `5.1.1` and the like, if the server sends them: RFC 2034, RFC 3463.
    var enhancedCode: [Int]? {
        let numbers = lines[0].prefix { $0 != " " }.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let kind = numbers[0], let subject = numbers[1], let detail = numbers[2], kind == code / 100 else {
            return nil
        }
        return [kind, subject, detail]
    }

    /// For the log: code and text, at most 200 printable characters.
    var description: String {
        let words = lines.joined(separator: " ").unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)
        return "\(code) \(String(String.UnicodeScalarView(words)))"
    }
}

/// Parses replies from bytes in chunks of any size: RFC 5321, section 4.2. Lines have at most 2,000 bytes, replies 200 lines.
struct SMTPReplyParser {
    static let lineLimit = 2000
    static let linesLimit = 200

    private var line: [UInt8] = []
    private var code: Int?
    private var lines: [String] = []

    /// Whether no part of a further reply has arrived.
    var isBetweenReplies: Bool { line.isEmpty && code == nil }

    mutating func parse(_ bytes: some Sequence<UInt8>) throws(MailError) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            if byte != UInt8(ascii: "\n") {
                guard line.count < Self.lineLimit else { throw MailError("sends a line of more than \(Self.lineLimit) bytes") }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            defer { line = [] }
            if let reply = try ended() { replies.append(reply) }
        }
        return replies
    }

    /// `250-words` continues a reply; `250 words` and `250` end it.
    private mutating func ended() throws(MailError) -> SMTPReply? {
        guard line.count >= 3, line[..<3].allSatisfy({ (0x30...0x39).contains($0) }),
            (UInt8(ascii: "2")...UInt8(ascii: "5")).contains(line[0]),
            line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-")
        else { throw MailError("does not speak SMTP") }
        let code = line[..<3].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard self.code == nil || self.code == code else { throw MailError("gives two codes in one answer") }
        guard lines.count < Self.linesLimit else { throw MailError("answers with more than \(Self.linesLimit) lines") }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard line.count > 3, line[3] == UInt8(ascii: "-") else {
            defer { (self.code, lines) = (nil, []) }
            return SMTPReply(code: code, lines: lines)
        }
        self.code = code
        return nil
    }
}

/// Why communication with a mail server failed, as half a sentence that follows its name.
struct MailError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
