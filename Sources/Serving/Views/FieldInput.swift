package import Records

/// Hints for a field's input element: the keyboard, and the maximum length.
///
/// Derived from the field's kind and from simple patterns (`^2[0-8][0-9]{9}$`): digits, digit classes and `\d`, each optionally repeated.
/// Other patterns give no hints. Only a convenience: the server decides what is valid.
package struct FieldInput: Hashable, Sendable {
    package enum Keyboard: String, Sendable { case numeric, decimal, url, tel, email, text }

    package let keyboard: Keyboard
    /// With room for spaces that are pasted along with a number and trimmed later.
    package let maximumLength: Int

    package init(_ field: Field) {
        let digits = field.pattern.flatMap { Self.digits(in: $0.source) }
        switch field.kind {
        case .number, .money: keyboard = .decimal
        case .url, .image: keyboard = .url
        case .phone: keyboard = .tel
        case .email: keyboard = .email
        case .text: keyboard = digits == nil ? .text : .numeric
        case .date, .time, .timestamp, .duration, .flag, .position, .list: keyboard = .text
        }
        maximumLength = digits.map { $0 + 9 } ?? 200
    }

    /// The most digits that `pattern` matches, if it matches only digits and a limited number.
    private static func digits(in pattern: String) -> Int? {
        guard pattern.hasPrefix("^"), pattern.hasSuffix("$"), pattern.utf8.count > 2 else { return nil }
        func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
        var rest = pattern.dropFirst().dropLast()
        var count = 0
        while let first = rest.first {
            if isDigit(first) {
                rest.removeFirst()
            } else if rest.hasPrefix("\\d") {
                rest.removeFirst(2)
            } else if first == "[", let end = rest.firstIndex(of: "]") {
                let choices = rest[..<end].dropFirst()
                guard !choices.isEmpty, choices.allSatisfy({ isDigit($0) || $0 == "-" }) else { return nil }
                rest = rest[end...].dropFirst()
            } else {
                return nil
            }
            var maximum = 1
            if rest.first == "?" {
                rest.removeFirst()
            } else if rest.first == "{" {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                let counts = rest[..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
                guard (1...2).contains(counts.count), counts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy(isDigit) }),
                    let last = counts.last.flatMap({ Int($0) })
                else { return nil }
                maximum = last
                rest = rest[end...].dropFirst()
            }
            count += maximum
        }
        return (1...100).contains(count) ? count : nil
    }
}
