// The sample metro's prices, in tenths of a cent per litre. Integers only, so that every machine computes the same.
//
// Unleaded petrol follows Perth's weekly cycle: expensive on Tuesday, cheaper each day until Monday. The jump differs from week to week,
// and the base level drifts over months. Most stations of a brand have the same price; some are always cheaper; one in twenty-five jumps a
// day late.
extension DemoMetro {
    /// Product numbers of FuelWatch.
    enum Product: Int, CaseIterable, Sendable {
        case unleaded = 1
        case premium = 2
        case diesel = 4
        case gas = 5
        case best = 6
        case ethanol = 10
        case brandDiesel = 11

        /// How many in a thousand stations sell it.
        fileprivate var share: UInt64 {
            switch self {
            case .unleaded: 1_000
            case .premium: 620
            case .diesel: 930
            case .gas: 300
            case .best: 760
            case .ethanol: 30
            case .brandDiesel: 160
            }
        }
    }

    /// Returns nil if the station doesn't sell the product.
    func price(_ product: Product, at station: Station, on day: CalendarDay) -> Int? {
        guard Self.mixed(station.chance, UInt64(product.rawValue)) % 1_000 < product.share else { return nil }
        let brand = DemoBrand.all[station.brand]
        let tiers = [0, 0, 0, 0, -20, -20, 20, -40]
        let isLate = station.chance % 25 == 0
        let own = brand.premium + tiers[Int(station.chance >> 8 & 7)] + noise(station.brand, day)
        let price = level(product, day, isLate: isLate) + own
        return price / 10 * 10 + brand.ending
    }

    private func level(_ product: Product, _ day: CalendarDay, isLate: Bool) -> Int {
        let (floor, cycle) = (
            1_640 + Self.wave(day, days: 182, height: 140) + Self.wave(day, days: 61, height: 40), cycle(day, isLate: isLate)
        )
        return switch product {
        case .unleaded: floor + cycle
        case .premium: floor + cycle + 140
        case .best: floor + cycle + 220
        case .ethanol: floor + cycle + 60
        case .diesel: 1_780 + Self.wave(day, days: 240, height: 120) + cycle / 6
        case .brandDiesel: 1_840 + Self.wave(day, days: 240, height: 120) + cycle / 6
        case .gas: 960 + Self.wave(day, days: 120, height: 60) + cycle / 5
        }
    }

    /// The amount above the week's lowest price: 22 to 30 cents on Tuesday, 0 on Monday.
    private func cycle(_ day: CalendarDay, isLate: Bool) -> Int {
        // Tuesday is 0; 1 January 1970 was a Thursday.
        let place = Self.remainder(day.daysSince1970 + 2, 7)
        let week = UInt64(bitPattern: Int64((day.daysSince1970 + 2 - place) / 7))
        if isLate, place == 0 { return 0 }
        return (220 + Int(Self.mixed(seed, week) % 81)) * (6 - place) / 6
    }

    /// A cent or two, the same for all stations of a brand on a day.
    private func noise(_ brand: Int, _ day: CalendarDay) -> Int {
        Int(Self.mixed(seed &+ UInt64(brand), UInt64(bitPattern: Int64(day.daysSince1970))) % 3) * 10
    }

    /// Oscillates linearly between 0 and `height`.
    private static func wave(_ day: CalendarDay, days: Int, height: Int) -> Int {
        let place = remainder(day.daysSince1970, days)
        return height * min(place, days - place) * 2 / days
    }

    private static func remainder(_ number: Int, _ divisor: Int) -> Int { ((number % divisor) + divisor) % divisor }

    private static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var random = SplitMix64(seed: first ^ (second &* 0xD6E8_FEB8_6659_FD93))
        return random.next()
    }
}
