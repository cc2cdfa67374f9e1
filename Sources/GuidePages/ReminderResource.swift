import JSONReading
import Localisation
package import Records
package import Serving
import Watching

/// The JSON form of a reminder in the API and a person's export.
package enum ReminderResource {
    static let rules = ["programme", "channel", "series", "search"]

    package static let members = Resource<Reminder, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("board", .text()) { $1.add("board", $0.board) },
        .told("rule", .choice(rules)) { $1.add("rule", name(of: $0.settings.rule)) },
        .told("text", .text(), about: "The rule, in words.") { $1.add("text", ReminderWriter(.english).rule(of: $0.settings)) },
        .told("minutes", .integer(), about: "Before the start.") { $1.add("minutes", $0.settings.minutes) },
        .told("created", .moment) { $1.add("created", $0.created.description) },
        .told("isGone", .flag, about: "The guide no longer has the programme.") { $1.add("isGone", $0.state?.isGone ?? false) },
        .told("next", .list(ahead.schema), about: "Programmes that aren't over, as the guide has them now.") {
            $1.add("next", $0.ahead(at: .system()).map(ahead.line))
        },
    ])

    private static let ahead = Resource<ReminderState.Entry, Never>([
        .told("record", .identifier) { $1.add("record", Int($0.showing.record)) },
        .told("channel", .text()) { $1.add("channel", $0.showing.channel) },
        .told("start", .moment) { $1.add("start", $0.showing.start.description) },
        .told("stop", .moment) { $1.add("stop", $0.showing.stop.description) },
        .told("title", .text()) { $1.add("title", $0.showing.title) },
        .told("told", .optional(.moment), about: "When you were reminded.") { $1.add("told", $0.told?.description) },
    ])

    private static func name(of rule: Reminder.Rule) -> String {
        switch rule {
        case .programme: "programme"
        case .series(_, let channel, _): channel == nil ? "series" : "channel"
        case .search: "search"
        }
    }
}
