import Records

/// Parses responses from bytes in chunks of any size: lines, with their literals (RFC 9051, sections 2.2.2 and 4.3).
///
/// A line has at most a megabyte, a response at most `limit` bytes.
struct IMAPReader {
    static let lineLimit = 1 << 20

    /// The maximum bytes of a response.
    var limit = lineLimit
    private var parts: [IMAPResponse.Part] = []
    private var line: [UInt8] = []
    private var literal: [UInt8] = []
    /// Missing bytes of the current literal.
    private var missing = 0
    private var size = 0

    /// Whether no part of a further response has arrived.
    var isBetweenResponses: Bool { parts.isEmpty && line.isEmpty && missing == 0 }

    mutating func parse(_ bytes: some Collection<UInt8>) throws(MailboxError) -> [IMAPResponse] {
        var responses: [IMAPResponse] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if missing > 0 {
                let piece = rest.prefix(missing)
                literal += piece
                missing -= piece.count
                rest = rest.dropFirst(piece.count)
                if missing == 0 { endLiteral() }
                continue
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line += rest[..<(end ?? rest.endIndex)]
            guard line.count <= Self.lineLimit else { throw MailboxError(.tooMany, "it sends a line of more than a megabyte") }
            guard let end else { break }
            rest = rest[rest.index(after: end)...]
            if let response = try endLine() { responses.append(response) }
        }
        return responses
    }

    private mutating func endLiteral() {
        parts.append(.literal(literal))
        literal = []
    }

    /// `… {123}` announces a literal of that length.
    private mutating func endLine() throws(MailboxError) -> IMAPResponse? {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line = [] }
        size += line.count
        guard size <= limit else { throw Self.tooLarge }
        guard let (text, count) = Self.announced(line) else {
            defer { (parts, size) = ([], 0) }
            return IMAPResponse(parts + [.text(line)])
        }
        guard count <= limit - size else { throw Self.tooLarge }
        size += count
        parts.append(.text(Array(text)))
        missing = count
        if count == 0 { endLiteral() }
        return nil
    }

    private static let tooLarge = MailboxError(.notMail, "it sends more than it announced")

    /// The text before `{123}` at the end of a line, and the number.
    private static func announced(_ line: [UInt8]) -> (ArraySlice<UInt8>, Int)? {
        guard line.last == UInt8(ascii: "}"), let start = line.lastIndex(of: UInt8(ascii: "{")) else { return nil }
        var digits = line[(start + 1)...].dropLast()
        if digits.last == UInt8(ascii: "+") { digits = digits.dropLast() }
        guard (1...10).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (line[..<start], digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
}
