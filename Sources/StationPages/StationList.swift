import Boards
import Records
import Serving

/// Which stations are shown and in which order, decided from all of them: near enough, of the brand, found, sorted, cut into pages. A pure value.
///
/// Favourites stand first in each order; stations without a price now, or without a known distance where that decides, stand last.
struct StationList: Sendable {
    /// What is wanted of it.
    struct Wishes: Hashable, Sendable {
        var order = StationSettings.Order.price
        /// As the source writes it.
        var brand: String?
        /// Only those within so many metres of `middle`.
        var radius: Double?
        var onlyFavourites = false
        var search = ""
        /// Place of the page's first row among those found, base 0.
        var from = 0
        /// How many rows the page has at most.
        var size = StationList.pageSize
    }

    struct Brand: Hashable, Sendable {
        let name: String
        let count: Int
    }

    /// What a page begins with; a script loads on, and the map has the pins of all.
    static let pageSize = 40
    /// Enough for every station of a large town.
    static let largestPage = 500
    /// Of a source that has more, the first are looked at.
    static let limit = 20_000
    /// Nobody is told how far it is to another country.
    static let farthest = 500_000.0

    /// Those that fit the wishes, in their order, and the page of them.
    let all: [StationRow]
    let rows: [StationRow]
    /// Of this fuel in the whole area, those that fit the wishes, and where the page begins among them.
    let total: Int
    let found: Int
    let from: Int
    let brands: [Brand]
    /// The order that there is: without a distance there is none by it.
    let order: StationSettings.Order
    /// Of those found that sell to this person.
    let cheapest: StationRow?
    /// Of all that have a price and sell to this person: what the way to others is held against.
    let nearest: StationRow?
    /// How far the nearest of all is, whatever its price.
    let nearestMetres: Double?
    /// How many prices in force are known to rise, to fall and to stay with the next.
    let rising: Int
    let falling: Int
    /// Those found with a price now, and with a next one.
    let priced: Int
    let announced: Int
    /// Until when all prices in force hold; nil where they differ or have no end.
    let holdsUntil: Timestamp?
    /// From when the next ones do.
    let nextFrom: Timestamp?
    /// When the last price ended, where none is in force any more.
    let ended: Timestamp?

    var next: Int? { from + rows.count < found ? from + rows.count : nil }
    let previous: Int?

    /// `here` is what distances are shown from; `middle` is what the radius is about, and what decides nearness where nobody said where they are.
    init(
        _ offers: [StationOffer], plan: StationPlan, settings: StationSettings, here: Position? = nil, middle: Position? = nil,
        _ wishes: Wishes = Wishes()
    ) {
        let favourites = Set(settings.favourites)
        let discounts = Dictionary(settings.discounts.map { ($0.brand.folded, $0.cents) }) { first, _ in first }
        var all = offers.map { offer in
            // Twenty thousand of them: nothing is folded and no code made where nobody asks for it.
            let cents = discounts.isEmpty ? 0 : offer.station.brand.flatMap { discounts[$0.folded] } ?? 0
            var row = StationRow(offer, discount: plan.unit == .cents ? cents : cents / 100, from: here)
            row.isFavourite = !favourites.isEmpty && favourites.contains(row.code)
            return row
        }
        total = all.count
        nearestMetres = all.compactMap(\.metres).min()
        nearest = all.filter { $0.price != nil && $0.metres != nil && $0.station.sells(toMember: settings.isMember) }
            .min { ($0.metres ?? 0) < ($1.metres ?? 0) }
        if let nearest { Self.judge(&all, against: nearest, plan, settings) }
        brands = Self.brands(of: all)

        let centre = middle ?? here
        func away(_ row: StationRow) -> Double? {
            row.metres ?? centre.flatMap { centre in row.station.position?.metres(to: centre) }
        }
        let search = SearchText(wishes.search)
        let brand = wishes.brand?.folded
        all.removeAll { row in
            if wishes.onlyFavourites, !row.isFavourite { return true }
            if let brand, row.station.brand?.folded != brand { return true }
            if let radius = wishes.radius, let centre {
                guard let metres = row.station.position?.metres(to: centre), metres <= radius else { return true }
            }
            return !search.words.isEmpty && !search.matches(row.searched)
        }
        let order: StationSettings.Order =
            switch wishes.order {
            case .price: .price
            case .distance: centre == nil ? .price : .distance
            case .worth: nearest == nil ? .price : .worth
            }
        self.order = order
        found = all.count
        Self.tone(&all, settings)
        cheapest = all.filter { $0.price != nil && $0.station.sells(toMember: settings.isMember) }
            .min { ($0.price ?? .infinity) < ($1.price ?? .infinity) }
        rising = all.count { ($0.step ?? 0) > 0 }
        falling = all.count { ($0.step ?? 0) < 0 }
        priced = all.count { $0.pump != nil }
        announced = all.count { $0.next != nil }
        let ends = Set(all.compactMap { $0.pump?.validity?.upperBound })
        holdsUntil = ends.count == 1 ? ends.first : nil
        nextFrom = all.compactMap { $0.next?.validity?.lowerBound }.min()
        ended = priced == 0 ? all.compactMap { $0.last?.validity?.upperBound }.max() : nil

        // Rows are long: what is put in order is their places.
        let places = all.indices.map { Sorted(all[$0], place: $0, order, away: away(all[$0])) }.sorted()
        self.all = places.map { all[$0.place] }
        from = min(max(0, wishes.from), found)
        rows = Array(self.all.dropFirst(from).prefix(wishes.size))
        previous = from > 0 ? max(0, from - wishes.size) : nil
    }

