import Boards
import Records
import Serving

/// The stations shown and their order, decided from all of them: filtered by distance, brand and search, sorted, and paged. A pure value.
///
/// Favourites come first in each order; stations without a current price, or without a known distance if the order needs it, come last.
struct StationList: Sendable {
    /// The requested list.
    struct Wishes: Hashable, Sendable {
        var order = StationSettings.Order.price
        /// In the source's spelling.
        var brand: String?
        /// Only stations within this many metres of `middle`.
        var radius: Double?
        var onlyFavourites = false
        var search = ""
        /// The index of the page's first row among the results, base 0.
        var from = 0
        /// The most rows of the page.
        var size = StationList.pageSize
    }

    struct Brand: Hashable, Sendable {
        let name: String
        let count: Int
    }

    /// The first page's size. A script loads more, and the map has pins for all stations.
    static let pageSize = 40
    /// Enough for every station of a large town.
    static let largestPage = 500
    /// The most stations read from a source; beyond this, the first ones count.
    static let limit = 20_000
    /// In metres. Greater distances aren't shown, because the person is in another country.
    static let farthest = 500_000.0

    /// The matching stations in order, and the current page of them.
    let all: [StationRow]
    let rows: [StationRow]
    /// The number of stations with this fuel in the whole area, the number that match, and the page's first index.
    let total: Int
    let found: Int
    let from: Int
    let brands: [Brand]
    /// The actual order: by distance only if distances are known.
    let order: StationSettings.Order
    /// Among the results that sell to this person.
    let cheapest: StationRow?
    /// Among all stations with a price that sell to this person. The drive to others is compared with it.
    let nearest: StationRow?
    /// The distance of the nearest station, with or without a price.
    let nearestMetres: Double?
    /// How many current prices are known to rise or fall next.
    let rising: Int
    let falling: Int
    /// The number of results with a current price, and with a next one.
    let priced: Int
    let announced: Int
    /// When all current prices expire; nil if they differ or have no end.
    let holdsUntil: Timestamp?
    /// When the next prices begin.
    let nextFrom: Timestamp?
    /// When the last price expired, if none is valid.
    let ended: Timestamp?

    var next: Int? { from + rows.count < found ? from + rows.count : nil }
    let previous: Int?

    /// Distances are shown from `here`; the radius is around `middle`, which also decides the order by distance if `here` is nil.
    init(
        _ offers: [StationOffer], plan: StationPlan, settings: StationSettings, here: Position? = nil, middle: Position? = nil,
        _ wishes: Wishes = Wishes()
    ) {
        var all = Self.rows(of: offers, plan, settings, from: here)
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

        // Rows are large, so the sort moves their indices.
        let places = all.indices.map { Sorted(all[$0], place: $0, order, away: away(all[$0]), settings) }.sorted()
        self.all = places.map { all[$0.place] }
        from = min(max(0, wishes.from), found)
        rows = Array(self.all.dropFirst(from).prefix(wishes.size))
        previous = from > 0 ? max(0, from - wishes.size) : nil
    }

    /// Includes the person's discounts and favourites. There may be 20,000 stations, so brands are folded and codes made only if needed.
    private static func rows(
        of offers: [StationOffer], _ plan: StationPlan, _ settings: StationSettings, from here: Position?
    ) -> [StationRow] {
        let favourites = Set(settings.favourites)
        let discounts = Dictionary(settings.discounts.map { ($0.brand.folded, $0.cents) }) { first, _ in first }
        return offers.map { offer in
            let cents = discounts.isEmpty ? 0 : offer.station.brand.flatMap { discounts[$0.folded] } ?? 0
            var row = StationRow(offer, discount: plan.unit == .cents ? cents : cents / 100, from: here)
            row.isFavourite = !favourites.isEmpty && favourites.contains(row.code)
            return row
        }
    }

    private struct Sorted: Comparable {
        private let keys: (Int, Double, Double)
        let place: Int

        /// Prices that the person can't pay come after those that they can, and what has no price now after both.
        init(_ row: StationRow, place: Int, _ order: StationSettings.Order, away: Double?, _ settings: StationSettings) {
            let isOpen = row.station.sells(toMember: settings.isMember)
            let price = row.price.map { isOpen ? $0 : $0 + 500_000 } ?? row.best.map { $0 + 1_000_000 } ?? .infinity
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

    /// By thirds of the prices that the person can get; if all prices are equal, none is cheap.
    private static func tone(_ rows: inout [StationRow], _ settings: StationSettings) {
        let prices = rows.filter { $0.station.sells(toMember: settings.isMember) }.compactMap(\.price).sorted()
        guard let lowest = prices.first, let highest = prices.last else { return }
        let (cheap, dear) = (prices[(prices.count - 1) / 3], prices[(prices.count - 1) * 2 / 3])
        for index in rows.indices {
            guard let price = rows[index].price, rows[index].station.sells(toMember: settings.isMember) else { continue }
            rows[index].tone = lowest == highest ? .middle : price <= cheap ? .cheap : price > dear ? .dear : .middle
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
    /// All searched texts, folded.
    var searched: String {
        SearchText.folded(
            ([station.name, station.brand, station.address, station.suburb, station.postcode].compactMap { $0 } + station.features)
                .joined(separator: " "))
    }
}

extension WorthTheDrive {
    /// The person's car, otherwise a typical one.
    init(_ settings: StationSettings) {
        self.init(
            litres: settings.tank ?? Self.standard.litres, consumption: settings.consumption ?? Self.standard.consumption)
    }
}
