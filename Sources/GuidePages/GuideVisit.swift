import BoardPages
package import Boards
import Hummingbird
import Localisation
import Records
import Serving

extension Board.View {
    package static let guide = Board.View(rawValue: "guide")
}

extension BoardVisit {
    /// The visitor's settings for this guide.
    var guideSettings: GuideSettings { GuideSettings.of(context.person, on: board.name, in: request) }

    /// The visitor's line-up for the group in the address.
    var lineUp: GuideLineUp { GuideLineUp(guideSettings, group: request.query["group"]?.limited(to: 200)) }

    /// Throws for boards without programmes.
    var guideFields: GuideFields {
        get throws {
            guard board.view == .guide, let fields = GuideFields(board.schema) else { throw Refusal(.notFound) }
            return fields
        }
    }
}
