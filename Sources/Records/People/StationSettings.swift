/// A person's settings for a board of stations: fuel, area, car, discounts, favourites and saved places.
/// Stored with a person (`PersonSettings`), and in a cookie for a visitor.
///
/// Nil means the page's default. Settings from outside go through `checked`, which drops invalid values; every list has a limit.
package struct StationSettings: Hashable, Codable, Sendable {
    package enum Order: String, Hashable, Codable, CaseIterable, Sendable { case price, distance, worth }

    /// A place with a name that the person chose: home, work.
    package struct SavedPlace: Hashable, Codable, Sendable {
        package let name: String
        /// Degrees, to a thousandth: about a hundred metres.
        package let latitude: Double
        package let longitude: Double

        package init(name: String, latitude: Double, longitude: Double) {
            self.name = name
            self.latitude = (latitude * 1000).rounded() / 1000
            self.longitude = (longitude * 1000).rounded() / 1000
        }
    }

    /// A person's discount on the prices of a brand's stations.
    package struct Discount: Hashable, Codable, Sendable {
        package let brand: String
        /// Hundredths of the currency per litre.
        package let cents: Double

        package init(brand: String, cents: Double) {
            self.brand = brand
            self.cents = cents
        }
    }

    package enum Limits {
        package static let boards = 20
        package static let favourites = 100
        package static let discounts = 30
        package static let places = 5
        package static let characters = 60
        /// The valid range of a tank's volume in litres.
        package static let tank = 5.0...300.0
        /// The valid range of consumption in litres per 100 km.
        package static let consumption = 1.0...60.0
        package static let cents = 0.1...50.0
        /// The valid range of a radius in kilometres; 0 means any distance.
        package static let radius = 0...500
    }

    package let board: String
    package var fuel: String?
    package var order: Order?
    /// Kilometres around the person's location; 0: any distance.
    package var radius: Int?
    /// The suburb that the source is queried for, including its surroundings.
    package var suburb: String?
    /// The region that the source is queried for, by its value.
    package var region: String?
    package var tank: Double?
    package var consumption: Double?
    package var discounts: [Discount] = []
    /// Whether the person may buy at members-only stations; nil: no.
    package var isMember: Bool?
    /// Codes of stations.
    package var favourites: [String] = []
    /// The first is the person's location until another is known.
    package var places: [SavedPlace] = []

    package init(board: String) { self.board = board }

    /// A copy without values that our forms can't send.
    package var checked: Self {
        var checked = self
        checked.fuel = fuel.flatMap(Self.text)
        checked.suburb = suburb.flatMap(Self.text)
        checked.region = region.flatMap(Self.text)
        checked.radius = radius.flatMap { Limits.radius.contains($0) ? $0 : nil }
        checked.tank = tank.flatMap { Limits.tank.contains($0) ? $0 : nil }
        checked.consumption = consumption.flatMap { Limits.consumption.contains($0) ? $0 : nil }
        var brands: Set<String> = []
        checked.discounts = Array(
            discounts.filter { Limits.cents.contains($0.cents) && Self.text($0.brand) == $0.brand && brands.insert($0.brand).inserted }
                .prefix(Limits.discounts))
        var codes: Set<String> = []
        checked.favourites = Array(favourites.filter { Self.isCode($0) && codes.insert($0).inserted }.prefix(Limits.favourites))
        var names: Set<String> = []
        checked.places = Array(
            places.filter { place in
                (-90...90).contains(place.latitude) && (-180...180).contains(place.longitude) && Self.text(place.name) == place.name
                    && names.insert(place.name.lowercased()).inserted
            }.prefix(Limits.places))
        return checked
    }

    /// A valid name: one line, neither empty nor long.
    package static func text(_ text: String) -> String? {
        let text = text.trimmingWhitespace()
        let isPlain = !text.unicodeScalars.contains { [.control, .format, .lineSeparator].contains($0.properties.generalCategory) }
        return !text.isEmpty && text.count <= Limits.characters && text.utf8.count <= 4 * Limits.characters && isPlain ? text : nil
    }

    /// A fingerprint in base 36.
    package static func isCode(_ text: String) -> Bool {
        (1...13).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}

extension PersonSettings {
    /// The settings for a board.
    package func stations(of board: String) -> StationSettings {
        stations.first { $0.board == board } ?? StationSettings(board: board)
    }

    package mutating func set(_ settings: StationSettings) {
        stations.removeAll { $0.board == settings.board }
        stations.append(settings.checked)
        stations = stations.suffix(StationSettings.Limits.boards)
    }
}
