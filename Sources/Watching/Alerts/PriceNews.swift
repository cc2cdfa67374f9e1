import Foundation
package import Records

/// A station with its prices for one person: what an alert compares and tells. Amounts are in the unit of the board's prices, discounts taken off.
package struct PriceQuote: Hashable, Codable, Sendable {
    /// `Station.code`
    package let code: String
    package let name: String
    /// In force; nil: none that is known.
    package let price: Double?
    /// The one after it, if it is known.
    package let next: Double?
    /// From the middle of the alert's area, in a straight line; nil where it has none.
    package let metres: Double?
}

/// What a price alert has found and its person is told: a value that is stored with the notice and put into words for whoever reads it.
package struct PriceNews: Hashable, Codable, Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// There are prices at or below the alert's.
        case below(price: Double)
        /// The cheapest is another than was told before.
        case cheapest(before: PriceQuote)
        /// The next prices are this much dearer, or cheaper: of the cheapest, or the most of the stations named.
        case tomorrow(step: Double)
        case daily
    }

    package let board: String
    package let fuel: String
    package let event: Event
    /// What it is about, the first first: the stations below the price, the cheapest, those that change.
    package let quotes: [PriceQuote]
    /// There are so many more.
    package var more = 0
    /// The cheapest of the next prices, where that is told.
    package var cheapestNext: PriceQuote?
    /// From when the next prices are in force.
    package var nextFrom: Timestamp?
    /// Of a digest.
    package var favourites: [PriceQuote] = []

    /// Stations that are named in one notice.
    package static let named = 5

    /// Whether what it foretells is so already.
    func isStale(at now: Timestamp) -> Bool {
        guard case .tomorrow = event, let nextFrom else { return false }
        return nextFrom <= now
    }

    /// nil if another version of the program wrote it.
    package init?(stored text: String) {
        guard let news = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = news
    }

    package init(board: String, fuel: String, _ event: Event, _ quotes: [PriceQuote]) {
        self.board = board
        self.fuel = fuel
        self.event = event
        self.quotes = Array(quotes.prefix(Self.named))
        more = max(0, quotes.count - Self.named)
    }
}

/// What an alert has told already, and what it holds new prices against: so that nothing is told twice, whoever asks how often.
package struct PriceAlertState: Hashable, Codable, Sendable {
    /// When something was told last.
    package var told: Timestamp?
    /// That there is a price below the alert's was told, and none was above since.
    package var isBelow = false
    /// The cheapest as it was told, or found first.
    package var cheapest: PriceQuote?
    /// From when the next prices are in force whose change was told.
    package var change: Timestamp?
    /// For which time the last digest was.
    package var digest: Timestamp?

    package init() {}

    /// One that was never stored, or cannot be read, knows nothing.
    package init(stored text: String?) {
        self = text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
    }
}
