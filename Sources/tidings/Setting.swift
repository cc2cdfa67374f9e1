import Records

/// A setting and the parser of its text. Each feature declares its own beside the code that uses them.
struct Setting<Value> {
    let name: String
    /// The error for an invalid text, shown after the name and the text: "is not …".
    let complaint: String
    let read: (String) -> Value?

    init(_ name: String, or complaint: String, read: @escaping (String) -> Value?) {
        (self.name, self.complaint, self.read) = (name, complaint, read)
    }
}

extension Setting<Int> {
    static func number(_ name: String, in range: some RangeExpression<Int>, or complaint: String) -> Self {
        Self(name, or: complaint) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension Setting<Duration> {
    static func duration(_ name: String, or complaint: String = "is not a duration like 90s, 12h or 30d") -> Self {
        Self(name, or: complaint) { $0 == "0" ? .zero : Duration(written: $0) }
    }
}

extension Setting where Value: CaseIterable & RawRepresentable<String> {
    /// `before` is the text before the list of valid names.
    static func choice(_ name: String, _ before: String) -> Self {
        Self(name, or: "\(before) \(Value.allCases.map(\.rawValue).joined(separator: ", "))", read: Value.init(rawValue:))
    }
}

extension Settings {
    /// nil: not set. Throws a `Failure` whose sentence begins with the setting's name.
    func value<Value>(_ setting: Setting<Value>) throws -> Value? {
        try value(setting.name).map { text in
            guard let value = setting.read(text) else { throw Failure(.badUse, "\(setting.name): '\(text)' \(setting.complaint)") }
            return value
        }
    }
}
