package import Records

/// The prices of stations for one fuel on each of the last days. A pure value: prices are added in the order in which they became known.
///
/// If a source publishes prices by day, a price counts for that day only, and days that weren't read stay empty. If a price is
/// valid until another is published, it is carried on from day to day. Days outside the range aren't kept, so that the size is
/// stations times days.
///
///     var history = PriceHistory(days: today - 83...today)
///     history.note(149.9, of: "1 High St|PERTH", on: monday)
///     history.days()  // [Day(day: monday, mean: 149.9, least: 149.9, count: 1)]
package struct PriceHistory: Hashable, Sendable {
    /// The prices of one day, over all stations with a price.
    package struct Day: Hashable, Sendable {
        package let date: CalendarDate
        package let mean: Double
        package let least: Double
        /// The number of stations, at least one.
        package let count: Int
    }

    /// In days since 1970-01-01.
    package let range: ClosedRange<Int>
    /// By station, one price for each day of the range.
    private var prices: [String: [Double?]] = [:]

    /// The most days stored; the last ones count.
    package static let dayLimit = 400

    package init(days: ClosedRange<Int>) {
        range = max(days.lowerBound, days.upperBound - Self.dayLimit + 1)...days.upperBound
    }

    package var isEmpty: Bool { prices.isEmpty }

    /// Adds a price for one day. It replaces an earlier price for that day.
    package mutating func note(_ price: Double, of station: String, on date: CalendarDate) {
        let day = date.daysSince1970
        guard range.contains(day) else { return }
        note(price, of: station, in: day...day)
    }

    /// Adds a price for this day and all later ones; nil: no price from the next day on.
    package mutating func note(_ price: Double?, of station: String, from date: CalendarDate) {
        let first = max(date.daysSince1970 + (price == nil ? 1 : 0), range.lowerBound)
        guard first <= range.upperBound, price != nil || prices[station] != nil else { return }
        note(price, of: station, in: first...range.upperBound)
    }

    /// The days with a price, in order: over all stations, or for one.
    package func days(of station: String? = nil) -> [Day] {
        let rows = station.map { [prices[$0] ?? []] } ?? Array(prices.values)
        return range.compactMap { day in
            let amounts = rows.compactMap { row in row.isEmpty ? nil : row[day - range.lowerBound] }
            guard let least = amounts.min(), let date = CalendarDate(daysSince1970: day) else { return nil }
            // Sorted, because floating-point sums depend on the order.
            let sum = amounts.sorted().reduce(0, +)
            return Day(date: date, mean: sum / Double(amounts.count), least: least, count: amounts.count)
        }
    }

    private mutating func note(_ price: Double?, of station: String, in days: ClosedRange<Int>) {
        var amounts = prices[station] ?? Array(repeating: nil, count: range.count)
        for day in days { amounts[day - range.lowerBound] = price }
        prices[station] = amounts
    }
}
