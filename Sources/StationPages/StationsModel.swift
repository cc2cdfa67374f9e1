import BoardPages
import Boards
import Records
import Serving

/// The data of a station board's page at one moment.
struct StationsModel: Sendable {
    /// In the reader's language.
    var board: Board
    var plan: StationPlan
    var fuel: StationPlan.Fuel
    var query: StationsQuery
    var settings: StationSettings
    var place: StationWhere
    /// The radius of the list in kilometres; nil: any distance.
    var radius: Int?
    var list: StationList
    /// Suggestions for typing a suburb.
    var suburbs: [String] = []
    /// The suburb or region that the source was queried for; nil: everything that it publishes.
    var area: String?
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the page's last change; 0 if there was none.
    var lastChange: Int64 = 0
    /// The address of its live events, with the choice of parameters.
    var live: String
    /// The choice of board parameters that the source was queried for.
    var choice = BoardChoice.standard
    /// When the source is next read for prices that it hasn't published yet.
    var nextReading: Timestamp?
    /// Whether more rows are stored than were read.
    var isCut = false
    /// Credits for places and positions from other sources.
    var attributions: [String] = []
    var now: Timestamp
}
