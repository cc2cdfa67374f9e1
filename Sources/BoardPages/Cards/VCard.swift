/// One vCard, version 4.0 (RFC 6350): properties in, text out.
///
/// Values are escaped (section 3.4); lines end with CRLF and are folded at 75 octets, never inside a character (section 3.2). A card
/// always has FN, the only required property.
struct VCard: Hashable, Sendable, CustomStringConvertible {
    struct Property: Hashable, Sendable {
        let name: String
        /// In order; the values are tokens.
        var parameters: [(name: String, value: String)] = []
        /// The components of a structured value, or a single one; not escaped yet.
        let components: [String]
        /// URIs and dates aren't escaped.
        var isRaw = false

        static func == (left: Self, right: Self) -> Bool { left.line == right.line }
        func hash(into hasher: inout Hasher) { hasher.combine(line) }

        var line: String {
            let parameters = parameters.map { ";\($0.name)=\($0.value)" }.joined()
            return "\(name)\(parameters):" + components.map { isRaw ? VCard.onOneLine($0) : VCard.escaped($0) }.joined(separator: ";")
        }
    }

    /// FN: the displayed name.
    let name: String
    private(set) var properties: [Property] = []

    init(name: String) { self.name = name }

    /// Adds a property unless the card already has an equal one.
    mutating func add(_ property: Property) {
        if !properties.contains(property) { properties.append(property) }
    }

    var description: String {
        let lines = ["BEGIN:VCARD", "VERSION:4.0", Property(name: "FN", components: [name]).line] + properties.map(\.line) + ["END:VCARD"]
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    /// Escapes backslash, comma, semicolon and line breaks; other control characters can't occur in a card.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": escaped += "\\\(scalar)"
            case "\n": escaped += previous == "\r" ? "" : "\\n"
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            case "\t": escaped += "\t"
            case "\0"..<" ", "\u{7F}": break
            default: escaped.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return escaped
    }

    private static func onOneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F { line.unicodeScalars.append(scalar) }
        return line
    }

    /// At most 75 octets per line, including the space that begins a continuation.
    private static func folded(_ line: String) -> String {
        guard line.utf8.count > 75 else { return line }
        var (folded, octets) = ("", 0)
        for scalar in line.unicodeScalars {
            let length = UTF8.width(scalar)
            if octets + length > 75 {
                folded += "\r\n "
                octets = 1
            }
            folded.unicodeScalars.append(scalar)
            octets += length
        }
        return folded
    }
}
