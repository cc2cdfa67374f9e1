// Converts a source's text to a value, for each kind of field.
extension Field {
    /// The value of several texts of a row: a list of them, or a position of two. Other kinds accept one text.
    ///
    /// Empty texts are ignored, and no text is split. A text field also accepts several, joined with `joint`.
    package func value(from texts: [String]) throws(FieldError) -> Value? {
        let given = texts.map { seen($0) }.filter { !$0.isEmpty }
        let texts = given.filter { !nothings.contains($0) }
        switch (kind, texts.count) {
        case (_, 0) where !given.isEmpty: return nil
        case (_, 0): return try value(from: "")
        case (.list, _): return .list(texts)
        case (.position, 2):
            let format = numbers ?? NumberFormat()
            if let position = Position(texts[0], texts[1], format: format, scale: scale) { return .position(position) }
            if isOptional, texts.allSatisfy({ format.number($0) == 0 }) { return nil }
            return try value(from: texts.joined(separator: ","))
        case (_, 1): return try value(from: texts[0])
        case (.text, _): return try value(from: texts.joined(separator: joint))
        default: throw FieldError(field: name, found: texts.joined(separator: ", "), wanted: "\(texts.count) values where \(wanted)")
        }
    }

    func parsed(_ text: String) -> Value? {
        switch kind {
        case .text: .text(withAllDigits(text))
        case .number: number(text).flatMap { Value(number: $0) }
        case .money: amount(text).map(Value.money)
        case .date: (format.map { $0.date(from: text) } ?? CalendarDate(iso: text)).map(Value.date)
        case .time: TimeOfDay(text).map(Value.time)
        case .timestamp: (moments ?? MomentFormat()).moment(text).map(Value.timestamp)
        case .duration: Duration(published: text).map(Value.duration)
        case .flag: flag(text).map(Value.flag)
        case .url:
            Self.isWholeAddress(text) || Self.isRelativeAddress(text) ? .url(dropped.isEmpty ? text : dropped.removed(from: text)) : nil
        case .image: Self.isImage(text) ? .image(text) : nil
        // With a decimal comma, one text is one number: half of a position.
        case .position: numbers?.decimal == "," ? nil : Position(text, scale: scale).map(Value.position)
        case .list: .list(texts(of: text))
        case .phone: Self.isPhone(text) ? .phone(text) : nil
        case .email: Self.isEmail(text) ? .email(text) : nil
        }
    }

    /// In the field's currency, or else in a known one: three capitals next to a number are usually some other code.
    private func amount(_ text: String) -> Money? {
        guard let amount = Money(text, currency: currency, format: numbers) else { return nil }
        return currency == nil && !CurrencyNames.isCode(amount.currency) ? nil : amount
    }

    /// Removes the texts around the value, one at each end. A text that contains nothing else stays unchanged.
    func bare(_ text: String) -> String {
        guard !surroundings.isEmpty else { return text }
        var bare = text[...]
        if let before = surroundings.first(where: { bare.hasPrefix($0) }) { bare = bare.dropFirst(before.count) }
        if let behind = surroundings.first(where: { bare.hasSuffix($0) }) { bare = bare.dropLast(behind.count) }
        let trimmed = bare.trimmingWhitespace()
        return trimmed.isEmpty ? text : trimmed
    }

    private func flag(_ text: String) -> Bool? {
        let word = text.lowercased()
        return flagWords[word] ?? Self.flags[word] ?? language.flatMap { FlagWords.value(of: text, language: $0) }
    }

    /// Accepts the declared marks, or else a decimal point. Digits may be of any script.
    private func number(_ text: String) -> Double? {
        let format = numbers ?? NumberFormat()
        if let number = format.number(text, scale: scale) { return number }
        guard let written = WrittenNumber(text), written.before.isEmpty, written.after.isEmpty || written.after == unit,
            let plain = written.plain(format)
        else {
            return nil
        }
        return NumberFormat().number(plain, scale: scale)
    }

