import Records

/// One written day, taken apart: its numbers in their order, the month if it is named, and the time of day behind it.
struct DateText {
    enum Form: Hashable { case numbers, named }
    enum Order { case yearMonthDay, dayMonthYear, monthDayYear, dayYear }

    let form: Form
    /// Three, or a day and a year beside the month's name.
    let numbers: [Int]
    let month: Int
    /// What stands between numbers.
    let mark: Character
    let time: TimeOfDay?

    /// nil of what is no day: a bare number, a word, two numbers.
    init?(_ text: String, _ context: PageContext) {
        var words = Self.withoutBrackets(text).split { $0 == " " || $0 == "," || $0 == "،" }.map(String.init)
        guard (1...8).contains(words.count) else { return nil }
        var time: TimeOfDay?
        for place in words.indices.reversed() {
            if let found = Self.time(words[place]) {
                guard time == nil else { return nil }
                time = found
                words.remove(at: place)
            }
        }
        self.time = time
        words.removeAll { Self.fillers.contains($0.lowercased()) }
        if let (numbers, mark) = Self.numeric(words) {
            (form, self.numbers, self.mark, month) = (.numbers, numbers, mark, 0)
            return
        }
        guard let (numbers, month) = Self.named(words, context, hasComma: text.contains { $0 == "," || $0 == "،" }) else { return nil }
        (form, self.numbers, mark, self.month) = (.named, numbers, " ", month)
    }

    func date(_ order: Order) -> CalendarDate? {
        switch order {
        case .yearMonthDay: CalendarDate(year: Self.year(numbers[0]), month: numbers[1], day: numbers[2])
        case .dayMonthYear: CalendarDate(year: Self.year(numbers[2]), month: numbers[1], day: numbers[0])
        case .monthDayYear: CalendarDate(year: Self.year(numbers[2]), month: numbers[0], day: numbers[1])
        case .dayYear: CalendarDate(year: Self.year(max(numbers[0], numbers[1])), month: month, day: min(numbers[0], numbers[1]))
        }
    }

    private static func year(_ number: Int) -> Int { number >= 100 ? number : number < 70 ? 2000 + number : 1900 + number }

    // MARK: Parts

    /// `2026年3月5日`, `5.3.2026`, `05/03/26`; a word before them is a day of the week.
    private static func numeric(_ words: [String]) -> ([Int], Character)? {
        guard let last = words.last, words.count <= 2, words.dropLast().allSatisfy({ $0.allSatisfy { $0.isLetter || $0 == "." } }) else {
            return nil
        }
        let isJapanese = last.contains("年") && last.contains("月")
        let plain = isJapanese ? last.replacing("年", with: "/").replacing("月", with: "/").replacing("日", with: "") : last
        guard let mark = plain.first(where: { !$0.isASCIIDigit }), [".", "/", "-"].contains(mark) else { return nil }
        let parts = plain.split(separator: mark)
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) && $0.count <= 4 ? Int($0) : nil }
        guard parts.count == 3, numbers.count == 3, parts[0].count == 4 || parts[2].count == 4 || parts[2].count == 2 else { return nil }
        return (numbers, mark)
    }

    /// `5. März 2026`, `March 5 2026`, `5 de marzo de 2026`.
    private static func named(_ words: [String], _ context: PageContext, hasComma: Bool) -> ([Int], Int)? {
        var (numbers, month) = ([Int](), 0)
        for (place, word) in words.enumerated() {
            if let number = number(word) {
                numbers.append(number)
            } else if month == 0, let found = MonthNames.month(word, context.language) {
                month = found
            } else {
                // A first word may be the day of the week.
                guard place == 0, hasComma || word.hasSuffix("."), word.allSatisfy({ $0.isLetter || $0 == "." || $0 == "-" }) else {
                    return nil
                }
            }
        }
        guard month > 0, numbers.count == 2, numbers.contains(where: { $0 > 31 }), numbers.contains(where: { (1...31).contains($0) }) else {
            return nil
        }
        return (numbers, month)
    }

    /// `5`, `5.`, `5th`, `1er`, `5º`.
    private static func number(_ word: String) -> Int? {
        let digits = word.prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty, digits.count <= 4,
            ["", ".", "st", "nd", "rd", "th", "er", "e", "º", "ª"].contains(word.dropFirst(digits.count).lowercased())
        else { return nil }
        return Int(digits)
    }

    /// `9:30`, `09:30:15`; with am or pm.
    static func time(_ text: String) -> TimeOfDay? {
        let lower = text.lowercased().replacing(" ", with: "")
        let half = ["am", "pm", "a.m.", "p.m."].first { lower.hasSuffix($0) }
        let parts = lower.dropLast(half?.count ?? 0).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), var hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: parts.count == 3 ? Int(parts[2]) ?? 0 : 0)
    }

    /// Without what stands in brackets: the day of the week.
    private static func withoutBrackets(_ text: String) -> String {
        var (plain, depth) = ("", 0)
        for character in text {
            if "(（".contains(character) { depth += 1 }
            if depth == 0 { plain.append(character) }
            if ")）".contains(character) { depth = max(0, depth - 1) }
        }
        return plain.trimmed
    }

    private static let fillers: Set<String> = [
        "de", "del", "of", "at", "um", "à", "le", "el", "den", "der", "am", "the", "uhr", "·", "|", "-", "–", "kl.", "o", "g.", "r.",
        "alle", "às", "om",
    ]
}
