/// Whether a cheaper station is worth the drive: the saving on a fill compared with the nearest station, less the fuel for the longer
/// return trip.
///
/// Routes aren't known, only straight lines; roads are assumed to be `roadFactor` times as long. Amounts are hundredths of a currency.
struct WorthTheDrive: Hashable, Sendable {
    /// The size of a fill in litres.
    var litres: Double
    /// The car's litres per 100 km.
    var consumption: Double

    static let standard = WorthTheDrive(litres: 40, consumption: 8)
    /// The ratio of road distance to straight lines, typical for cities and their surroundings.
    static let roadFactor = 1.3

    /// A station with its price and distance.
    struct Stop: Hashable, Sendable {
        /// Hundredths per litre.
        var price: Double
        /// In a straight line.
        var metres: Double
    }

    struct Verdict: Hashable, Sendable {
        /// The saving on the fill; negative: it costs more.
        let saving: Double
        /// The cost of the longer drive.
        let cost: Double
        /// The least difference per litre for which the drive pays off.
        let breakEven: Double

        var net: Double { saving - cost }
    }

    func verdict(on stop: Stop, against nearest: Stop) -> Verdict {
        let way = max(0, 2 * (stop.metres - nearest.metres)) * Self.roadFactor / 1000
        let cost = way * consumption / 100 * stop.price
        return Verdict(saving: litres * (nearest.price - stop.price), cost: cost, breakEven: litres > 0 ? cost / litres : 0)
    }
}
