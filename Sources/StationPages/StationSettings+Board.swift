import BoardPages
package import Records
import Serving

extension StationSettings: BoardSettings {
    package static let cookie = "tidings_stations"
    package static func those(of settings: PersonSettings, on board: String) -> Self { settings.stations(of: board) }
    package func put(into settings: inout PersonSettings) { settings.set(self) }
}
