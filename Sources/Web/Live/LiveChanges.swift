import HTTPTypes
import Hummingbird
import Records
import Storage

/// The changes of feeds as events for one open page: `change`, each under the id that the store gave it, in its order.
///
/// A browser that has lost the line says which it had last (`Last-Event-ID`), a page that opens one anew says it in the address (`?after=`), and is
/// told what it has missed, over a restart of the server too: the store remembers. Whoever missed more than `limit`, or names an id
/// that the store never gave, as after a restore, is told to begin anew: `reset`.
struct LiveChanges: Sendable {
    private let store: Store
    private let feeds: [Feed]
    /// Only changes of records with this in the asked field; nil: all.
    private let needle: String?
    /// The last one that the page knows of; nil: it wants to be told from now on.
    private var known: Int64?

    static let limit = 200

    init(of feeds: [Feed], in store: Store, needle: String? = nil, for request: Request) {
        self.store = store
        self.feeds = feeds
        self.needle = needle
        let named = request.headers[Self.header] ?? request.uri.queryParameters["after"].map { String($0) }
        known = named.flatMap { Int64($0) }
    }

    /// What there is since the last call, and the id that the page knows then.
    mutating func news() async throws -> (frames: String, id: Int64) {
        let last = try await store.lastChangeID(of: feeds)
        guard let before = known else {
            known = last
            return ("", last)
        }
        // One more than is told, to see that there are more.
        let changes = before < last ? try await store.changes(of: feeds, after: before, needle: needle, limit: Self.limit + 1) : []
        let id = max(last, changes.last?.id ?? 0)
        known = id
        guard before <= last, changes.count <= Self.limit else { return (EventStream.frame("reset", JSONLine(), id: id), id) }
        return (changes.map { EventStream.frame("change", $0.line, id: $0.id) }.joined(), id)
    }

    private static let header = HTTPField.Name("Last-Event-ID")!
}

extension LoggedChange {
    /// As `/api/v1/changes` has it.
    fileprivate var line: JSONLine {
        var line = JSONLine()
        line.add("kind", kind)
        line.add("seen", seen.description)
        line.add("before", json: before ?? "null")
        line.add("after", json: after ?? "null")
        return line
    }
}
