import BoardPages
import Serving

/// The addresses of price alerts.
package enum AlertPaths {
    /// The form for a new alert; see `AlertPage.new(for:)` for its query parameters.
    package static func new(on board: String) -> String { "\(BoardPaths(board).page)/alerts/new" }
    /// For a station, by its code.
    package static func new(on board: String, station code: String, fuel: String) -> String {
        "\(new(on: board))?fuel=\(Percent.encoded(fuel))&station=\(Percent.encoded(code))"
    }
    package static func alert(_ id: Int64) -> String { "/alerts/\(id)" }
    package static func mute(_ id: Int64) -> String { "\(alert(id))/mute" }
    package static func remove(_ id: Int64) -> String { "\(alert(id))/remove" }
    /// The list of the person's alerts.
    package static let list = WatchPaths.list
    package static func card(_ id: Int64) -> String { "\(WatchPaths.list)#alert-\(id)" }
}
