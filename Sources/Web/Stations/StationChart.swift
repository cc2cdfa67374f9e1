import Boards
import Localisation

/// How prices went.
enum StationChart {
    /// On a station's page, a section of its own.
    static func html(_ station: StationRow, _ board: Board, _ site: Site, _ words: Words) async throws -> HTML { "" }

    /// Below the list, where it is about one suburb.
    static func suburb(_ suburb: String, _ board: Board, _ site: Site, _ words: Words) async throws -> HTML { "" }
}
