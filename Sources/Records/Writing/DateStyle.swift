/// The date format of a source's column, inferred from all of its texts: one `26/06/2026` determines the meaning of `03/08/2026`.
///
/// The rules, in order: a part of four digits or over 31 is the year, and after a year at the beginning comes the month; a part over 12
/// that isn't the year is the day; dots separate days from months; the convention of the language and region; the reading in which the
/// rows are sorted. A bare number, a word, or a text without a day, month or year isn't a date. Nor is a sentence: the only words allowed
/// are names of days and the few that accompany dates (`DateWords`).
package enum DateStyle: Hashable, Sendable {
    /// This pattern reads all texts.
    case decided(DatePattern)
    /// Several orders fit all texts, and no rule decides between them: the likeliest first.
    case undecided([DatePattern])
    /// The first row, base 0, that contradicts the rows before it or has another form.
    case contradiction(row: Int)
    /// The first text isn't a date, or there are no texts.
    case none

    /// - Parameters:
    ///   - texts: Cells of a column, in order. Empty ones are ignored.
    ///   - language: The page's language, for month names and the order: `de`, `en-GB`.
    package static func decide(for texts: [String], language: String? = nil) -> Self {
        var shapes: [(row: Int, shape: DateShape)] = []
        let months = Months(language)
        for (row, text) in texts.enumerated() {
            let text = text.trimmingWhitespace()
            if text.isEmpty { continue }
            guard let shape = DateShape(text, months) else { return shapes.isEmpty ? .none : .contradiction(row: row) }
            if let first = shapes.first, !first.shape.isLike(shape) { return .contradiction(row: row) }
            shapes.append((row, shape))
        }
        guard let first = shapes.first?.shape else { return .none }
        var orders = first.orders(language)
        for (row, shape) in shapes {
            orders.removeAll { !shape.fits($0) }
            guard !orders.isEmpty else { return row == shapes[0].row ? .none : .contradiction(row: row) }
        }
        let isNamed = first.hasName && language.flatMap { WrittenLanguages.months(of: $0) } != nil
        func pattern(_ order: [DateShape.Role]) -> DatePattern? {
            let source = first.pattern(order, hasLongNames: shapes.contains { $0.shape.hasLongName })
            return try? DatePattern(source, hasTime: first.hasTime, language: isNamed ? language : nil)
        }
        let patterns = orders.compactMap(pattern)
        guard let likeliest = patterns.first else { return .none }
        let fitting = patterns.filter { pattern in texts.allSatisfy { reads($0, pattern) } }
        guard !fitting.isEmpty else {
            let row = texts.firstIndex { !reads($0, likeliest) }
            return row == shapes[0].row ? .none : .contradiction(row: row ?? 0)
        }
        if fitting.count == 1 || first.isOrderKnown(language) { return .decided(fitting[0]) }
        let sorted = fitting.filter { isSorted(texts, by: $0) }
        return sorted.count == 1 && shapes.count > 2 ? .decided(sorted[0]) : .undecided(fitting)
    }

    private static func reads(_ text: String, _ pattern: DatePattern) -> Bool {
        let text = text.trimmingWhitespace()
        return text.isEmpty || pattern.moment(from: text.withoutUnseen(orMarksOfDirection: true)) != nil
    }

    private static func isSorted(_ texts: [String], by pattern: DatePattern) -> Bool {
        let days = texts.compactMap { pattern.date(from: $0.trimmingWhitespace().withoutUnseen(orMarksOfDirection: true))?.daysSince1970 }
        let pairs = zip(days, days.dropFirst())
        return Set(days).count > 1 && (pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 })
    }

    /// The names of months and days in a language and in English.
    struct Months {
        private let (english, own): (Set<String>, Set<String>)
        private let (englishDays, ownDays): (Set<String>, Set<String>)

        init(_ language: String?) {
            english = WrittenLanguages.names(of: "en")
            own = language.map { WrittenLanguages.names(of: $0) } ?? []
            englishDays = WrittenLanguages.days(of: "en")
            ownDays = language.map { WrittenLanguages.days(of: $0) } ?? []
        }

        /// - Parameter word: In lower case.
        func isDay(_ word: String) -> Bool { ownDays.contains(word) || englishDays.contains(word) }

        /// Length of the longest name at the start of `signs`: names may contain blanks and digits.
        func length(at signs: ArraySlice<Character>) -> Int? {
            let beginning = String(signs.prefix(16)).lowercased()
            return stride(from: min(beginning.count, 16), through: 2, by: -1).first { length in
                let name = String(beginning.prefix(length))
                return own.contains(name) || english.contains(name)
            }
        }
    }
}

