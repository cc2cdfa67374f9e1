package import Records

/// What an input for a field should offer a person: which keyboard, and how much fits.
///
/// Read from the field's kind and from patterns simple enough to tell (`^2[0-8][0-9]{9}$`): a run of digits, classes of digits and
/// `\d`, each perhaps repeated. For any other pattern nothing is promised. It is a convenience: the server decides what is valid.
package struct FieldInput: Hashable, Sendable {
    package enum Keyboard: String, Sendable { case numeric, decimal, url, tel, email, text }

    package let keyboard: Keyboard
    /// With room for the blanks that are pasted along with a number and trimmed afterwards.
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

    /// How many digits `pattern` takes at most, if it takes digits alone and only so many.
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
