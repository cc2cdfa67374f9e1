import BoardPages
package import Records
import Serving

extension GuideSettings: BoardSettings {
    package static let cookie = "tidings_guide"
    package static func those(of settings: PersonSettings, on board: String) -> Self { settings.guide(board) }
    package func put(into settings: inout PersonSettings) { settings.set(self) }
}
