import Records

/// A line of iCalendar: its name, its parameters and its value, as written. Source: RFC 5545, sections 3.1 to 3.3.
package struct CalendarProperty: Hashable, Sendable {
    /// The property's name in upper case.
    package let name: String
    /// The parameters, with names in upper case.
    let parameters: [Parameter]
    let value: String

    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// nil if the line has no name or no value. A quoted value may contain the delimiters.
    init?(line: some StringProtocol) {
        var (parts, part, isQuoted) = ([String](), "", false)
        var rest = line[...]
        while let character = rest.popFirst() {
            if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character == ";" {
                parts.append(part)
                part = ""
            } else if !isQuoted, character == ":" {
                parts.append(part)
                guard let name = parts.first, !name.isEmpty else { return nil }
                (self.name, value) = (name.uppercased(), String(rest))
                parameters = parts.dropFirst().compactMap { text in
                    text.firstIndex(of: "=").map {
                        Parameter(name: text[..<$0].uppercased(), value: String(text[text.index(after: $0)...]))
                    }
                }
                return
            } else {
                part.append(character)
            }
        }
        return nil
    }

    subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// The value split at commas, with backslash escapes removed.
    var texts: [String] {
        var (texts, text, isEscaped) = ([String](), "", false)
        for character in value {
            switch (character, isEscaped) {
            case ("n", true), ("N", true): text.append("\n")
            case (_, true): text.append(character)
            case ("\\", false):
                isEscaped = true
                continue
            case (",", false) where Self.lists.contains(name):
                texts.append(text)
                text = ""
            default: text.append(character)
            }
            isEscaped = false
        }
        return texts + [text]
    }

    private static let lists: Set<String> = ["CATEGORIES", "RESOURCES"]

    /// The value as a day or a local time; nil for other properties.
    var time: CalendarTime? {
        guard Self.times.contains(name) || ["DATE", "DATE-TIME"].contains(self["VALUE"]?.uppercased()) else { return nil }
        return CalendarTime(value)
    }

    private static let times: Set<String> = [
        "DTSTART", "DTEND", "DUE", "COMPLETED", "CREATED", "LAST-MODIFIED", "DTSTAMP", "RECURRENCE-ID",
    ]
}

/// A day, or a local time on it: `20260307`, `20260307T183000`, `20260307T183000Z`. Source: RFC 5545, sections 3.3.4 and 3.3.5.
struct CalendarTime: Hashable {
    let date: CalendarDate
    /// nil for a whole day.
    let time: TimeOfDay?
    let isUTC: Bool

    init?(_ text: String) {
        let text = text.trimmingWhitespace().utf8
        guard let date = Self.numbers(text.prefix(8), [4, 2, 2]).flatMap({ CalendarDate(year: $0[0], month: $0[1], day: $0[2]) })
        else { return nil }
        self.date = date
        if text.count == 8 {
            (time, isUTC) = (nil, false)
            return
        }
        let clock = text.dropFirst(8)
        // A leap second becomes the second before it.
        guard clock.first == UInt8(ascii: "T"), let parts = Self.numbers(clock.dropFirst().prefix(6), [2, 2, 2]),
            let time = TimeOfDay(hour: parts[0], minute: parts[1], second: min(parts[2], 59)),
            clock.count == 7 || clock.count == 8 && clock.last == UInt8(ascii: "Z")
        else { return nil }
        (self.time, isUTC) = (time, clock.count == 8)
    }

    /// Consecutive numbers of these widths.
    private static func numbers(_ digits: some Collection<UInt8>, _ widths: [Int]) -> [Int]? {
        guard digits.count == widths.reduce(0, +), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var rest = digits.map { Int($0) - 0x30 }[...]
        return widths.map { width in
            defer { rest = rest.dropFirst(width) }
            return rest.prefix(width).reduce(0) { $0 * 10 + $1 }
        }
    }

    /// Seconds since 1970-01-01T00:00:00 as the clock shows it; midnight for a whole day.
    var local: Int64 { Int64(date.daysSince1970) * 86_400 + Int64(time?.seconds ?? 0) }

    /// In ISO 8601, without a zone.
    var text: String { time.map { "\(date)T\($0)\($0.seconds.isMultiple(of: 60) ? ":00" : "")" } ?? "\(date)" }
}
