/// Where price alerts are.
enum AlertPaths {
    /// The form for a new one; `AlertPage.new(for:)` says what its address may fill in.
    static func new(on board: String) -> String { "\(BoardPaths(board).page)/alerts/new" }
    /// With what a page of the board shows already filled in.
    static func new(on board: String, asking query: StationsQuery) -> String {
        let parts = query.parts.filter { ["fuel", "near", "place", "suburb", "region", "radius", "favourites"].contains($0.name) }
            .map { "\($0.name)=\(Percent.encoded($0.value))" }
        return parts.isEmpty ? new(on: board) : "\(new(on: board))?\(parts.joined(separator: "&"))"
    }
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