    private struct Sorted: Comparable {
        private let keys: (Int, Double, Double)
        let place: Int

        init(_ row: StationRow, place: Int, _ order: StationSettings.Order, away: Double?) {
            let price = row.price ?? row.best.map { $0 + 1_000_000 } ?? .infinity
            let first =
                switch order {
                case .price: price
                case .distance: away ?? .infinity
                case .worth: row.worth.map { -$0.net } ?? .infinity
                }
            keys = (row.isFavourite ? 0 : 1, first, order == .price ? away ?? .infinity : price)
            self.place = place
        }

        static func < (left: Self, right: Self) -> Bool {
            left.keys == right.keys ? left.place < right.place : left.keys < right.keys
        }
        static func == (left: Self, right: Self) -> Bool { left.place == right.place }
    }

    private static func judge(_ rows: inout [StationRow], against nearest: StationRow, _ plan: StationPlan, _ settings: StationSettings) {
        func stop(_ row: StationRow) -> WorthTheDrive.Stop? {
            guard let price = row.price, let metres = row.metres, metres <= farthest, row.station.sells(toMember: settings.isMember) else {
                return nil
            }
            return WorthTheDrive.Stop(price: plan.perLitre(price) * 100, metres: metres)
        }
        guard let reference = stop(nearest) else { return }
        let drive = WorthTheDrive(settings)
        for index in rows.indices { rows[index].worth = stop(rows[index]).map { drive.verdict(on: $0, against: reference) } }
    }

    /// By thirds of the prices that the person may pay; where all are the same, none is cheap.
    private static func tone(_ rows: inout [StationRow], _ settings: StationSettings) {
        let prices = rows.filter { $0.station.sells(toMember: settings.isMember) }.compactMap(\.price).sorted()
        guard let least = prices.first, let most = prices.last else { return }
        let (cheap, dear) = (prices[(prices.count - 1) / 3], prices[(prices.count - 1) * 2 / 3])
        for index in rows.indices {
            guard let price = rows[index].price, rows[index].station.sells(toMember: settings.isMember) else { continue }
            rows[index].tone = least == most ? .middle : price <= cheap ? .cheap : price > dear ? .dear : .middle
        }
    }

    private static func brands(of rows: [StationRow]) -> [Brand] {
        var counts: [String: Int] = [:]
        for row in rows { if let brand = row.station.brand { counts[brand, default: 0] += 1 } }
        let named = counts.map { (key: $0.key.lowercased(), brand: Brand(name: $0.key, count: $0.value)) }
        return named.sorted { ($0.key, $0.brand.name) < ($1.key, $1.brand.name) }.map(\.brand)
    }
}

extension StationRow {
    /// All that is searched, folded.
    var searched: String {
        SearchText.folded(
            ([station.name, station.brand, station.address, station.suburb, station.postcode].compactMap { $0 } + station.features)
                .joined(separator: " "))
    }
}

extension WorthTheDrive {
    /// The car that somebody has, else a usual one.
    init(_ settings: StationSettings) {
        self.init(
            litres: settings.tank ?? Self.usual.litres, consumption: settings.consumption ?? Self.usual.consumption)
    }
}
