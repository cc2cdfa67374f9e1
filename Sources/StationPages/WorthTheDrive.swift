/// Whether a cheaper station is worth the way: what a fill saves there against the nearest station, less the fuel that the longer way
/// takes, there and back.
///
/// Ways are not known here, only straight lines; roads count as `roadFactor` times as long. Amounts are hundredths of a currency.
struct WorthTheDrive: Hashable, Sendable {
    /// How much is filled in, in litres.
    var litres: Double
    /// Litres that the car takes for 100 km.
    var consumption: Double

    static let standard = WorthTheDrive(litres: 40, consumption: 8)
    /// Roads against straight lines, as networks of cities and their surroundings have it.
    static let roadFactor = 1.3

    /// A station with its price and how far it is.
    struct Stop: Hashable, Sendable {
        /// Hundredths for a litre.
        var price: Double
        /// In a straight line.
        var metres: Double
    }

    struct Verdict: Hashable, Sendable {
        /// What the fill costs less there; below zero: more.
        let saving: Double
        /// What the longer way costs.
        let cost: Double
        /// By how much a litre has to be cheaper for the way to pay.
        let breakEven: Double

        var net: Double { saving - cost }
    }

    func verdict(on stop: Stop, against nearest: Stop) -> Verdict {
        let way = max(0, 2 * (stop.metres - nearest.metres)) * Self.roadFactor / 1000
        let cost = way * consumption / 100 * stop.price
        return Verdict(saving: litres * (nearest.price - stop.price), cost: cost, breakEven: litres > 0 ? cost / litres : 0)
    }
}
