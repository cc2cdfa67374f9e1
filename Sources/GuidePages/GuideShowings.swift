package import BoardPages
import Boards
import Localisation
package import Records
package import Serving
import Storage

/// Other showings of a programme: the same title, not over yet, on any channel that isn’t hidden, next first.
struct GuideShowings: Sendable {
    private static let limit = 8

    private let visit: BoardVisit
    private let feed: Feed
    private let fields: GuideFields

    /// Returns nil if the board’s records aren't programmes.
    init?(_ visit: BoardVisit, _ feed: Feed) {
        guard let fields = GuideFields(visit.board.schema) else { return nil }
        (self.visit, self.feed, self.fields) = (visit, feed, fields)
    }

    /// nil if there are no other showings.
    func html(of stored: StoredRecord) async throws -> HTML? {
        guard let title = fields.programme(stored)?.title else { return nil }
        let (words, now, hidden) = (visit.context.words, Timestamp.system(), Set(visit.guideSettings.hidden))
        let found = try await visit.boards.store.feeds.records(
            of: [feed], visit.board.schema, withWordsOf: title, where: SlotFilter(title: title), notOverAt: now, fields: GuideFields.shown,
            limit: Self.limit + 1 + hidden.count)
        let lines = GuideLines(words: words, paths: BoardPaths(visit.board.name))
        let others = found.compactMap { record -> HTML? in
            guard record.id != stored.id, let channel = fields.channel(record), !hidden.contains(channel.id) else { return nil }
            return fields.programme(record).map { lines.line($0, on: channel, at: now) }
        }
        guard !others.isEmpty else { return nil }
        return """
            <section class="programme-others"><h2>\(words("Other showings"))</h2><ol class="guide-day is-found">\
            \(Array(others.prefix(Self.limit)))</ol></section>
            """
    }
}

extension GuideBoards {
    /// A person’s reminders for a programme, and its other showings.
    package func tools(of stored: StoredRecord, _ feed: Feed, _ visit: BoardVisit) async throws -> HTML? {
        let reminders = try await reminders(of: stored, feed, visit)
        let showings = try await GuideShowings(visit, feed)?.html(of: stored)
        return reminders == nil && showings == nil ? nil : "\(reminders)\(showings)"
    }
}
