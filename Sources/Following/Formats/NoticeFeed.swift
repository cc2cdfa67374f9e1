import BoardPages
import Boards
import Foundation
package import Hummingbird
package import Localisation
import Records
package import Serving
import Storage
import Watching

/// `/notices/<secret>.atom`: a person's notices, newest first, for programs that can't sign in.
///
/// Anyone with the address can read it. The person can replace the address, which invalidates the old one. An entry has the identifier of
/// its notice.
package struct NoticeFeed: Sendable {
    private let feature: FollowingFeature
    private static let entries = 50
    /// The maximum number of changes per entry.
    package static let changes = 30

    package init(_ feature: FollowingFeature) { self.feature = feature }

    package static func path(_ secret: Secret) -> String { "/notices/\(secret.text).atom" }

    package func feed(_ text: String?, for request: Request, _ words: Words) async throws -> Response {
        guard let secret = text.flatMap({ Secret($0) }),
            let person = try await feature.store.people.person(reading: .notices, by: secret.hash)
        else {
            throw Refusal(.notFound)
        }
        let origin = WebOrigin(of: request, feature.site)
        var entries: [AtomFeed.Entry] = []
        for stored in try await feature.store.following.notices(of: person, limit: Self.entries) {
            let summary = try await Asking.$reader.withValue(person.id) {
                try await NoticeSummary(stored, feature, words, limit: Self.changes)
            }
            entries.append(
                AtomFeed.Entry(
                    id: "urn:uuid:\(stored.identifier.uuidString.lowercased())", title: summary.title, updated: stored.created,
                    link: origin.address(summary.board.map { BoardPaths($0).page } ?? "/"), content: summary.content))
        }
        let feed = AtomFeed(
            id: origin.tag("people/\(person.id)/notices"), title: words("Notices for \(person.name)"),
            address: origin.address(Self.path(secret)), page: origin.address("/"), language: words.language,
            updated: Timestamp(milliseconds: 0), entries: entries)
        return APIAnswer(text: feed.document.description, type: AtomFeed.type).response(to: request)
    }
}

/// A stored notice's content, for the API and feeds.
struct NoticeSummary: Sendable {
    let title: String
    /// nil for a digest of several boards.
    let board: String?
    /// The number of changes in it; `changes` has the first ones.
    let count: Int
    let changes: [ToldChange]
    /// What it says below the title; empty if the title says it.
    let lines: [String]
    let content: HTML

    init(_ stored: StoredNotice, _ feature: FollowingFeature, _ words: Words, limit: Int) async throws {
        switch stored.subject {
        case .changes(let count):
            let boards = feature.boards.all
            changes = try await feature.store.following.changes(of: stored, limit: limit) { name in boards.first { $0.name == name }?.schema
            }
            let summaries = changes.compactMap { told in
                boards.first { $0.name == told.board }.map { ChangeSummary(told.change.change, $0.schema) }
            }
            let names = Set(changes.map(\.board))
            board = names.count == 1 ? names.first : nil
            self.count = count
            if count == 1, let only = summaries.first {
                title = only.headline
                lines = []
                content = only.content
            } else {
                let place = boards.first { $0.name == names.first }?.title
                title = names.count == 1 ? words("\(count) changes: \(place ?? "")") : words("\(count) changes")
                let rest = count > summaries.count ? [words("and \(count - summaries.count) more")] : []
                lines = summaries.map(\.headline) + rest
                content = Self.list(lines)
            }
        case .health(let text):
            var name: String?
            if let feed = stored.feed { name = try await feature.store.feeds.feed(feed)?.board }
            board = name
            (count, changes) = (0, [])
            title = feature.boards.all.first { $0.name == name }?.title ?? name ?? ""
            let sentence = FeedHealth.News(stored: text)?.sentence ?? ""
            lines = [sentence]
            content = "<p>\(sentence)</p>"
        case .prices(let text):
            let news = PriceNews(stored: text)
            let place = feature.boards.all.first { $0.name == news?.board }?.translated(for: words)
            let writer = PriceWriter(place, fuel: news?.fuel, words)
            board = news?.board
            (count, changes) = (0, [])
            title = news.map(writer.title) ?? place?.title ?? ""
            lines = news.map(writer.lines) ?? []
            content = Self.list(lines)
        case .programme(let text):
            let (news, writer) = (ReminderNews(stored: text), ReminderWriter(words))
            board = news?.board
            (count, changes) = (0, [])
            title = news.map(writer.title) ?? words("Reminder")
            lines = news.map(writer.lines) ?? []
            content = Self.list(lines)
        }
    }

    private static func list(_ lines: [String]) -> HTML { "<ul>\(lines.map { "<li>\($0)</li>" as HTML })</ul>" }

    /// One line for a person.
    var text: String { title }
}
