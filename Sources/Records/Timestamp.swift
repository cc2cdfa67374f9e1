package import Foundation

/// A moment from the beginning of year 1 to the end of year 9999, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// As Foundation counts years, by the Julian calendar before 1582. What would be before or after is held at that end, so that every
/// moment can be written, and sums of moments never overflow.
package struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let milliseconds: Int64

    private static let range: ClosedRange<Int64> = -62_135_769_600_000...253_402_300_799_999

    package init(milliseconds: Int64) { self.milliseconds = milliseconds.clamped(to: Self.range) }

    package init(_ date: Date) { self.init(milliseconds: Int64(clamping: (date.timeIntervalSince1970 * 1000).rounded())) }

    /// Reads ISO 8601 with a zone, with or without a fraction (`2012-03-07T09:30:00Z`); nil for anything else, and outside of years 1 to 9999.
    package init?(iso text: String) {
        let plain = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? plain.parse(text)) ?? (try? fractional.parse(text)),
            Self.range.contains(Int64(clamping: date.timeIntervalSince1970 * 1000))
        else { return nil }
        self.init(date)
    }

    /// `2012-03-07T09:30:00Z`, to the second.
    package var description: String { date.formatted(.iso8601) }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (time: Self, duration: Duration) -> Self {
        Self(milliseconds: time.milliseconds.addingSaturated(duration.wholeMilliseconds))
    }

    /// How long it is from `right` to `left`.
    package static func - (left: Self, right: Self) -> Duration { .milliseconds(left.milliseconds - right.milliseconds) }
}

/// Where the time of day comes from: passed in, so that tests hold the clock.
package typealias Now = @Sendable () -> Timestamp

extension Timestamp {
    package static let system: Now = { Timestamp(Date()) }
}

extension Duration {
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedSaturated(by: 1000).addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}

/// As milliseconds since 1970.
extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