/// A written date: numbers, a month name, and the text between them.
struct DateShape {
    enum Role: Hashable { case day, month, year }

    private enum Part: Hashable {
        /// A number for the day, month or year, by its index among them.
        case number(Int)
        case monthName, dayName
        /// `H:mm`, `h:mm a`, `HH:mm:ss`.
        case time(String)
        case literal(String)
    }

    private var parts: [Part] = []
    private var numbers: [(value: Int, digits: Int)] = []
    private(set) var hasTime = false
    private(set) var hasLongName = false
    private var separator = ""

    private static let textLimit = 100
    /// Limit of words, in addition to the month name.
    private static let wordLimit = 6

    init?(_ text: String, _ months: DateStyle.Months) {
        guard text.utf8.count <= Self.textLimit else { return nil }
        let text = text.withoutUnseen(orMarksOfDirection: true)
        guard !text.hasDigitsOfSeveralScripts else { return nil }
        let signs = text.map { $0.asciiDigit ?? ($0.isWhitespace ? " " : $0) }
        var (at, wordCount) = (0, 0)
        while at < signs.count {
            if let length = Self.nameLength(at: at, signs, months), !hasName {
                parts.append(.monthName)
                hasLongName = hasLongName || length > 4
                at += length
                if at < signs.count, signs[at] == "." { at += 1 }
            } else if signs[at].isASCII, signs[at].isNumber {
                guard takeNumber(signs, &at) else { return nil }
            } else if signs[at].isLetter {
                let word = signs[at...].prefix { $0.isLetter || $0 == "-" }
                if hasTime, String(word) == "Z" || ZoneNames.offset(of: String(word)) != nil { return nil }
                let lower = String(word).lowercased()
                // `日` and `월` are a day's name only in parentheses.
                let isUnit = word.count == 1 && DateWords.known.contains(lower) && !isInParenthesis
                let isDay = !isUnit && !parts.contains(.dayName) && months.isDay(lower)
                wordCount += 1
                guard isDay || DateWords.known.contains(lower), wordCount <= Self.wordLimit else { return nil }
                if isDay { parts.append(.dayName) } else { literal(String(word)) }
                at += word.count
                if isDay, at < signs.count, signs[at] == "." { at += 1 }
            } else {
                literal(String(signs[at]))
                at += 1
            }
        }
        guard numbers.count == (hasName ? 2 : 3), numbers.allSatisfy({ $0.digits <= 2 || $0.digits == 4 }) else { return nil }
    }

    /// Length of a month's name that starts here with a letter and ends with its word: `mai`, not the beginning of `main`.
    private static func nameLength(at place: Int, _ signs: [Character], _ months: DateStyle.Months) -> Int? {
        guard signs[place].isLetter, place == 0 || !signs[place - 1].isLetter || !signs[place].isASCII,
            let length = months.length(at: signs[place...])
        else { return nil }
        let end = place + length
        return end == signs.count || !signs[end].isLetter || !signs[end].isASCII ? length : nil
    }

    private var isInParenthesis: Bool {
        guard case .literal(let text)? = parts.last else { return false }
        return text.hasSuffix("(") || text.hasSuffix("（")
    }

    private mutating func literal(_ text: String) {
        if numbers.count == 1, separator.isEmpty { separator = text }
        if case .literal(let before)? = parts.last {
            parts[parts.count - 1] = .literal(before + text)
        } else {
            parts.append(.literal(text))
        }
    }

