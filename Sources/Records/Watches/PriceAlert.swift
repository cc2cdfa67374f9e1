/// A person's request for notices about prices on a board of stations: which fuel, where, when, and on which channels.
///
/// It is about sets of stations and several readings of a source (today's and tomorrow's), so it isn't a `Watch`, whose
/// condition is about one record. Its `state` is what it has already sent, in the format of its evaluator.
package struct PriceAlert: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package var settings: Settings
    /// While muted it sends nothing, and nothing is sent afterwards for that time.
    package var isMuted: Bool
    /// nil until it is first evaluated.
    package let state: String?
    package let created: Timestamp
    /// A daily notice that was due before this isn't sent. It is reset when `isMuted` or the alert's question changes.
    package let since: Timestamp
    /// The person's own zone, if they have set one.
    package let zone: String?
    /// Increases with every update, by the person or by the evaluator.
    package let version: Int64

    /// The settings that a person can change.
    package struct Settings: Hashable, Codable, Sendable {
        /// nil: the board's standard fuel.
        package var fuel: String?
        /// Other parameters for the source: a region, a suburb; empty: all stations of the source.
        package var given: [String: String]
        package var scope: Scope
        package var rule: Rule
        /// Channels that receive it in addition to the person's own list, by name or kind.
        package var channels: [String]
        package var quietHours: Watch.QuietHours?

        package init(
            _ rule: Rule, of fuel: String? = nil, asking given: [String: String] = [:], in scope: Scope = .everywhere,
            channels: [String] = [], quietHours: Watch.QuietHours? = nil
        ) {
            self.fuel = fuel
            self.given = given
            self.scope = scope
            self.rule = rule
            self.channels = channels
            self.quietHours = quietHours
        }

        /// Whether both ask the same question, regardless of channels and quiet hours.
        package func asks(as other: Self) -> Bool {
            fuel == other.fuel && given == other.given && scope == other.scope && rule == other.rule
        }
    }

    /// Amounts are in the unit of the board's prices, after the person's discounts.
    package enum Rule: Hashable, Codable, Sendable {
        /// Some station has a price at or below this.
        case below(price: Double)
        /// The cheapest station, or its price, changes.
        case cheapest
        /// The next prices, if known, are dearer or cheaper by at least this much.
        case tomorrow(step: Double)
        /// Each day at a time in the zone of the quiet hours, or else the person's.
        case daily(at: TimeOfDay)
    }

    /// The stations that it covers.
    package enum Scope: Hashable, Codable, Sendable {
        case everywhere
        case around(place: Area)
        /// The person's favourites on the board.
        case favourites
        case station(code: String, name: String)
    }

    package struct Area: Hashable, Codable, Sendable {
        /// Its name for people: Subiaco.
        package let name: String
        package let latitude: Double
        package let longitude: Double
        package let kilometres: Int

        package init(name: String, at position: Position, kilometres: Int) {
            self.name = name
            latitude = position.latitude
            longitude = position.longitude
            self.kilometres = kilometres
        }

        package var position: Position? { Position(latitude: latitude, longitude: longitude) }
    }

    package enum Limits {
        /// Limit of alerts per person.
        package static let alerts = 50
        package static let kilometres = 1...500
        /// The valid range of amounts, in any unit of prices.
        package static let amounts = 0.001...10_000.0
        package static let characters = 60
    }

    package init(
        id: Int64, person: Int64, board: String, settings: Settings, isMuted: Bool, state: String?, created: Timestamp, since: Timestamp,
        zone: String?, version: Int64
    ) {
        self.id = id
        self.person = person
        self.board = board
        self.settings = settings
        self.isMuted = isMuted
        self.state = state
        self.created = created
        self.since = since
        self.zone = zone
        self.version = version
    }
}
