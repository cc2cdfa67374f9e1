/// Writes JSON objects, one per line, with members in the order they are added.
///
/// `--json` prints tens of thousands of them and needs no more than this. Strings are escaped by RFC 8259, section 7, with U+2028, U+2029
/// and "<" also escaped, so that a line may be embedded in a page.
package struct JSONLine: Sendable {
    package private(set) var text = "{"

    package init() {}

    package mutating func add(_ name: String, _ value: String?) {
        begin(name)
        if let value { Self.append(quoted: value, to: &text) } else { text += "null" }
    }

    package mutating func add(_ name: String, _ value: Int?) {
        begin(name)
        text += value.map { String($0) } ?? "null"
    }

    package mutating func add(_ name: String, _ value: Bool) {
        begin(name)
        text += value ? "true" : "false"
    }

    package mutating func add(_ name: String, _ value: Value?) {
        begin(name)
        switch value {
        // JSON can't express infinities and NaN (RFC 8259, section 6).
        case .number(let number)? where !number.isFinite: text += "null"
        case nil: text += "null"
        case .number, .flag: text += value?.text ?? "null"
        case .list(let texts): text += Self.array(texts)
        default: Self.append(quoted: value?.text ?? "", to: &text)
        }
    }

    package mutating func add(_ name: String, _ object: JSONLine) {
        begin(name)
        text += object.closed
    }

    package mutating func add(_ name: String, _ objects: [JSONLine]) {
        begin(name)
        text += "[" + objects.map { $0.closed }.joined(separator: ",") + "]"
    }

    package mutating func add(_ name: String, _ texts: [String]) {
        begin(name)
        text += Self.array(texts)
    }

    /// A length in points, to two decimal places.
    package mutating func add(_ name: String, points: Double) {
        begin(name)
        let hundredths = Int(clamping: (points.clamped(to: -1e12...1e12) * 100).rounded())
        let rest = abs(hundredths) % 100
        text += "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
        if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
    }

    /// Adds the members of another object.
    package mutating func add(_ other: JSONLine) {
        guard other.text.utf8.count > 1 else { return }
        if text.utf8.count > 1 { text += "," }
        text += other.text.dropFirst()
    }

    /// Adds the record's fields by name, flat.
    package mutating func add(_ record: Record, _ schema: Schema) {
        for (field, value) in zip(schema.fields, record.values) { add(field.name, value) }
    }

    /// The finished object.
    package var closed: String { text + "}" }

    /// A JSON array of texts.
    package static func array(_ texts: [String]) -> String {
        var text = "["
        for (index, piece) in texts.enumerated() {
            if index > 0 { text += "," }
            append(quoted: piece, to: &text)
        }
        return text + "]"
    }

    /// Adds text that is already JSON.
    package mutating func add(_ name: String, json: String) {
        begin(name)
        text += json
    }

    /// A quoted and escaped text.
    package static func quoted(_ string: String) -> String {
        var text = ""
        append(quoted: string, to: &text)
        return text
    }

    private mutating func begin(_ name: String) {
        if text.utf8.count > 1 { text += "," }
        Self.append(quoted: name, to: &text)
        text += ":"
    }

    /// Whether UTF-8 needs no escapes, which is true of most texts. 0xE2 may begin U+2028.
    static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x3C && $0 != 0x5C && $0 != 0x7F && $0 != 0xE2 }
    }

    private static func append(quoted string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        if isPlain(string.utf8) { return text += string }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "<", "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Record {
    package func json(_ schema: Schema) -> JSONLine {
        var line = JSONLine()
        line.add(self, schema)
        return line
    }
}
