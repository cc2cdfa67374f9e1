import BoardPages
import Boards
import Records
import Serving

/// All that the page of a board of stations shows, at one moment.
struct StationsModel: Sendable {
    /// In the reader's language.
    var board: Board
    var plan: StationPlan
    var fuel: StationPlan.Fuel
    var query: StationsQuery
    var settings: StationSettings
    var place: StationWhere
    /// Kilometres that the list is within; nil: any.
    var radius: Int?
    var list: StationList
    /// Suburbs that can be typed.
    var suburbs: [String] = []
    /// What the source was asked for, in words: a suburb or a region; nil: all that it publishes.
    var area: String?
    var status: ReadingStatus
    var source: SourceNote
    /// The id of the last change that is shown; 0 if there was none.
    var lastChange: Int64 = 0
    /// Where its events are, with what the source was asked for.
    var live: String
    /// What of the board the source was asked for.
    var choice = BoardChoice.standard
    /// When the source is asked again for what it has not published yet.
    var nextReading: Timestamp?
    /// Whether there are more rows stored than were looked at.
    var isCut = false
    /// Whom to name for the places and positions that others have found out.
    var attributions: [String] = []
    var now: Timestamp
}
