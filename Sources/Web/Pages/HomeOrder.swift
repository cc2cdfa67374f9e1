import BoardPages
import Records
import Serving

/// The order of the boards on the first page: the person's own, otherwise by relevance.
enum HomeOrder {
    /// Unread news first, then boards on which the person watches something, then boards that are read, and at the end those not set up.
    enum Rank: Int, Comparable {
        case unread, watched, read, notSetUp

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// `cards` in the order of `own`, the names in a person's own order; cards that it doesn't name follow by rank, otherwise in their
    /// former order.
    static func sorted(_ cards: [HomeCard], own: [String], unread: Set<String>, watched: Set<String>) -> [HomeCard] {
        let places = Dictionary(own.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return cards.enumerated().map { index, card in
            (card: card, key: (places[card.name] ?? .max, rank(card, unread: unread, watched: watched).rawValue, index))
        }.sorted { $0.key < $1.key }.map(\.card)
    }

    static func rank(_ card: HomeCard, unread: Set<String>, watched: Set<String>) -> Rank {
        if unread.contains(card.name) { return .unread }
        if watched.contains(card.name) { return .watched }
        return card.health == .notSetUp ? .notSetUp : .read
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
