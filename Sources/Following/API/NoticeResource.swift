import Records
import Serving

/// The JSON form of a notice.
enum NoticeResource {
    struct Shown: Sendable {
        let notice: StoredNotice
        let summary: NoticeSummary
        let isNew: Bool
        /// nil if the response leaves them out.
        let changes: [JSONLine]?
    }

    static let members = Resource<Shown, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.notice.id)) },
        .told("created", .moment) { $1.add("created", $0.notice.created.description) },
        .told("kind", .choice(["changes", "health", "prices", "programme"])) { $1.add("kind", kind(of: $0.notice)) },
        .told("board", .optional(.text()), about: "null for a digest of several.") { $1.add("board", $0.summary.board) },
        .told("watch", .optional(.identifier)) { $1.add("watch", $0.notice.watch.map { Int($0) }) },
        .told("alert", .optional(.identifier)) { $1.add("alert", $0.notice.alert.map { Int($0) }) },
        .told("text", .text()) { $1.add("text", $0.summary.text) },
        .told("isNew", .flag) { $1.add("isNew", $0.isNew) },
        .told("count", .integer(), about: "How many changes it reports.") { $1.add("count", $0.summary.count) },
        .told("changes", .list(.named("Change")), isRequired: false, about: "The first of them.") {
            if let changes = $0.changes { $1.add("changes", changes) }
        },
    ])

    private static func kind(of notice: StoredNotice) -> String {
        switch notice.subject {
        case .changes: "changes"
        case .health: "health"
        case .prices: "prices"
        case .programme: "programme"
        }
    }
}
