import Records

// What an amount of a price field may be, so that the other unit (pounds for pence, cents for euros) is no price.
extension StationPlan {
    /// What a litre costs in the fields' unit, in currencies of which it costs between a fifth of one and twenty; nil for others.
    private var usualAmounts: ClosedRange<Double>? {
        guard Self.currencies.contains(currency) else { return nil }
        return unit == .cents ? 20...2000 : 0.2...20
    }

    private static let currencies: Set = [
        "AUD", "BGN", "BRL", "CAD", "CHF", "EUR", "GBP", "ILS", "NZD", "PLN", "RON", "SGD", "USD",
    ]

    /// Whether an amount is a price, as far as it can be told from itself: pounds are none where pence are counted.
    package func isPrice(_ amount: Double) -> Bool { amount == 0 || usualAmounts?.contains(amount) ?? true }

    /// Those amounts of one fuel that are a hundredth of most others, or a hundred times as much; without most that are alike, none.
    static func strangers(among amounts: [Double]) -> Set<Double> {
        let sorted = amounts.filter { $0 > 0 }.sorted()
        guard sorted.count >= 3, case let middle = sorted[sorted.count / 2] else { return [] }
        func isNear(_ amount: Double, _ other: Double) -> Bool { (other / 5...other * 5).contains(amount) }
        guard sorted.count(where: { isNear($0, middle) }) * 3 >= sorted.count * 2 else { return [] }
        return Set(sorted.filter { isNear($0, middle / 100) || isNear($0, middle * 100) })
    }
}