    /// A number, or a clock time that begins with it.
    private mutating func takeNumber(_ signs: [Character], _ at: inout Int) -> Bool {
        let digits = signs[at...].prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 4, let value = Int(String(digits)) else { return false }
        if at + digits.count < signs.count, signs[at + digits.count] == ":", !hasTime {
            guard let (pattern, length) = Self.time(signs[at...]) else { return false }
            parts.append(.time(pattern))
            hasTime = true
            at += length
            return true
        }
        guard numbers.count < 3 else { return false }
        parts.append(.number(numbers.count))
        numbers.append((value, digits.count))
        at += digits.count
        return true
    }

    /// `9:30`, `09:30:15`, `9:30 pm`: the pattern, and its length in characters.
    private static func time(_ signs: ArraySlice<Character>) -> (String, Int)? {
        let clock = signs.prefix { ($0.isASCII && $0.isNumber) || $0 == ":" }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 2 }) else {
            return nil
        }
        let seconds = parts.count == 3 ? ":ss" : ""
        let rest = signs.dropFirst(clock.count)
        let blank = rest.first == " " ? " " : ""
        let half = String(rest.dropFirst(blank.count).prefix(4)).lowercased()
        for (text, length) in [("a.m.", 4), ("p.m.", 4), ("am", 2), ("pm", 2)] where half.hasPrefix(text) {
            let next = rest.dropFirst(blank.count + length).first
            if next?.isLetter != true { return ("h:mm\(seconds)\(blank)a", clock.count + blank.count + length) }
        }
        return ("H:mm\(seconds)", clock.count)
    }

    /// Whether one pattern can read both.
    func isLike(_ other: Self) -> Bool {
        parts == other.parts && zip(numbers, other.numbers).allSatisfy { ($0.digits == 4) == ($1.digits == 4) }
    }

    var hasName: Bool { parts.contains(.monthName) }

    /// The possible orders of the numbers, the likeliest first.
    func orders(_ language: String?) -> [[Role]] {
        if hasName {
            // `14 March 26`, `March 14, 26`: the day is adjacent to the name.
            return [[.day, .year], [.year, .day]]
        }
        let all: [[Role]] = [[.day, .month, .year], [.month, .day, .year], [.year, .month, .day]]
        guard let order = language.flatMap({ WrittenLanguages.order(of: $0) }) else { return all }
        let first: [Role] =
            switch order {
            case .dayMonthYear: all[0]
            case .monthDayYear: all[1]
            case .yearMonthDay: all[2]
            }
        return [first] + all.filter { $0 != first }
    }

    /// Whether the first of several fitting orders is certainly the right one.
    func isOrderKnown(_ language: String?) -> Bool {
        if hasName || separator.hasPrefix(".") { return true }
        guard let order = language.flatMap({ WrittenLanguages.order(of: $0) }) else { return false }
        // A language that begins with the year doesn't determine the order of day and month if the year comes last.
        return order != .yearMonthDay || numbers.first?.digits != 4 && numbers.last?.digits != 4
    }

    func fits(_ order: [Role]) -> Bool {
        zip(numbers, order).allSatisfy { number, role in
            switch role {
            case .day: number.digits <= 2 && (1...31).contains(number.value)
            case .month: number.digits <= 2 && (1...12).contains(number.value)
            // One-digit years aren't used.
            case .year: number.digits == 4 || number.digits == 2
            }
        }
    }

    /// The text of a `DatePattern`.
    func pattern(_ order: [Role], hasLongNames: Bool) -> String {
        parts.map { part in
            switch part {
            case .number(let place):
                switch order[place] {
                case .day: "d"
                case .month: "M"
                case .year: numbers[place].digits == 4 ? "yyyy" : "yy"
                }
            case .monthName: hasLongNames ? "MMMM" : "MMM"
            case .dayName: "EEEE"
            case .time(let pattern): pattern
            case .literal(let text): text.contains { $0.isASCII && $0.isLetter } ? "'\(text)'" : text
            }
        }.joined()
    }
}
