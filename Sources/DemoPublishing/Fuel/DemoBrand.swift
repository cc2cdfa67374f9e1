/// A brand of the sample metro, with its FuelWatch number.
struct DemoBrand: Sendable {
    let id: Int
    let name: String
    /// How many of 400 stations have this brand.
    let weight: Int
    /// Its markup over the cheapest brand, in tenths of a cent.
    let premium: Int
    /// The last digit of its prices.
    let ending: Int

    init(_ id: Int, _ name: String, _ weight: Int, _ premium: Int, _ ending: Int = 9) {
        (self.id, self.name, self.weight, self.premium, self.ending) = (id, name, weight, premium, ending)
    }

    static let all = [
        DemoBrand(5, "BP", 76, 10), DemoBrand(2, "Ampol", 52, 10), DemoBrand(43, "Reddy Express", 46, 20), DemoBrand(26, "Puma", 40, -10),
        DemoBrand(29, "7-Eleven", 36, 0), DemoBrand(35, "EG Ampol", 26, -5), DemoBrand(14, "Shell", 24, 20),
        DemoBrand(23, "United", 22, -40, 7),
        DemoBrand(27, "Vibe", 20, -50, 7), DemoBrand(3, "Better Choice", 12, -20, 5), DemoBrand(37, "X Convenience", 10, -10),
        DemoBrand(42, "OTR", 10, 0), DemoBrand(15, "Independent", 8, -20, 5), DemoBrand(10, "Liberty", 8, -10),
        DemoBrand(39, "Burk", 4, -30, 5), DemoBrand(32, "Costco", 3, -130, 7), DemoBrand(36, "CGL fuel", 3, -30, 3),
    ]

    static let membersOnly = all.firstIndex { $0.name == "Costco" }
    static let independent = all.firstIndex { $0.name == "Independent" }
}
