package import Foundation
package import Records

// MARK: From stored changes
extension StationPlan {
    /// The days of a history, up to the day of `now` in the stations' time zone,
    /// and the next day if the source publishes its prices in advance.
    package func days(_ count: Int, until now: Timestamp, zone: TimeZone) -> ClosedRange<Int> {
        let today = Self.day(of: now, in: day?.zone ?? zone)
        let last = day == nil ? today : today + 1
        return last - max(1, count) + 1...last
    }
}

extension PriceHistory {
    /// From the changes of a board's feeds, oldest first, and the stored records. `zone` decides where a day begins for prices that are
    /// valid until the next. A price from before a station's first known change isn't carried back.
    package init(
        of fuel: StationPlan.Fuel, _ plan: StationPlan, changes: [(change: Change, seen: Timestamp)],
        records: [(record: Record, seen: Timestamp)],
        days: ClosedRange<Int>, zone: TimeZone
    ) {
        self.init(days: days)
        // The stations with a change of this fuel's price.
        var known: Set<String> = []
        for (change, seen) in changes {
            let (before, after) = (plan.priced(change.before, fuel), plan.priced(change.after, fuel))
            if let before, plan.day != nil { note(before, plan, seen, zone) }
            if let before, plan.day == nil, before.station != after?.station,
                let date = CalendarDate(daysSince1970: StationPlan.day(of: seen, in: zone))
            {
                note(nil, of: before.station, from: date)
            }
            if let after {
                note(after, plan, seen, zone)
                known.insert(after.station)
            }
        }
        for (record, seen) in records {
            guard let priced = plan.priced(record, fuel), plan.day != nil || !known.contains(priced.station) else { continue }
            note(priced, plan, seen, zone)
        }
    }

    private mutating func note(_ priced: StationPlan.PricedStation, _ plan: StationPlan, _ seen: Timestamp, _ zone: TimeZone) {
        let start = priced.price.validity?.lowerBound ?? seen
        guard let date = CalendarDate(daysSince1970: StationPlan.day(of: start, in: plan.day?.zone ?? zone)) else { return }
        if plan.day == nil {
            note(priced.price.amount, of: priced.station, from: date)
        } else {
            note(priced.price.amount, of: priced.station, on: date)
        }
    }
}

extension StationPlan {
    fileprivate struct PricedStation {
        let station: String
        let price: StationPrice
    }

    /// nil if the record has no price of this fuel.
    fileprivate func priced(_ record: Record?, _ fuel: Fuel) -> PricedStation? {
        guard let record, let price = price(of: fuel, in: record) else { return nil }
        return PricedStation(station: id(of: record), price: price)
    }

    /// The local day, counted from 1970-01-01.
    fileprivate static func day(of time: Timestamp, in zone: TimeZone) -> Int {
        let seconds = time.milliseconds / 1000 + Int64(zone.secondsFromGMT(for: time.date))
        return Int(clamping: (Double(seconds) / 86_400).rounded(.down))
    }
}
