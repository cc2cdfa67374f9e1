/// The header of a message or of a part: its fields in order, unfolded (RFC 5322, section 2.2).
///
/// At most `fieldLimit` fields in `byteLimit` bytes; the rest is ignored. Bytes that aren't UTF-8 are decoded as windows-1252.
struct MailHeader: Sendable {
    static let fieldLimit = 1_000
    static let byteLimit = 256 << 10

    /// Names in lower case.
    private var fields: [(name: String, value: String)] = []

    /// Reads up to the empty line and returns the rest.
    static func read(_ bytes: ArraySlice<UInt8>) -> (header: MailHeader, body: ArraySlice<UInt8>) {
        var (header, rest, line) = (MailHeader(), bytes, [UInt8]())
        func flush() {
            header.add(line)
            line = []
        }
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var next = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            if next.last == UInt8(ascii: "\r") { next.removeLast() }
            if next.isEmpty { break }
            if next.first != UInt8(ascii: " "), next.first != UInt8(ascii: "\t") { flush() }
            if line.count < byteLimit { line += next.prefix(byteLimit - line.count) }
        }
        flush()
        return (header, rest)
    }

    private mutating func add(_ line: [UInt8]) {
        guard fields.count < Self.fieldLimit, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        fields.append((name, MailText.raw(line[(colon + 1)...])))
    }

    /// The first field of that name, trimmed.
    subscript(_ name: String) -> String? {
        fields.first { $0.name == name }.map { String($0.value.drop(while: \.isWhitespace)) }
    }
}
