import Localisation
import Records

/// The flags shown beside a title.
enum GuideMarks {
    static let names = ProgrammeSlots.flags.map(\.name)

    static func label(of mark: String, _ words: Words) -> String {
        switch mark {
        case "film": words("Film")
        case "live": words("Live", sense: "a broadcast")
        case "premiere": words("Premiere")
        case "new": words("New", sense: "a programme")
        default: words("Repeat", sense: "a programme")
        }
    }
}
