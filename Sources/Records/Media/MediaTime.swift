/// A time in a film or a piece of music, or its duration, in whole microseconds. Formatted like ffprobe's times: `124.064000`.
package struct MediaTime: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package let microseconds: Int64

    /// About a year. Larger values in a file are clamped, so that sums never overflow.
    private static let limit: Int64 = 400 * 86_400 * 1_000_000
    package static let zero = MediaTime(microseconds: 0)

    package init(microseconds: Int64) { self.microseconds = microseconds.clamped(to: -Self.limit...Self.limit) }

    package init(seconds: Double) { self.init(microseconds: Int64(clamping: (seconds * 1_000_000).rounded())) }

    package var seconds: Double { Double(microseconds) / 1_000_000 }

    /// Seconds with six decimals, the format that ffmpeg reads.
    package var description: String {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        return "\(microseconds < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }

    package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
    package static func + (left: Self, right: Self) -> Self { Self(microseconds: left.microseconds + right.microseconds) }
    package static func - (left: Self, right: Self) -> Self { Self(microseconds: left.microseconds - right.microseconds) }

    package init(from decoder: any Decoder) throws { self.init(microseconds: try decoder.singleValueContainer().decode(Int64.self)) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}

/// Frames per second, as a fraction: 24000/1001. Both parts are positive.
package struct FrameRate: Hashable, Sendable, Codable {
    package let pictures: Int
    package let seconds: Int

    /// nil for rates that no film has.
    package init?(pictures: Int, seconds: Int) {
        guard pictures > 0, seconds > 0, pictures <= 1_000_000, seconds <= 1_000_000 else { return nil }
        self.pictures = pictures
        self.seconds = seconds
    }

    package var perSecond: Double { Double(pictures) / Double(seconds) }
}
