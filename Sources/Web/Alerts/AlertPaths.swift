/// Where price alerts are.
enum AlertPaths {
    /// The form for a new one; `AlertPage.new(for:)` says what its address may fill in.
    static func new(on board: String) -> String { "\(BoardPaths(board).page)/alerts/new" }
    /// For one station, by its code.
    static func new(on board: String, station code: String, fuel: String) -> String {
        "\(new(on: board))?fuel=\(Percent.encoded(fuel))&station=\(Percent.encoded(code))"
    }
    static func alert(_ id: Int64) -> String { "/alerts/\(id)" }
    static func mute(_ id: Int64) -> String { "\(alert(id))/mute" }
    static func remove(_ id: Int64) -> String { "\(alert(id))/remove" }
    /// Where the person's alerts are listed.
    static let list = "\(WatchPaths.list)#alerts"
    static func card(_ id: Int64) -> String { "\(WatchPaths.list)#alert-\(id)" }
}
