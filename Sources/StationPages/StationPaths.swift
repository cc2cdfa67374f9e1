import BoardPages
import Serving

/// The paths of a station board's pages.
struct StationPaths: Sendable {
    let page: String

    init(_ board: String) { page = BoardPaths(board).page }

    var settings: String { "\(page)/settings" }
    var places: String { "\(page)/places" }
    var favourites: String { "\(page)/favourites" }
    func station(_ code: String, fuel: String?) -> String {
        "\(page)/stations/\(Percent.encoded(code))\(fuel.map { "?fuel=\(Percent.encoded($0))" } ?? "")"
    }
}
