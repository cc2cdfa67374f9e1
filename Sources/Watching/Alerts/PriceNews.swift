import Foundation
package import Records

/// A station with its prices for one person, as alerts compare and report them. Amounts are in the unit of the board's prices, after
/// discounts.
package struct PriceQuote: Hashable, Codable, Sendable {
    /// `Station.code`
    package let code: String
    package let name: String
    /// The price in force; nil: unknown.
    package let price: Double?
    /// The price after it, if known.
    package let next: Double?
    /// The straight-line distance from the middle of the alert's area; nil if the alert has no area.
    package let metres: Double?
}

/// A price alert's news: stored with the notice, and translated to the reader's language.
package struct PriceNews: Hashable, Codable, Sendable {
    package enum Event: Hashable, Codable, Sendable {
        /// There are prices at or below the alert's.
        case below(price: Double)
        /// The cheapest offer is not the last one reported.
        case cheapest(before: PriceQuote)
        /// The next prices differ by this much: the cheapest price, or the largest step of the stations named.
        case tomorrow(step: Double)
        case daily
    }

    package let board: String
    package let fuel: String
    package let event: Event
    /// The stations it is about, most important first: those below the price, the cheapest, or those whose price changes.
    package let quotes: [PriceQuote]
    /// How many more stations it is about.
    package var more = 0
    /// The cheapest of the next prices, if the notice has it.
    package var cheapestNext: PriceQuote?
    /// When the next prices come into force.
    package var nextFrom: Timestamp?
    /// A digest's favourites.
    package var favourites: [PriceQuote] = []

    /// Limit of stations named in one notice.
    package static let named = 5

    /// Whether the announced price change has already happened.
    func isStale(at now: Timestamp) -> Bool {
        guard case .tomorrow = event, let nextFrom else { return false }
        return nextFrom <= now
    }

    /// nil if another version wrote it.
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

/// The reports of an alert so far, and the baseline for new prices. Prevents repeated notices, however often the alert is evaluated.
package struct PriceAlertState: Hashable, Codable, Sendable {
    /// The time of the last notice.
    package var told: Timestamp?
    /// A price below the alert's limit was reported, and there has been such a price ever since.
    package var isBelow = false
    /// The cheapest offer as last reported, or as first found.
    package var cheapest: PriceQuote?
    /// The cheapest offer that the alert covers, at the last evaluation with prices.
    package var now: PriceQuote?
    /// The time of the last reported price change.
    package var change: Timestamp?
    /// The due time of the last digest.
    package var digest: Timestamp?

    package init() {}

    /// Empty if no state is stored or it can't be read.
    package init(stored text: String?) {
        self = text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
    }
}
