extension Duration {
    /// Parses a duration as sources write it: ISO 8601 (`PT1H30M`, `P2DT12H`, `-PT1H`), a clock (`1:23:45`, `23:45` for minutes and
    /// seconds), or numbers with units (`90 min`, `1 h 30 min`, `45s`). nil for anything else, including a bare number and more than 100
    /// years.
    package init?(published text: some StringProtocol) {
        let text = text.trimmingWhitespace().lowercased()
        guard !text.isEmpty, text.utf8.count <= 60 else { return nil }
        let seconds: Double? =
            text.hasPrefix("p")
            ? Self.iso(text.dropFirst())
            : text.hasPrefix("-p")
                ? Self.iso(text.dropFirst(2)).map(-) : text.contains(":") ? Self.clock(text) : Self.units(text)
        guard let seconds, abs(seconds) <= 100 * 365 * 86_400 else { return nil }
        self = .milliseconds(Int64(clamping: (seconds * 1000).rounded()))
    }

    /// `PT1H30M`, in hours, minutes and seconds; a negative one has the sign in front (`-PT1H30M`, as in ISO 8601-2).
    package var iso8601: String {
        guard self >= .zero else { return "-" + (.zero - self).iso8601 }
        let milliseconds = wholeMilliseconds
        let (hours, minutes, seconds, rest) =
            (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60, milliseconds % 1000)
        var text = "PT"
        if hours != 0 { text += "\(hours)H" }
        if minutes != 0 { text += "\(minutes)M" }
        if rest != 0 {
            text += "\(seconds).\(String(1000 + rest).dropFirst())S"
        } else if seconds != 0 || text == "PT" {
            text += "\(seconds)S"
        }
        return text
    }

    private static func iso(_ text: some StringProtocol) -> Double? {
        var (seconds, number, isTime, count) = (0.0, "", false, 0)
        for character in text {
            if character.isNumber || character == "." || character == "," {
                number.append(character == "," ? "." : character)
                continue
            }
            if character == "t", number.isEmpty, !isTime {
                isTime = true
                continue
            }
            let units: [Character: Double] = isTime ? ["h": 3600, "m": 60, "s": 1] : ["w": 604_800, "d": 86_400]
            guard let unit = units[character], let value = Double(number) else { return nil }
            seconds += value * unit
            number = ""
            count += 1
        }
        return number.isEmpty && count > 0 ? seconds : nil
    }

    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard let value = Double(part), value >= 0, part.utf8.allSatisfy({ $0.digit != nil || $0 == UInt8(ascii: ".") }),
                index == 0 || value < 60
            else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    private static func units(_ text: String) -> Double? {
        let units = [
            "d": 86_400.0, "day": 86_400, "days": 86_400, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "m": 60,
            "min": 60,
            "mins": 60, "minute": 60, "minutes": 60, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
        ]
        var rest = text[...]
        var seconds = 0.0
        repeat {
            let number = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            rest = rest.dropFirst(number.count).drop { $0.isWhitespace }
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count).drop { $0.isWhitespace || $0 == "." || $0 == "," }
            guard let value = Double(number), let unit = units[String(name)] else { return nil }
            seconds += value * unit
        } while !rest.isEmpty
        return seconds
    }
}
