package import Boards
import Localisation
package import Records
package import Serving
import Storage

/// The JSON form of a change.
package enum ChangeResource {
    package struct Shown: Sendable {
        let id: Int64
        let board: String
        let seen: Timestamp
        let kind: String
        /// The names of the changed fields.
        var fields: [String] = []
        var text: String?
        /// The former and the current values as JSON, with the board's fields at the time.
        let before: String?
        let after: String?

        package init(_ stored: StoredChange, _ board: Board) {
            (id, self.board, seen, kind) = (stored.id, board.name, stored.seen, stored.change.kind.rawValue)
            fields = stored.change.alteredFields.map { board.schema.fields[$0].name }
            text = ChangeSummary(stored.change, board.schema).headline
            before = stored.change.before?.json(board.schema).closed
            after = stored.change.after?.json(board.schema).closed
        }

        init(_ logged: LoggedChange) {
            (id, board, seen, kind) = (logged.id, logged.board, logged.seen, logged.kind)
            (before, after) = (logged.before, logged.after)
        }
    }

    package static let members = Resource<Shown, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.id)) },
        .told("board", .text()) { $1.add("board", $0.board) },
        .told("seen", .moment) { $1.add("seen", $0.seen.description) },
        .told("kind", .choice(Change.Kind.allCases.map(\.rawValue))) { $1.add("kind", $0.kind) },
        .told("fields", .list(.text()), isRequired: false, about: "The altered ones.") {
            if !$0.fields.isEmpty { $1.add("fields", $0.fields) }
        },
        .told("text", .text(), isRequired: false, about: "As people read it.") {
            if let text = $0.text { $1.add("text", text) }
        },
        .told("before", .map(.anything), isRequired: false) {
            if let before = $0.before { $1.add("before", json: before) }
        },
        .told("after", .map(.anything), isRequired: false) {
            if let after = $0.after { $1.add("after", json: after) }
        },
    ])
}