    /// "1067" becomes "01067" if `digits` is five.
    private func withAllDigits(_ text: String) -> String {
        guard let digits, text.utf8.count < digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return text }
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Sources write a position of 0, 0 or only a comma if they don't know it. A list of only separators is empty. For all other kinds
    /// except texts, addresses and pictures, a dash means no value.
    func isBlank(_ text: String) -> Bool {
        switch kind {
        case .number, .money, .date, .time, .timestamp, .duration, .flag, .phone, .email:
            return text.utf8.count <= 12 && text.allSatisfy { "-–—−‐".contains($0) }
        case .position:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingWhitespace() }
            return parts.count == 2 && (parts.allSatisfy { Double($0) == 0 } || parts.allSatisfy(\.isEmpty))
        case .list: return texts(of: text).isEmpty
        default: return false
        }
    }

    /// The texts between a list's separators.
    private func texts(of text: String) -> [String] {
        text.split(separator: separator).map { $0.trimmingWhitespace() }.filter { !$0.isEmpty && !nothings.contains($0) }
    }

    var wanted: String {
        switch kind {
        case .text: "a text is expected"
        case .number: "a number like \(example("5")) is expected\(grouping)"
        case .money: "an amount like \(example("50")) \(currency ?? "AUD") is expected\(grouping)"
        case .date: "a date like \(format?.source ?? "yyyy-MM-dd") is expected"
        case .time: "a time like 06:30 is expected"
        case .timestamp: "a time like \((moments ?? MomentFormat()).example) is expected"
        case .duration: "a length of time like PT1H30M, 1:30:00 or 90 min is expected"
        case .flag: "yes or no is expected"
        case .url: "a web address is expected"
        case .image: "the address of a picture is expected"
        case .position: "a position like -31.95,115.86 (latitude, longitude, not 0,0) is expected"
        case .list: "texts with '\(separator)' between them are expected"
        case .phone: "a phone number is expected"
        case .email: "a mail address is expected"
        }
    }

    private func example(_ fraction: String) -> String {
        let whole = numbers?.group.map { numbers?.isIndian == true ? "12\($0)34\($0)567" : "1\($0)234" } ?? "12"
        return "\(whole)\(numbers?.decimal ?? ".")\(fraction)"
    }

    private var grouping: String {
        guard let numbers, let group = numbers.group else { return "" }
        return numbers.isIndian
            ? ", three digits behind the last '\(group)' and two behind each before" : ", three digits behind each '\(group)'"
    }

    private static let flags = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]

    /// Schemes are case-insensitive (RFC 3986, 3.1).
    package static func isWholeAddress(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }

    /// A relative reference: `/a/b`, `../c.html`, `//host/d`, `?page=2`. A single word is more likely something else.
    private static func isRelativeAddress(_ text: String) -> Bool {
        guard text.contains(where: { "/.?#".contains($0) }), !text.contains(where: { $0.isWhitespace || "<>\"\\".contains($0) }) else {
            return false
        }
        guard let colon = text.firstIndex(of: ":") else { return true }
        return text[..<colon].contains { "/?#".contains($0) }
    }

    /// A relative or web address, or a small picture inside a `data:` address; never a script.
    private static func isImage(_ text: String) -> Bool {
        guard !text.contains(where: { $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "\"" }) else { return false }
        guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "/?#".contains($0) }) else { return true }
        switch text[..<colon].lowercased() {
        case "http", "https": return true
        case "data": return text.utf8.count <= 64 << 10 && text[text.index(after: colon)...].lowercased().hasPrefix("image/")
        default: return false
        }
    }

    private static func isPhone(_ text: String) -> Bool {
        let digits = text.count { ("0"..."9").contains($0) }
        return (3...20).contains(digits) && text.count <= 40
            && text.allSatisfy { ("0"..."9").contains($0) || "+-–()./# x".contains($0) || $0 == "\u{A0}" }
    }

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, !text.contains(where: { $0.isWhitespace || "<>,;:\"()[]\\".contains($0) }) else {
            return false
        }
        return !parts[0].isEmpty && !parts[1].isEmpty && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
    }
}
