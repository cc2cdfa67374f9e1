package import Records

/// The weekly pattern of prices, if any: how far each weekday is above or below the mean of its week.
///
/// Weeks begin on Monday (ISO 8601), and only weeks with a price on every day count. A weekday counts as the cheapest only if it was so in
/// two of three weeks, and in at least six weeks in all: by chance, this happens in one of thirty cases. Weeks in which prices hardly moved
/// have no cheapest day, and count against it.
package struct WeeklyCycle: Hashable, Sendable {
    /// From Monday to Sunday, in the unit of prices.
    package let deviations: [Double]
    /// The number of whole weeks.
    package let weeks: Int
    /// 0…6, Monday is 0; nil: no day usually is.
    package let cheapest: Int?
    package let dearest: Int?

    package static let leastWeeks = 6
    /// A week that moved by less than this share of its mean has no cheapest day.
    private static let leastSpread = 0.005

    /// nil without a whole week. `days` are in order.
    package init?(_ days: [PriceHistory.Day]) {
        var (weeks, next): ([[Double]], Int?) = ([], nil)
        for day in days {
            let (weekday, number) = (day.date.weekday, day.date.daysSince1970)
            if weekday == 0 { weeks.append([]) } else if number != next { continue }
            weeks[weeks.count - 1].append(day.mean)
            next = number + 1
        }
        weeks.removeAll { $0.count < 7 }
        guard !weeks.isEmpty else { return nil }
        self.weeks = weeks.count
        let means = weeks.map { $0.reduce(0, +) / 7 }
        deviations = (0..<7).map { weekday in
            zip(weeks, means).map { $0[weekday] - $1 }.reduce(0, +) / Double(weeks.count)
        }
        let moved = zip(weeks, means).filter { week, mean in
            guard let lowest = week.min(), let highest = week.max() else { return false }
            return highest - lowest >= mean * Self.leastSpread
        }.map(\.0)
        cheapest = Self.prevailing(moved, of: weeks.count) { $0.min() }
        dearest = Self.prevailing(moved, of: weeks.count) { $0.max() }
    }

    private static func prevailing(_ weeks: [[Double]], of count: Int, _ extreme: ([Double]) -> Double?) -> Int? {
        guard count >= leastWeeks else { return nil }
        return (0..<7).first { weekday in
            // A day that ties with another counts as cheapest too; two of the seven can hardly both be so in two of three weeks.
            let won = weeks.count { week in extreme(week) == week[weekday] }
            return won * 3 >= count * 2
        }
    }
}

extension CalendarDate {
    /// 0…6, Monday is 0: 1970-01-01 was a Thursday.
    package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }
}
