import Boards
import Foundation
import Localisation
import Records
import Watching

/// Formats a fuel's prices for a reader: `149.9` and its unit `c/L`, `1.459` and `€/l`; sums in the currency itself.
struct StationAmounts: Sendable {
    let plan: StationPlan
    let words: Words
    /// `c/L`
    let unit: String
    /// The same words in the stations' time zone.
    private let there: Words

    init(_ plan: StationPlan, _ fuel: StationPlan.Fuel, _ words: Words) {
        self.plan = plan
        self.words = words
        there = words.at(plan.day?.zone ?? words.zone)
        unit = plan.unit(of: fuel, words)
    }

    /// With the number of digits on pumps, so that prices align.
    func price(_ amount: Double) -> String {
        amount.formatted(.number.precision(.fractionLength(plan.unit == .cents ? 1 : 3)).locale(words.locale))
    }

    /// `149.9 c/L`
    func whole(_ amount: Double) -> String { "\(price(amount))\u{A0}\(unit)" }

    /// A sum from hundredths of the currency: `A$3.20`.
    func sum(cents: Double) -> String {
        guard cents.magnitude < 1e12, let money = Money(units: Int64(clamping: cents.rounded()), scale: 2, currency: plan.currency) else {
            return words.number(cents / 100, digits: 2)
        }
        return words.money(money)
    }

    /// A price per litre from hundredths, in the unit of prices: `3.1 c/L`.
    func perLitre(cents: Double) -> String { whole(plan.unit == .cents ? cents : cents / 100) }

    /// When a next price begins: tomorrow, or a local time at the pumps.
    func beginning(_ price: StationPrice, now: Timestamp) -> String {
        guard let start = price.validity?.lowerBound else { return words("Next", sense: "price") }
        if there.date(start) == there.date(now) { return words("From \(there.timeOfDay(start))") }
        if there.date(start) == there.date(now + .seconds(86_400)) { return words("Tomorrow") }
        return words("From \(there.date(start))")
    }

    /// A time in the stations' zone, where prices change: `tomorrow 06:00`.
    func moment(_ time: Timestamp, at now: Timestamp) -> String { there.moment(time, at: now) }
}
