import Records

// The plausible amounts of a price field, so that an amount in the wrong unit (pounds for pence, cents for euros) isn't taken for a price.
extension StationPlan {
    /// The plausible prices of a litre in the fields' unit, for currencies in which it costs between 0.2 and 20; nil for other currencies.
    private var plausibleAmounts: ClosedRange<Double>? {
        guard Self.currencies.contains(currency) else { return nil }
        return unit == .cents ? 20...2000 : 0.2...20
    }

    private static let currencies: Set = [
        "AUD", "BGN", "BRL", "CAD", "CHF", "EUR", "GBP", "ILS", "NZD", "PLN", "RON", "SGD", "USD",
    ]

    /// Whether an amount is plausible by itself: pounds aren't if the unit is pence.
    package func isPrice(_ amount: Double) -> Bool { amount == 0 || plausibleAmounts?.contains(amount) ?? true }

    /// The amounts of one fuel that are about a hundredth or a hundred times most others; empty if most amounts differ too much.
    static func strangers(among amounts: [Double]) -> Set<Double> {
        let sorted = amounts.filter { $0 > 0 }.sorted()
        guard sorted.count >= 3, case let middle = sorted[sorted.count / 2] else { return [] }
        func isNear(_ amount: Double, _ other: Double) -> Bool { (other / 5...other * 5).contains(amount) }
        guard sorted.count(where: { isNear($0, middle) }) * 3 >= sorted.count * 2 else { return [] }
        return Set(sorted.filter { isNear($0, middle / 100) || isNear($0, middle * 100) })
    }
}
