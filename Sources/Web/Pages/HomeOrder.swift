import BoardPages
import Records
import Serving

/// Chooses and sorts the home page's boards: in the person's own order, otherwise by relevance.
struct HomeOrder: Sendable {
    /// The most boards that the home page shows.
    static let shown = 24
    /// The most feeds checked for recently changed boards: some may belong to boards that the person doesn't see.
    static let latestLimit = 500

    /// Boards with unread news first, then those that the person watches, then other boards that are set up, and last those that aren't.
    enum Rank: Int, Comparable {
        case unread, watched, read, notSetUp

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// Board names in the person's own order.
    let own: [String]
    /// Boards with unseen notices, and boards that the person watches.
    let unread: Set<String>
    let watched: Set<String>
    /// Boards by their last change, latest first.
    var latest: [String] = []

    init(own: [String], unread: Set<String>, watched: Set<String>) { (self.own, self.unread, self.watched) = (own, unread, watched) }

    /// `cards` in the person's order; other cards follow by rank, otherwise in their former order.
    func sorted(_ cards: [HomeCard]) -> [HomeCard] {
        let places = Self.places(of: own)
        return Self.sorted(cards) { [places[$0.name] ?? .max, rank($0.name, isSetUp: $0.health != .notSetUp).rawValue] }
    }

    /// The boards that the home page shows if there are too many: the person's own order first, then by rank; within a rank, boards that
    /// they added, then the most recently changed.
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

    /// A stable sort by keys of equal length. Boards are large, so only their indices are moved.
    private static func sorted<Thing>(_ things: [Thing], limit: Int = .max, by key: (Thing) -> [Int]) -> [Thing] {
        let keys = things.enumerated().map { key($1) + [$0] }
        return keys.sorted { $0.lexicographicallyPrecedes($1) }.prefix(limit).map { things[$0[$0.count - 1]] }
    }

    /// `names` with `name` moved up or down by one; unchanged at the end.
    static func moved(_ name: String, up: Bool, in names: [String]) -> [String] {
        guard let from = names.firstIndex(of: name) else { return names }
        let to = up ? from - 1 : from + 1
        guard names.indices.contains(to) else { return names }
        var names = names
        names.swapAt(from, to)
        return names
    }
}
