import Foundation
import Records

/// The clocks of a calendar's zones: the system's zone of that name, otherwise the calendar's own description of it.
///
/// Source: RFC 5545, section 3.6.5. In a description, rules for one day a year and single days are supported: programs write no others.
struct CalendarZones {
    private var known: [String: Clock] = [:]
    /// The zone of times without one, if the calendar names it.
    private var defaultZone: String?

    private enum Clock {
        case system(ZoneClock)
        case described([Observance])
        case unknown
    }

    private static let limit = 500

    /// Reads a component's information on zones: the calendar names its own, and describes others.
    mutating func note(_ part: CalendarComponent) {
        switch part.name {
        case "VCALENDAR": if defaultZone == nil { defaultZone = part.first("X-WR-TIMEZONE")?.value.trimmingWhitespace() }
        case "VTIMEZONE": note(zone: part)
        default: break
        }
    }

    /// The system's zone of that name takes precedence.
    private mutating func note(zone: CalendarComponent) {
        guard let name = zone.first("TZID")?.value.trimmingWhitespace(), known[name] == nil, known.count < Self.limit else { return }
        if let clock = Self.system(name) ?? zone.first("X-LIC-LOCATION").flatMap({ Self.system($0.value.trimmingWhitespace()) }) {
            known[name] = clock
        } else {
            let observances = zone.components.prefix(200).compactMap { Observance($0) }
            known[name] = observances.isEmpty ? .unknown : .described(observances)
        }
    }

    /// The moment in seconds since 1970; nil if the time names no known zone. A whole day begins at its midnight.
    mutating func moment(of time: CalendarTime, zone: String?) -> Int64? {
        if time.isUTC { return time.local }
        guard let name = zone?.trimmingWhitespace() ?? defaultZone else { return nil }
        if known[name] == nil, known.count < Self.limit { known[name] = Self.system(name) ?? .unknown }
        switch known[name] {
        case .system(var clock)?:
            let moment = clock.moments(of: time.local).moments.first
            known[name] = .system(clock)
            return moment
        case .described(let observances)?: return Observance.offset(at: time.local, observances).map { time.local - $0 }
        case .unknown?, nil: return nil
        }
    }

    /// Some programs write `/freeassociation.sourceforge.net/Europe/Berlin`.
    private static func system(_ name: String) -> Clock? {
        let parts = name.split(separator: "/").suffix(3)
        let names = [name] + (2...3).map { parts.suffix($0).joined(separator: "/") }
        let known = names.lazy.compactMap { $0.contains("/") || $0 == "UTC" ? TimeZone(identifier: $0) : nil }.first
        return known.map { .system(ZoneClock($0)) }
    }
}

/// When a zone's offset begins: on one day, or on a day of each year.
private struct Observance {
    let start: CalendarTime
    let offset: Int64
    let rule: Rule?

    struct Rule {
        let month: Int
        /// 0 is Sunday; nil for the day of the start.
        let weekday: Int?
        /// Base 1, or negative from the month's end.
        let place: Int
        /// Local time in seconds.
        let until: Int64
    }

    init?(_ component: CalendarComponent) {
        guard ["STANDARD", "DAYLIGHT"].contains(component.name), let start = component.first("DTSTART").flatMap({ CalendarTime($0.value) }),
            let offset = component.first("TZOFFSETTO").flatMap({ Self.seconds($0.value) })
        else { return nil }
        (self.start, self.offset) = (start, offset)
        rule = component.first("RRULE").flatMap { Self.rule($0.value, from: start) }
    }

    /// The offset at a local time: the latest that began before it; nil if there is none.
    static func offset(at local: Int64, _ all: [Observance]) -> Int64? {
        let begun = all.compactMap { one in one.lastStart(before: local).map { (start: $0, offset: one.offset) } }
        return begun.max { $0.start < $1.start }?.offset ?? all.min { $0.start.local < $1.start.local }?.offset
    }

    private func lastStart(before local: Int64) -> Int64? {
        guard start.local <= local else { return nil }
        guard let rule, let today = CalendarDate(daysSince1970: Int(local / 86_400)) else { return start.local }
        // If the rule's day of this year is still to come, the day of the previous year applies.
        let starts = [0, 1].compactMap { back in
            Self.day(rule, Int(today.year) - back, start.date).map { $0 + Int64(start.time?.seconds ?? 0) }
        }
        return starts.first { $0 <= min(local, rule.until) && $0 >= start.local } ?? start.local
    }

    /// `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=…`
    private static func rule(_ text: String, from start: CalendarTime) -> Rule? {
        var parts: [String: String] = [:]
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { parts[pair[0].uppercased()] = pair[1].trimmingWhitespace().uppercased() }
        }
        guard parts["FREQ"] == "YEARLY" else { return nil }
        let month = parts["BYMONTH"].flatMap { Int($0) } ?? Int(start.date.month)
        let until = parts["UNTIL"].flatMap { CalendarTime($0)?.local } ?? .max
        guard (1...12).contains(month) else { return nil }
        guard let day = parts["BYDAY"], let weekday = weekdays.firstIndex(of: String(day.suffix(2))) else {
            return Rule(month: month, weekday: nil, place: 1, until: until)
        }
        return Rule(month: month, weekday: weekday, place: Int(day.dropLast(2)) ?? 1, until: until)
    }

    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// The rule's day in a year, as local time in seconds since 1970.
    private static func day(_ rule: Rule, _ year: Int, _ start: CalendarDate) -> Int64? {
        guard let weekday = rule.weekday else {
            return CalendarDate(year: year, month: rule.month, day: Int(start.day)).map { Int64($0.daysSince1970) * 86_400 }
        }
        let (next, yearOfNext) = rule.month == 12 ? (1, year + 1) : (rule.month + 1, year)
        guard let first = CalendarDate(year: year, month: rule.month, day: 1)?.daysSince1970,
            let end = CalendarDate(year: yearOfNext, month: next, day: 1)?.daysSince1970
        else { return nil }
        // 1 January 1970 was a Thursday.
        let days = (first..<end).filter { ($0 + 4) % 7 == weekday }
        let place = rule.place > 0 ? rule.place - 1 : days.count + rule.place
        return days.indices.contains(place) ? Int64(days[place]) * 86_400 : nil
    }

    /// `+0130` or `-033015` in seconds.
    private static func seconds(_ text: String) -> Int64? {
        let text = text.trimmingWhitespace()
        let digits = text.dropFirst().compactMap(\.wholeNumberValue)
        guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6, digits.count == text.count - 1
        else { return nil }
        let numbers = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] } + [0]
        let seconds = Int64(numbers[0] * 3600 + numbers[1] * 60 + numbers[2])
        return sign == "-" ? -seconds : seconds
    }
}
