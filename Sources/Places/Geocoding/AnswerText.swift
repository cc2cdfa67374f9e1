import Records

extension KeyedDecodingContainer {
    /// A text, or a number as text; nil for other types and missing values.
    func text(_ key: Key) -> String? {
        if let text = try? decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
        return (try? decode(Double.self, forKey: key)).flatMap { $0.isFinite ? Value.number($0).text : nil }
    }

    /// A text safe for display: limited in length, without control characters.
    func shown(_ key: Key) -> String? {
        guard let text = (try? decode(String.self, forKey: key))?.trimmingWhitespace(), !text.isEmpty else { return nil }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(200).filter { $0.properties.generalCategory != .control }))
    }
}

extension UnreadableAnswer {
    /// Describes an invalid answer by its first bytes.
    init(_ answer: [UInt8], of name: String) {
        let start = answer.first { !" \t\r\n".utf8.contains($0) }
        description =
            switch start {
            case nil: "is empty"
            case UInt8(ascii: "<"): "is a web page, not an answer of \(name)"
            default: "isn't an answer of \(name)"
            }
    }
}
