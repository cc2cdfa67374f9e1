package import Foundation

/// A source's format of moments: ISO 8601 or that of mail and RSS, a count since 1970, or a pattern; and the zone for texts that name
/// none.
///
/// A bare number is only a moment if the board declares its unit, since 1764000000 may be anything.
package struct MomentFormat: Hashable, Sendable {
    package enum Writing: Hashable, Sendable {
        /// ISO 8601 or RFC 5322, section 3.3; no text is valid as both.
        case standard
        /// A count since 1970-01-01T00:00:00Z.
        case seconds, milliseconds
        case pattern(DatePattern)
    }

    package var writing: Writing
    /// For texts that name no zone; nil rejects them.
    package var zone: TimeZone?

    package init(_ writing: Writing = .standard, zone: TimeZone? = nil) { (self.writing, self.zone) = (writing, zone) }

    /// The names of counts in board files.
    package static let counts: [String: Writing] = ["seconds": .seconds, "milliseconds": .milliseconds]

    /// nil if `text` doesn't match, or neither it nor the format names a zone.
    package func moment(_ text: String) -> Timestamp? {
        switch writing {
        case .standard: Timestamp(iso: text) ?? spaced(text) ?? mailed(text)
        case .seconds: Self.count(text, milliseconds: 1000)
        case .milliseconds: Self.count(text, milliseconds: 1)
        case .pattern(let pattern):
            zone.flatMap { zone in pattern.moment(from: text).map { $0.time.moment(on: $0.date, in: zone) } }
        }
    }

    /// The option in the board's file that could read this text.
    func mend(for text: String) -> String? {
        for (name, writing) in [("seconds", Writing.seconds), ("milliseconds", .milliseconds)] where self.writing != writing {
            if let moment = Self(writing).moment(text) { return "write format: \(name) to read it as \(moment)" }
        }
        if writing != .standard, let moment = Self(zone: zone).moment(text) { return "leave out format to read it as \(moment)" }
        guard writing == .standard else { return nil }
        if MailDate(text)?.zone == .unknown { return "its zone is not known, or means several" }
        return Self(zone: .gmt).moment(text) == nil ? nil : "it names no zone; add zone: with the zone that is meant, like Europe/Berlin"
    }

    var example: String {
        switch writing {
        case .standard: "2026-03-07T09:30:00\(zone == nil ? "Z" : "")"
        case .seconds: "1772875800 (seconds since 1970)"
        case .milliseconds: "1772875800000 (milliseconds since 1970)"
        case .pattern(let pattern): pattern.source
        }
    }

    /// ISO 8601 without a zone, or with a blank before it.
    private func spaced(_ text: String) -> Timestamp? {
        guard let (local, rest) = Timestamp.clock(iso: text) else { return nil }
        if rest.isEmpty { return placed(local) }
        guard rest.first == " ", let offset = ZoneNames.offset(of: rest.trimmingWhitespace()) else { return nil }
        return Timestamp(exactly: local - offset * 1000)
    }

    private func mailed(_ text: String) -> Timestamp? {
        guard let date = MailDate(text) else { return nil }
        switch date.zone {
        case .offset(let seconds): return Timestamp(exactly: (date.local - Int64(seconds)) * 1000)
        case .none: return placed(date.local * 1000)
        case .unknown: return nil
        }
    }

    /// The first moment at which the zone's clock shows that; the moment of the jump if the clock skips it.
    private func placed(_ local: Int64) -> Timestamp? {
        guard let zone else { return nil }
        let day = local.quotient(86_400_000)
        let seconds = Int((local - day * 86_400_000) / 1000)
        guard let date = CalendarDate(daysSince1970: Int(day)),
            let time = TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
        else { return nil }
        let moment = time.moment(on: date, in: zone)
        return Timestamp(exactly: moment.milliseconds + local - local.quotient(1000) * 1000)
    }

    /// A count in the wrong unit would give a wrong moment, so the valid ranges don't overlap: seconds are before the year 5138, and
    /// milliseconds exclude 2 January 1970 to March 1973, where seconds of this century would fall.
    private static func count(_ text: String, milliseconds: Int64) -> Timestamp? {
        guard let plain = NumberFormat().plain(text), let number = Double(plain), abs(number) < 1e15 else { return nil }
        guard milliseconds == 1 ? !(1e8..<1e11).contains(abs(number)) : abs(number) < 1e11 else { return nil }
        return Timestamp(exactly: Int64(clamping: (number * Double(milliseconds)).rounded()))
    }
}
