/// The sample metro: petrol stations of real brands in real suburbs, with invented addresses and prices.
///
/// The same count and seed give the same stations on every machine. Some have typical defects of real lists: no telephone, no position, a
/// position of 0 and 0, no brand, an address shared by two stations.
package struct DemoMetro: Sendable {
    struct Station: Sendable, Hashable {
        /// From 0.
        let number: Int
        let brand: Int
        /// An index in `DemoSuburb.all`.
        let suburb: Int
        var name: String
        var address: String
        var phone: String
        /// In the source's format; empty if unknown.
        var latitude: String
        var longitude: String
        var features: String
        var restrictions: String
        /// The station's own price variation, constant over all days.
        let chance: UInt64

        var location: String { DemoSuburb.all[suburb].location }
    }

    let stations: [Station]
    let seed: UInt64

    /// At least one station, at most two thousand.
    package init(count: Int = 400, seed: UInt64 = 7) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let brands = Self.brands(&random)
        var stations: [Station] = []
        var names: Set<String> = []
        for number in 0..<min(max(1, count), 2_000) {
            let station = Self.station(number, brands[number % brands.count], &random, names)
            names.insert(station.name)
            stations.append(station)
        }
        let suburbs = DemoSuburb.all.count
        // Puts two stations on one corner.
        if stations.count > suburbs + 19 { stations[suburbs + 19].address = stations[19].address }
        self.stations = stations
    }

    /// A shuffled list with as many entries of each brand as it has stations.
    private static func brands(_ random: inout SplitMix64) -> [Int] {
        var brands = DemoBrand.all.indices.flatMap { Array(repeating: $0, count: DemoBrand.all[$0].weight) }
        for index in stride(from: brands.count - 1, to: 0, by: -1) { brands.swapAt(index, random.below(index + 1)) }
        return brands
    }

    private static func station(_ number: Int, _ brand: Int, _ random: inout SplitMix64, _ names: Set<String>) -> Station {
        let index = number % DemoSuburb.all.count
        let suburb = DemoSuburb.all[index]
        let (street, other) = (street(&random), street(&random))
        var address = "\(random.below(400) + 1) \(street)"
        switch random.below(10) {
        case 0: address = "Cnr \(street) & \(other)"
        case 1, 2: address += " (Cnr \(other))"
        default: break
        }
        var name = "\(DemoBrand.all[brand].name) \(suburb.name)"
        if names.contains(name) { name += " \(street)" }
        while names.contains(name) { name += " \(number)" }
        // From the ranges that the regulator reserves for fiction.
        let phone = "(08) \(random.below(2) == 0 ? "5550" : "7010") 00\(twoDigits(random.below(100)))"
        let place = (suburb.latitude * 10_000 + offset(&random), suburb.longitude * 10_000 + offset(&random))
        var station = Station(
            number: number, brand: brand, suburb: index, name: name, address: address, phone: number % 33 == 5 ? "" : phone,
            latitude: degrees(place.0), longitude: degrees(place.1), features: features(&random),
            restrictions: brand == DemoBrand.membersOnly ? "Members only" : number % 50 == 9 ? "--EMPTY--" : "", chance: random.next())
        switch number {
        case 41: (station.latitude, station.longitude) = ("", "")
        case 203: (station.latitude, station.longitude) = ("0.0", "0.0")
        default: break
        }
        return station
    }

    private static func street(_ random: inout SplitMix64) -> String {
        "\(streets[random.below(streets.count)]) \(ways[random.below(ways.count)])"
    }

    /// Up to a kilometre or so, in units of 0.00000001°.
    private static func offset(_ random: inout SplitMix64) -> Int { random.below(2_200_000) - 1_100_000 }

    /// Eight decimals.
    private static func degrees(_ value: Int) -> String {
        let fraction = String(abs(value) % 100_000_000)
        return "\(value < 0 ? "-" : "")\(abs(value) / 100_000_000).\(String(repeating: "0", count: 8 - fraction.count))\(fraction)"
    }

    /// With the source's stray separators: two parts, services and hours, of which either may be missing.
    private static func features(_ random: inout SplitMix64) -> String {
        let services = [
            "", "", "", "", "Conditional Driveway Service", "Conditional Driveway Service", "Full Driveway Service", "Unmanned Station",
        ]
        var text = services[random.below(services.count)] + ", "
        if random.below(8) == 0 { text = "\(text)ATM Air Bottled Gas EFTPOS Ice Toilets Water, " }
        switch random.below(6) {
        case 0: text += "Open 24 hours"
        case 1:
            let (open, close, late) = (5 + random.below(3), 19 + random.below(4), 17 + random.below(4))
            text += "Open Mon: \(twoDigits(open)):00-\(close):00"
            for day in ["Tue", "Wed", "Thu", "Fri"] { text += ", \(day): \(twoDigits(open)):00-\(close):00" }
            for day in ["Sat", "Sun"] { text += ", \(day): \(twoDigits(open + 1)):00-\(late):30" }
        default: break
        }
        return text
    }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let ways = ["St", "Rd", "Ave", "Hwy", "Dr", "Pde", "Tce", "Way"]
    private static let streets = [
        "Banksia", "Jarrah", "Marri", "Tuart", "Wandoo", "Karri", "Peppermint", "Boronia", "Grevillea", "Hovea", "Sheoak", "Melaleuca",
        "Quandong", "Dryandra", "Zamia", "Cormorant", "Pelican", "Heron", "Osprey", "Plover", "Quokka", "Numbat", "Bilby", "Dunnart",
    ]
}
