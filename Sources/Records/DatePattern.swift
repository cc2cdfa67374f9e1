/// A source's date format, as a pattern of Unicode's date field symbols: `dd-MMM-yy`, `d/M/yyyy`.
///
/// Fields: `yyyy`, `yy`, `MMMM` (March), `MMM` (Mar), `MM`, `M`, `dd`, `d`, and for a moment `HH`, `H`, `hh`, `h` with `a` (am, pm), `mm`,
/// `ss`; and `E` to `EEEE`, the name of the day, which is skipped. Everything else is literal: letters in single quotes, and a blank
/// matches any blank. Names of months are in English, or in a given language (`WrittenLanguages`) and English, in any case, optionally
/// followed by a full stop. Two-digit years are in 1970…2069. Source: Unicode TR 35, part 4, "Date Field Symbol Table". Works on bytes,
/// without allocating, because a list has tens of thousands of dates; texts with non-ASCII digits or blanks are parsed twice.
package struct DatePattern: Hashable, Sendable {
    package let source: String
    /// The language of month names; nil for English.
    package let language: String?
    private let parts: [Part]
    /// Month names of the language, in lower case, longest first; empty for English.
    private let names: [MonthName]

    private struct MonthName: Hashable {
        let name: [UInt8]
        let month: Int
    }

    private enum Part: Hashable {
        case year(digits: Int)
        case month, monthName
        case day, dayName
        /// An optional full stop after an abbreviation.
        case point
        /// 0 to 23, or 1 to 12 with am or pm.
        case hour, halfHour, half
        case minute, second
        case literal(UInt8)

        var ofDay: Int? {
            switch self {
            case .year: 0
            case .month, .monthName: 1
            case .day: 2
            default: nil
            }
        }

        var ofTime: Int? {
            switch self {
            case .hour, .halfHour: 0
            case .half: 1
            case .minute: 2
            case .second: 3
            default: nil
            }
        }
    }

    /// Throws a sentence that describes what is wrong with the pattern.
    /// - Parameters:
    ///   - hasTime: Whether it includes a time of day.
    ///   - language: The language of month names.
    package init(_ source: String, hasTime: Bool = false, language: String? = nil) throws(DatePatternError) {
        var parts: [Part] = []
        var rest = Array(String(source.map { $0.isWhitespace ? " " : $0 }).utf8)[...]
        var quoted = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "'") {
                quoted.toggle()
                rest.removeFirst()
                continue
            }
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            guard isLetter, !quoted else {
                parts.append(.literal(byte))
                rest.removeFirst()
                continue
            }
            let run = rest.prefix { $0 == byte }.count
            rest.removeFirst(run)
            switch (byte, run) {
            case (UInt8(ascii: "y"), 2), (UInt8(ascii: "y"), 4): parts.append(.year(digits: run))
            case (UInt8(ascii: "M"), 1...2): parts.append(.month)
            case (UInt8(ascii: "M"), 3...4): parts.append(.monthName)
            case (UInt8(ascii: "d"), 1...2): parts.append(.day)
            case (UInt8(ascii: "E"), 1...4): parts.append(.dayName)
            case (UInt8(ascii: "H"), 1...2) where hasTime: parts.append(.hour)
            case (UInt8(ascii: "h"), 1...2) where hasTime: parts.append(.halfHour)
            case (UInt8(ascii: "a"), 1) where hasTime: parts.append(.half)
            case (UInt8(ascii: "m"), 2) where hasTime: parts.append(.minute)
            case (UInt8(ascii: "s"), 2) where hasTime: parts.append(.second)
            default:
                let field = String(repeating: Character(Unicode.Scalar(byte)), count: run)
                let known = "yyyy, yy, MMMM, MMM, MM, M, dd, d, EEEE, E" + (hasTime ? ", HH, H, hh, h, a, mm, ss" : "")
                throw DatePatternError(detail: "'\(field)' is not a field of a date pattern; there are \(known)")
            }
        }
        guard !quoted, Self.kinds(of: parts, \.ofDay) == [0, 1, 2] else {
            throw DatePatternError(detail: "a date pattern needs one year, one month and one day, like dd-MMM-yy")
        }
        let times = Self.kinds(of: parts, \.ofTime)
        guard !hasTime || [[0, 2], [0, 2, 3], [0, 1, 2], [0, 1, 2, 3]].contains(times), times.contains(1) == parts.contains(.halfHour)
        else {
            throw DatePatternError(
                detail:
                    "a pattern of a time needs an hour and minutes, like dd.MM.yyyy HH:mm, and with hh or h also a, like d/M/yyyy h:mm a")
        }
        self.source = source
        self.language = language
        names = parts.contains(.monthName) ? try Self.names(of: language) : []
        self.parts = Self.withPoints(parts, inLowerCase: !names.isEmpty)
    }

    /// Allows a full stop after a name, even if the pattern has none. Letters of the pattern are in lower case if names are compared that
    /// way.
    private static func withPoints(_ parts: [Part], inLowerCase: Bool) -> [Part] {
        var all: [Part] = []
        for part in parts {
            if all.last == .monthName || all.last == .dayName, part != .literal(UInt8(ascii: ".")) { all.append(.point) }
            if case .literal(let byte) = part, inLowerCase, (0x41...0x5A).contains(byte) {
                all.append(.literal(byte | 0x20))
            } else {
                all.append(part)
            }
        }
        if all.last == .monthName || all.last == .dayName { all.append(.point) }
        return all
    }

    private static func names(of language: String?) throws(DatePatternError) -> [MonthName] {
        guard let language, language != "en" else { return [] }
        guard let months = WrittenLanguages.months(of: language), let english = WrittenLanguages.months(of: "en") else {
            throw DatePatternError(
                detail: "the names of months in '\(language)' are not known; there are \(WrittenLanguages.known.joined(separator: ", "))")
        }
        var names: [MonthName] = []
        for months in [months, english] {
            for (month, words) in months.enumerated() {
                for word in words.map({ Array($0.utf8) }) where !names.contains(where: { $0.name == word }) {
                    names.append(MonthName(name: word, month: month + 1))
                }
            }
        }
        return names.sorted { $0.name.count > $1.name.count }
    }

    /// The date that `text` represents; nil if it doesn't match the pattern, or there is no such day.
    package func date(from text: some StringProtocol) -> CalendarDate? { moment(from: text)?.date }

    /// The same with the time of day, midnight if the pattern has none.
    package func moment(from text: some StringProtocol) -> (date: CalendarDate, time: TimeOfDay)? {
        guard let found = numbers(in: String(text)), let date = CalendarDate(year: found.year, month: found.month, day: found.day)
        else { return nil }
        var hour = found.hour
        if let isAfternoon = found.isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard hour < 24, let time = TimeOfDay(hour: hour, minute: found.minute, second: found.second) else { return nil }
        return (date, time)
    }

    /// Longer than a date in any language, in bytes.
    private static let textLimit = 400

    /// Most texts are ASCII with English names.
    private func numbers(in text: String) -> Numbers? {
        var text = text
        if names.isEmpty {
            if let found = text.withUTF8({ numbers(in: $0) }) { return found }
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        }
        guard text.utf8.count <= Self.textLimit else { return nil }
        text = plain(text)
        return text.withUTF8 { numbers(in: $0) }
    }

    /// With ASCII digits and blanks, and in lower case if the month names aren't English: those are compared ignoring case.
    private func plain(_ text: String) -> String {
        if text.hasDigitsOfSeveralScripts { return text }
        let plain = String(text.map { $0.asciiDigit ?? ($0.isWhitespace ? " " : $0) })
        return names.isEmpty ? plain : plain.lowercased()
    }

    private struct Numbers {
        var (year, month, day) = (0, 0, 0)
        var (hour, minute, second) = (0, 0, 0)
        var isAfternoon: Bool?
    }

    private func numbers(in bytes: UnsafeBufferPointer<UInt8>) -> Numbers? {
        var at = 0
        var found = Numbers()
        func number(_ digits: ClosedRange<Int>, _ keep: (Int) -> Void) -> Bool {
            guard let value = Self.number(in: bytes, &at, digits: digits) else { return false }
            keep(value)
            return true
        }
        for part in parts {
            let isRead =
                switch part {
                case .literal(let literal): Self.takes(literal, in: bytes, &at)
                case .year(digits: 2): number(2...2) { found.year = $0 < 70 ? 2000 + $0 : 1900 + $0 }
                case .year(let digits): number(digits...digits) { found.year = $0 }
                case .month: number(1...2) { found.month = $0 }
                case .monthName: monthName(in: bytes, &at, &found.month)
                case .dayName: Self.takesName(in: bytes, &at)
                case .point: Self.mayTake(UInt8(ascii: "."), in: bytes, &at)
                case .day: number(1...2) { found.day = $0 }
                case .hour, .halfHour: number(1...2) { found.hour = $0 }
                case .half: Self.half(in: bytes, &at, &found.isAfternoon)
                case .minute: number(2...2) { found.minute = $0 }
                case .second: number(2...2) { found.second = $0 }
                }
            guard isRead else { return nil }
        }
        return at == bytes.count ? found : nil
    }

    private static func mayTake(_ literal: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
        _ = takes(literal, in: bytes, &at)
        return true
    }

    /// A word: letters of any script, up to a mark such as `،`, `、` or `）`.
    private static func takesName(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
        let start = at
        while at < bytes.count {
            let isLetter = (0x61...0x7A).contains(bytes[at] | 0x20) || (at > start && bytes[at] == UInt8(ascii: "-"))
            let next = at + 1 < bytes.count ? bytes[at + 1] : 0
            let isMark = (bytes[at] == 0xD8 && next == 0x8C) || (bytes[at] == 0xE3 && next == 0x80) || (bytes[at] == 0xEF && next == 0xBC)
            guard isLetter || (bytes[at] >= 0x80 && !isMark) else { break }
            at += 1
        }
        return at > start
    }

    private static func takes(_ literal: UInt8, in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
        guard at < bytes.count, bytes[at] == literal else { return false }
        at += 1
        return true
    }

    /// `am`, `PM`, `a.m.`
    private static func half(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ isAfternoon: inout Bool?) -> Bool {
        guard at < bytes.count, let half = ["a", "p"].firstIndex(of: Character(Unicode.Scalar(bytes[at] | 0x20))) else { return false }
        at += 1
        let hasPoints = takes(UInt8(ascii: "."), in: bytes, &at)
        guard at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "m") else { return false }
        at += 1
        isAfternoon = half == 1
        return !hasPoints || takes(UInt8(ascii: "."), in: bytes, &at)
    }

    private static func number(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, digits: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = at
        while at < bytes.count, at - start < digits.upperBound, (0x30...0x39).contains(bytes[at]) {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        return at - start >= digits.lowerBound ? value : nil
    }

    /// The longest matching name, so that "March" isn't parsed as "Mar" followed by "ch".
    private func monthName(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ month: inout Int) -> Bool {
        for name in names where at + name.name.count <= bytes.count {
            if (0..<name.name.count).allSatisfy({ bytes[at + $0] == name.name[$0] }) {
                at += name.name.count
                month = name.month
                return true
            }
        }
        return names.isEmpty && Self.englishName(in: bytes, &at, &month)
    }

    private static func englishName(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ month: inout Int) -> Bool {
        guard at + 3 <= bytes.count else { return false }
        for (index, name) in monthNames.enumerated()
        where bytes[at] | 0x20 == name[0] && bytes[at + 1] | 0x20 == name[1] && bytes[at + 2] | 0x20 == name[2] {
            var length = 3
            while length < name.count, at + length < bytes.count, bytes[at + length] | 0x20 == name[length] { length += 1 }
            // Only whole names or three letters match, except `Sept`.
            at += length == name.count || (length == 4 && index == 8) ? length : 3
            month = index + 1
            return true
        }
        return false
    }

    /// The order of the parts to which `kind` assigns a number.
    private static func kinds(of parts: [Part], _ kind: KeyPath<Part, Int?>) -> [Int] { parts.compactMap { $0[keyPath: kind] }.sorted() }

    private static let monthNames: [[UInt8]] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ].map { Array($0.utf8) }
}

package struct DatePatternError: Error, CustomStringConvertible {
    package let detail: String
    package var description: String { detail }
}
