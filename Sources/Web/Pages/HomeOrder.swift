import BoardPages
import Records
import Serving

/// Which boards are on the first page, and in which order: the person's own, otherwise by relevance.
struct HomeOrder: Sendable {
    /// How many boards the first page shows.
    static let shown = 24
    /// How many feeds are looked at for the boards that changed last: some may be of boards that the person doesn't see.
    static let latestLimit = 500

    /// Unread news first, then boards on which the person watches something, then boards that are read, and at the end those not set up.
    enum Rank: Int, Comparable {
        case unread, watched, read, notSetUp

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Names in a person's own order.
    let own: [String]
    /// Boards with notices that the person hasn't seen, and those on which they watch something.
    let unread: Set<String>
    let watched: Set<String>
    /// Boards by their last change, the latest first.
    var latest: [String] = []

    init(own: [String], unread: Set<String>, watched: Set<String>) { (self.own, self.unread, self.watched) = (own, unread, watched) }

    /// `cards` in the person's order; cards that it doesn't name follow by rank, otherwise in their former order.
    func sorted(_ cards: [HomeCard]) -> [HomeCard] {
        let places = Self.places(of: own)
        return Self.sorted(cards) { [places[$0.name] ?? .max, rank($0.name, isSetUp: $0.health != .notSetUp).rawValue] }
    }

    /// Where there are more boards than the first page shows, those that it shows: the person's own order first, then by rank, of equal
    /// rank boards that they have added, then those that changed last.
    func chosen(of all: [ListedBoard], for person: Person.ID?) -> [ListedBoard] {
        let (places, changed) = (Self.places(of: own), Self.places(of: latest))
        return Self.sorted(all, limit: Self.shown) { board in
            let isOwn = person != nil && board.owner == person
            let standing = rank(board.name, isSetUp: !board.isExample)
            return [places[board.name] ?? .max, standing.rawValue, isOwn ? 0 : 1, changed[board.name] ?? .max]
        }
    }

    func rank(_ name: String, isSetUp: Bool) -> Rank {
        if unread.contains(name) { return .unread }
        if watched.contains(name) { return .watched }
        return isSetUp ? .read : .notSetUp
    }

    private static func places(of names: [String]) -> [String: Int] {
        Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// By keys of equal length; things with equal keys stay in their order. Boards are large, so only their places are moved.
    private static func sorted<Thing>(_ things: [Thing], limit: Int = .max, by key: (Thing) -> [Int]) -> [Thing] {
        let keys = things.enumerated().map { key($1) + [$0] }
        return keys.sorted { $0.lexicographicallyPrecedes($1) }.prefix(limit).map { things[$0[$0.count - 1]] }
    }

    /// `names` with `name` one place up or down; unchanged if there is no such place.
    static func moved(_ name: String, up: Bool, in names: [String]) -> [String] {
        guard let from = names.firstIndex(of: name) else { return names }
        let to = up ? from - 1 : from + 1
        guard names.indices.contains(to) else { return names }
        var names = names
        names.swapAt(from, to)
        return names
    }
}
