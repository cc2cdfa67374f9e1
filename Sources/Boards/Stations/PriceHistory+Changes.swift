package import Foundation
package import Records

// What a board has stored → prices by day.
extension StationPlan {
    /// The days that a history is of, up to the one that `now` is in at the pumps; the next, too, where its prices are known before.
    package func days(_ count: Int, until now: Timestamp, zone: TimeZone) -> ClosedRange<Int> {
        let today = Self.day(of: now, in: day?.zone ?? zone)
        let last = day == nil ? today : today + 1
        return last - max(1, count) + 1...last
    }
}

extension PriceHistory {
    /// Of the changes of a board's feeds, the oldest first, and of what is stored now. `zone` is where a day begins for prices that hold
    /// until another; a price that was there before the first known change of its station is not carried back.
    package init(
        of fuel: StationPlan.Fuel, _ plan: StationPlan, changes: [(change: Change, seen: Timestamp)],
        records: [(record: Record, seen: Timestamp)],
        days: ClosedRange<Int>, zone: TimeZone
    ) {
        self.init(days: days)
        for (change, seen) in changes {
            if let before = change.before, plan.day != nil { note(before, of: fuel, plan, seen, zone) }
            if let after = change.after {
                note(after, of: fuel, plan, seen, zone)
            } else if plan.day == nil, let before = change.before,
                let date = CalendarDate(daysSince1970: StationPlan.day(of: seen, in: zone))
            {
                note(nil, of: plan.id(of: before), from: date)
            }
        }
        let known = Set(changes.compactMap { $0.change.after.map(plan.id(of:)) })
        for (record, seen) in records where plan.day != nil || !known.contains(plan.id(of: record)) {
            note(record, of: fuel, plan, seen, zone)
        }
    }

    private mutating func note(_ record: Record, of fuel: StationPlan.Fuel, _ plan: StationPlan, _ seen: Timestamp, _ zone: TimeZone) {
        guard let price = plan.price(of: fuel, in: record) else { return }
        let start = price.validity?.lowerBound ?? seen
        guard let date = CalendarDate(daysSince1970: StationPlan.day(of: start, in: plan.day?.zone ?? zone)) else { return }
        if plan.day == nil {
            note(price.amount, of: plan.id(of: record), from: date)
        } else {
            note(price.amount, of: plan.id(of: record), on: date)
        }
    }
}

extension StationPlan {
    /// The day there, since 1970-01-01.
    fileprivate static func day(of time: Timestamp, in zone: TimeZone) -> Int {
        let seconds = time.milliseconds / 1000 + Int64(zone.secondsFromGMT(for: time.date))
        return Int(clamping: (Double(seconds) / 86_400).rounded(.down))
    }
}
