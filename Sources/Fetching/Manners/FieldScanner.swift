/// Scans a header field from left to right by the grammar that most fields share: tokens, quoted strings, lists and parameters.
///
/// The only parser of this grammar: `Cache-Control`, `WWW-Authenticate`, `Content-Type` and `Range` all use it.
/// Source: RFC 9110, sections 5.6 (common rules) and 11.2 (token68). There are no errors: callers get the parts that parse.
struct FieldScanner {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// False after a quoted string without an end: all later quotes are escaped, so no later string ends either. Stored to avoid scanning
    /// to the end each time.
    private var hasEnds = true

    init(_ value: some StringProtocol) { bytes = Array(value.utf8) }

    var isAtEnd: Bool { position >= bytes.count }

    /// Skips the character if it is next. Returns whether it was.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips spaces and tabs and returns how many.
    @discardableResult
    mutating func skipSpace() -> Int {
        let start = position
        while !isAtEnd, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        return position - start
    }

    /// The next token; nil if there is none.
    mutating func token() -> String? { run(while: Self.isTokenCharacter) }

    /// The syntax of some credentials and challenges: base 64 with padding.
    mutating func token68() -> String? {
        let start = position
        guard run(while: { Self.isAlphanumeric($0) || "-._~+/".utf8.contains($0) }) != nil else { return nil }
        _ = run { $0 == UInt8(ascii: "=") }
        return text(start..<position)
    }

    /// The text between the quotes, unescaped. Returns nil and stays in place if no quoted string starts here or it has no end.
    mutating func quotedString() -> String? {
        let start = position
        guard hasEnds, take("\"") else { return nil }
        var content: [UInt8] = []
        while !isAtEnd {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), !isAtEnd {
                byte = bytes[position]
                position += 1
            }
            content.append(byte)
        }
        hasEnds = false
        position = start
        return nil
    }

    mutating func tokenOrQuotedString() -> String? { quotedString() ?? token() }

    /// Skips to the end of a list element: past the next comma outside a quoted string.
    @discardableResult
    mutating func restOfElement() -> String {
        let start = position
        while !isAtEnd {
            // An unterminated quote is treated as an ordinary character.
            if quotedString() != nil { continue }
            if take(",") { return text(start..<position - 1) }
            position += 1
        }
        return text(start..<position)
    }

    private mutating func run(while isMember: (UInt8) -> Bool) -> String? {
        let start = position
        while !isAtEnd, isMember(bytes[position]) { position += 1 }
        return position > start ? text(start..<position) : nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) }
}

/// Parsers for common kinds of header fields.
enum FieldValue {
    /// The elements of a list that may span several lines, trimmed. Empty elements are dropped.
    static func elements(_ lines: [String]) -> [String] {
        lines.flatMap { line in
            var scanner = FieldScanner(line)
            var elements: [String] = []
            while !scanner.isAtEnd { elements.append(trimmed(scanner.restOfElement())) }
            return elements
        }.filter { !$0.isEmpty }
    }

    /// `text/html; charset=utf-8` → the value before the first semicolon in lower case, and the parameters keyed by lower-case name, the
    /// first of each name. Parsing stops at a malformed parameter.
    static func parameterised(_ value: String) -> (value: String, parameters: [String: String]) {
        let main = value.prefix { $0 != ";" }
        var scanner = FieldScanner(value.dropFirst(main.count))
        var parameters: [String: String] = [:]
        while scanner.take(";") {
            scanner.skipSpace()
            guard let name = scanner.token() else { continue }
            guard scanner.take("="), let argument = scanner.tokenOrQuotedString() else { break }
            if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = argument }
            scanner.skipSpace()
        }
        return (trimmed(main).lowercased(), parameters)
    }

    /// A number of seconds, digits only. Values too large to represent become 2³¹ (RFC 9111, section 1.2.2).
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// The text without leading and trailing spaces and tabs.
    static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)[...]
        while let last = rest.utf8.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
        return String(rest.drop { $0 == " " || $0 == "\t" })
    }
}
