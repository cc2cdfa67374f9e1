import Records

/// What an input for a field should offer a person: which keyboard, and how much fits.
///
/// Read from the field's kind and from patterns simple enough to tell (`^2[0-8][0-9]{9}$`): a run of digits, classes of digits and
/// `\d`, each perhaps repeated. For any other pattern nothing is promised. It is a convenience: the server decides what is valid.
struct FieldInput: Hashable, Sendable {
    enum Keyboard: String, Sendable { case numeric, decimal, url, tel, email, text }

    let keyboard: Keyboard
    /// With room for the blanks that are pasted along with a number and trimmed afterwards.
    let maximumLength: Int

    init(_ field: Field) {
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
        guard let match = pattern.wholeMatch(of: /\^((?:(?:[0-9]|\\d|\[[0-9\-]+\])(?:\{[0-9]{1,3}(?:,[0-9]{1,3})?\}|\?)?)+)\$/) else {
            return nil
        }
        var count = 0
        for piece in match.1.matches(of: /(?:[0-9]|\\d|\[[0-9\-]+\])(?:\{(?:[0-9]+,)?([0-9]+)\}|\?)?/) {
            count += piece.1.flatMap { Int($0) } ?? 1
        }
        return (1...100).contains(count) ? count : nil
    }
}
