import Records

/// Parses dates, times of day and timestamps, in the format of the whole column.
struct DateColumn {
    let context: PageContext

    private static let length = 60

    func read(_ texts: [String]) -> ColumnReading.Values? {
        guard texts.allSatisfy({ $0.count <= Self.length && $0.contains(where: \.isNumber) }) else { return nil }
        if let machine = Self.machine(texts) { return machine }
        if let times = Self.times(texts) { return ColumnReading.Values(kind: .time, values: times) }
        let pattern: DatePattern
        switch DateStyle.decide(for: texts, language: context.language) {
        case .decided(let decided): pattern = decided
        case .undecided(let patterns):
            guard let likeliest = likeliest(patterns, texts) else { return nil }
            pattern = likeliest
        case .contradiction, .none: return nil
        }
        return Self.values(texts, pattern)
    }

    private static func values(_ texts: [String], _ pattern: DatePattern) -> ColumnReading.Values? {
        let moments = texts.compactMap { pattern.moment(from: $0.withoutUnseen(orMarksOfDirection: true)) }
        guard moments.count == texts.count else { return nil }
        if !pattern.source.contains("m") {
            return ColumnReading.Values(kind: .date, values: moments.map { .date($0.date) }, dates: pattern)
        }
        // Without a zone, the local time is kept.
        let values = moments.map {
            Value.timestamp(Timestamp(milliseconds: (Int64($0.date.daysSince1970) * 86_400 + Int64($0.time.seconds)) * 1000))
        }
        return ColumnReading.Values(kind: .timestamp, values: values, dates: pattern)
    }

    /// English without a region is more often American.
    private func likeliest(_ patterns: [DatePattern], _ texts: [String]) -> DatePattern? {
        guard context.language.map({ $0 == "en" }) ?? true else { return patterns.first }
        return patterns.first { $0.source.prefix { $0 != "y" }.contains("M") && $0.source.first == "M" } ?? patterns.first
    }

    /// ISO 8601 with or without a zone, and dates in mail format.
    private static func machine(_ texts: [String]) -> ColumnReading.Values? {
        var (days, moments) = ([Value](), [Value]())
        for text in texts {
            if let date = CalendarDate(iso: text) {
                days.append(.date(date))
            } else if let moment = moment(text) {
                moments.append(.timestamp(moment))
            } else {
                return nil
            }
        }
        if moments.isEmpty { return ColumnReading.Values(kind: .date, values: days) }
        return days.isEmpty ? ColumnReading.Values(kind: .timestamp, values: moments) : nil
    }

    private static func moment(_ text: String) -> Timestamp? {
        if let moment = MomentFormat().moment(text) { return moment }
        return text.count >= 16 && text.dropFirst(10).first.map { $0 == "T" || $0 == " " } == true ? Timestamp(iso: text + "Z") : nil
    }

    private static func times(_ texts: [String]) -> [Value]? {
        var times: [Value] = []
        for text in texts {
            guard let time = time(String(text.compactMap(DigitForm.plain))) else { return nil }
            times.append(.time(time))
        }
        return times
    }

    /// `9:30`, `09:30:15`, optionally with am or pm.
    private static func time(_ text: String) -> TimeOfDay? {
        let lower = text.lowercased().replacing(" ", with: "")
        let half = ["am", "pm", "a.m.", "p.m."].first { lower.hasSuffix($0) }
        let parts = lower.dropLast(half?.count ?? 0).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), var hour = Int(parts[0]), let minute = Int(parts[1])
        else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
        }
        guard hour < 24 else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: parts.count == 3 ? Int(parts[2]) ?? 0 : 0)
    }
}
