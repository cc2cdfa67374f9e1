/// A person's wish to hear of prices on a board of stations: of which fuel, where, when, and by which channels.
///
/// It is about sets of stations and several readings of a source (today's and tomorrow's), and so no `Watch`, whose condition is about one
/// record. What it has told already is its `state`, as whoever evaluates it has put it.
package struct PriceAlert: Hashable, Sendable, Identifiable {
    package let id: Int64
    package let person: Int64
    package let board: String
    package var settings: Settings
    /// Nothing is told while it is muted, and nothing is made up for afterwards.
    package var isMuted: Bool
    /// nil while it was not looked at yet.
    package let state: String?
    package let created: Timestamp
    /// Since when it tells what it tells: what was to be told before is not.
    package let since: Timestamp
    /// The person's own zone, if they have set one.
    package let zone: String?
    /// Another with every alteration, whoever makes it.
    package let version: Int64

    /// What a person may alter.
    package struct Settings: Hashable, Codable, Sendable {
        /// nil: the board's standard fuel.
        package var fuel: String?
        /// What the source is asked with besides, by parameter: a region, a suburb; empty: for all that it has.
        package var given: [String: String]
        package var scope: Scope
        package var rule: Rule
        /// The channels it goes to besides the person's own list, by their names or kinds.
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

        /// Whether it is about the same, however it is told.
        package func asks(as other: Self) -> Bool {
            fuel == other.fuel && given == other.given && scope == other.scope && rule == other.rule
        }
    }

    /// Amounts are in the unit of the board's prices, with the person's discounts taken off.
    package enum Rule: Hashable, Codable, Sendable {
        /// Some station has a price at or below this.
        case below(price: Double)
        /// The cheapest station, or its price, is another.
        case cheapest
        /// The next prices, where they are known, are dearer or cheaper by so much or more.
        case tomorrow(step: Double)
        /// Each day at a time in the zone of the quiet hours, or else the person's.
        case daily(at: TimeOfDay)
    }

    /// Which stations.
    package enum Scope: Hashable, Codable, Sendable {
        case everywhere
        case around(place: Area)
        /// Those that the person has marked on the board.
        case favourites
        case station(code: String, name: String)
    }

    package struct Area: Hashable, Codable, Sendable {
        /// What people call it: Subiaco.
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
        /// Of one person.
        package static let alerts = 50
        package static let kilometres = 1...500
        /// In any unit of prices.
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
