import Records

/// Days, times of day and moments, as a whole column writes them.
struct DateColumn {
    let context: PageContext

    func read(_ texts: [String]) -> ColumnReading.Values? {
        guard texts.allSatisfy({ $0.count <= 60 && $0.contains(where: \.isNumber) }) else { return nil }
        if let machine = Self.machine(texts) { return machine }
        let plain = texts.map { String($0.compactMap(DigitForm.plain)) }
        if let times = Self.times(plain) { return ColumnReading.Values(kind: .time, values: times) }
        var (days, clocks) = ([DateText](), [TimeOfDay?]())
        for text in plain {
            guard let written = DateText(text, context) else { return nil }
            days.append(written)
            clocks.append(written.time)
        }
        guard let dates = dates(days) else { return nil }
        if clocks.allSatisfy({ $0 == nil }) { return ColumnReading.Values(kind: .date, values: dates.map { .date($0) }) }
        guard clocks.allSatisfy({ $0 != nil }) else { return nil }
        let moments = zip(dates, clocks).map { date, time in
            Value.timestamp(Timestamp(milliseconds: (Int64(date.daysSince1970) * 86_400 + Int64(time?.seconds ?? 0)) * 1000))
        }
        return ColumnReading.Values(kind: .timestamp, values: moments)
    }

    /// ISO 8601 with or without a zone, and dates of mails.
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
        if let moment = Timestamp(iso: text) ?? (text.contains(",") ? Field(name: "moment", kind: .timestamp).moment(text) : nil) {
            return moment
        }
        // Without a zone the clock's own time is kept.
        return text.count >= 16 && text.dropFirst(10).first.map { $0 == "T" || $0 == " " } == true ? Timestamp(iso: text + "Z") : nil
    }

    private static func times(_ texts: [String]) -> [Value]? {
        var times: [Value] = []
        for text in texts {
            guard let time = DateText.time(text) else { return nil }
            times.append(.time(time))
        }
        return times
    }

    // MARK: The order of numbers, once for the column

    private func dates(_ written: [DateText]) -> [CalendarDate]? {
        guard Set(written.map(\.form)).count == 1, let form = written.first?.form else { return nil }
        for order in orders(form, written) {
            let dates = written.compactMap { $0.date(order) }
            if dates.count == written.count { return dates }
        }
        return nil
    }

    /// Those that the column allows, the likeliest first.
    private func orders(_ form: DateText.Form, _ written: [DateText]) -> [DateText.Order] {
        switch form {
        case .named: return [.dayYear]
        case .numbers:
            if written.contains(where: { $0.numbers[0] > 31 }) { return [.yearMonthDay] }
            let dayFirst: [DateText.Order] = [.dayMonthYear, .monthDayYear]
            let isAmerican = context.region == "US" || context.region == "PH" || (context.language == "en" && context.region.isEmpty)
            return isAmerican && !written.contains(where: { $0.mark == "." }) ? dayFirst.reversed() : dayFirst
        }
    }
}

extension Field {
    /// The moment that a feed or a mail writes; nil of anything else.
    fileprivate func moment(_ text: String) -> Timestamp? {
        if case .timestamp(let moment)? = try? value(from: text) { moment } else { nil }
    }
}
