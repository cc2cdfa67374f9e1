/// A time on the clock, without a day and without a zone: opening hours, a departure.
package struct TimeOfDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Since midnight, 0…86,400; the last is 24:00, the end of a day.
    package let seconds: Int

    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...24).contains(hour), (0...59).contains(minute), (0...59).contains(second), hour < 24 || minute + second == 0 else {
            return nil
        }
        seconds = hour * 3600 + minute * 60 + second
    }

    /// Parses `6:30`, `06:30`, `06:30:15`, `6:30 pm`, `6.30pm`, `6 pm`, in digits of any script; nil for anything else.
    package init?(_ text: some StringProtocol) {
        var text = text.lowercased()
        if !text.utf8.allSatisfy({ $0 < 0x80 }) { text = String(text.map { $0.asciiDigit ?? $0 }) }
        var half: Int?
        for (ending, hours) in [("am", 0), ("pm", 12), ("a.m.", 0), ("p.m.", 12)] where text.hasSuffix(ending) {
            half = hours
            text = text.dropLast(ending.count).trimmingWhitespace()
        }
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == "." })
        guard (half == nil ? 2...3 : 1...3).contains(parts.count), parts.count - 1 == text.count(where: { $0 == ":" || $0 == "." }) else {
            return nil
        }
        var numbers: [Int] = []
        for (index, part) in parts.enumerated() {
            guard (index == 0 ? 1...2 : 2...2).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        self.init(hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
    }

    /// `06:30`, or `06:30:15` with seconds.
    package var description: String {
        var bytes: [UInt8] = []
        bytes.appendDigits(of: seconds / 3600, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(of: seconds / 60 % 60, width: 2)
        if !seconds.isMultiple(of: 60) {
            bytes.append(UInt8(ascii: ":"))
            bytes.appendDigits(of: seconds % 60, width: 2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

/// As seconds since midnight.
extension TimeOfDay: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Int.self)
        guard (0...86_400).contains(seconds), let time = Self(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time of day")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
