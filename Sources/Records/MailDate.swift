/// A date in the format of mail and RSS, `Tue, 24 Nov 2026 10:00:00 +0100`.
///
/// Source: RFC 5322, sections 3.3 and 4.3 (RFC 822 before it), with the variants that occur in feeds: full names of days and months,
/// hyphens in the date (RFC 850), names of zones, comments. Two-digit years are 1950 to 2049. The name of the day is ignored.
struct MailDate: Hashable {
    enum Zone: Hashable {
        /// Seconds east of UTC.
        case offset(Int)
        case none
        /// An unknown name, or the name of several zones.
        case unknown
    }

    /// Seconds since 1970, as if it were UTC.
    let local: Int64
    let zone: Zone

    init?(_ text: String) {
        guard text.utf8.count <= 200, let text = Self.withoutComments(text) else { return nil }
        var words = text.split { $0.isWhitespace || $0 == "," }[...]
        if let first = words.first, first.allSatisfy(\.isLetter) || first.hasSuffix(".") {
            guard Self.place(of: first, in: Self.days) != nil else { return nil }
            words.removeFirst()
        }
        // `24-Nov-26` is one word.
        if let first = words.first, first.contains("-") { words = (first.split(separator: "-") + words.dropFirst())[...] }
        guard words.count >= 4, let day = Self.number(words.removeFirst(), 1...2),
            let month = Self.place(of: words.removeFirst(), in: Self.months), let year = Self.year(words.removeFirst()),
            let date = CalendarDate(year: year, month: month + 1, day: day), let seconds = Self.clock(words.removeFirst()), words.count <= 1
        else { return nil }
        local = Int64(date.daysSince1970) * 86_400 + Int64(seconds)
        guard let name = words.first else {
            zone = .none
            return
        }
        guard name.utf8.first?.digit == nil else { return nil }
        zone = ZoneNames.offset(of: String(name)).map { .offset(Int($0)) } ?? .unknown
    }

    /// nil if a parenthesis isn't closed.
    private static func withoutComments(_ text: String) -> String? {
        guard text.contains("(") else { return text }
        var (depth, kept) = (0, "")
        for character in text {
            switch character {
            case "(": depth += 1
            case ")" where depth > 0: depth -= 1
            case _ where depth == 0: kept.append(character)
            default: break
            }
        }
        return depth == 0 ? kept : nil
    }

    private static func year(_ text: Substring) -> Int? {
        guard let number = number(text, 2...4) else { return nil }
        switch text.utf8.count {
        case 2: return number < 50 ? 2000 + number : 1900 + number
        case 3: return 1900 + number
        default: return number
        }
    }

    /// `10:00`, `10:00:30`, and `23:59:60`, a leap second, which counts as the next second.
    private static func clock(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, 1...2) }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1], let second = parts.count == 3 ? parts[2] : 0 else {
            return nil
        }
        guard hour < 24, minute < 60, second < 60 || minute == 59 && second == 60 else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
        digits.contains(text.utf8.count) && text.utf8.allSatisfy { $0.digit != nil } ? Int(text) : nil
    }

    /// The index of the name that the text equals, or whose first letters it is, at least three.
    private static func place(of text: Substring, in names: [String]) -> Int? {
        let name = (text.hasSuffix(".") ? text.dropLast() : text).lowercased()
        return name.count >= 3 ? names.firstIndex { $0.hasPrefix(name) } : nil
    }

    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
}
