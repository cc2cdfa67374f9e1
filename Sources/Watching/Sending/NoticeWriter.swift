package import Boards
package import Foundation
package import Localisation
package import Notifying
package import Records

/// Converts a stored notice to a `Notice` in its person's language: changes, a feed's health, prices or a programme.
///
/// A value, used for sending and by the pages that list notices. The first of many changes are named and the others counted.
package struct NoticeWriter: Sendable {
    /// Limit of changes named in one notice.
    package static let namedChanges = 30

    private let boards: BoardRegistry
    private let publicURL: URL?

    /// Without `publicURL` notices have no link.
    package init(boards: BoardRegistry, publicURL: URL? = nil) {
        self.boards = boards
        self.publicURL = publicURL
    }

    /// For decoding the changes of a notice from the store.
    package func schema(of board: String) -> Schema? { boards[board]?.schema }

    /// Whether a board was added to the data folder and isn't bundled with Tidings.
    func isAdded(_ board: String) -> Bool { boards[board].map { !$0.comesAlong } ?? false }

    /// `told`: the first of `count` changes; nil if there is none. `bindings`: those of the changes' feeds.
    package func notice(
        _ stored: StoredNotice, of told: [ToldChange], count: Int, _ words: Words, bindings: [Feed.ID: [String: String]] = [:]
    ) -> Notice? {
        guard let first = told.first, let last = told.map(\.change.seen).max() else { return nil }
        let summaries = told.compactMap { told in
            board(told.board, words).map { board in
                (
                    board: told.board, place: self.title(of: told.board, bindings[told.change.feed] ?? [:], words),
                    summary: ChangeSummary(told.change.change, board.schema)
                )
            }
        }
        let boards = Set(summaries.map(\.board))
        let places = summaries.map(\.place).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var (title, lines): (String, [String])
        var topic: String?
        if count == 1, let only = summaries.first {
            (title, lines) = one(only.summary, on: only.place, words)
            topic = "\(first.board)/\(first.change.key)"
        } else {
            title = places.count == 1 ? words("\(count) changes: \(places[0])") : words("\(count) changes")
            lines = places.flatMap { place in
                (places.count > 1 ? [place] : [])
                    + summaries.filter { $0.place == place }.prefix(Self.namedChanges).map { $0.summary.headline(words) }
            }
            let moreCount = count - min(summaries.count, Self.namedChanges)
            if moreCount > 0 { lines.append(words("and \(moreCount) more")) }
        }
        return Notice(
            id: stored.identifier, title: title, lines: lines, link: link(to: stored), topic: topic, time: last,
            board: boards.count == 1 ? boards.first ?? "" : "")
    }

    /// A problem of a board's feed, or its end.
    ///
    /// - Parameter mayRepair: Whether the person may change the board. Then the notice links to its repair, if there is something to
    ///   repair.
    package func notice(
        _ stored: StoredNotice, of health: FeedHealth.News, board: String, binding: [String: String] = [:], mayRepair: Bool = false,
        _ words: Words
    ) -> Notice {
        let repair = mayRepair && health.mayBeRepaired ? publicURL.map { Self.repair(of: board, at: $0) } : nil
        let place = title(of: board, binding, words)
        let title =
            switch health {
            case .raised: words("Problem with \(place)")
            case .cleared: words("\(place) works again")
            }
        return Notice(
            id: stored.identifier, title: title,
            lines: [health.sentence(words)] + (repair == nil ? [] : [words("Open the link to find its rows on the page as it is now.")]),
            link: repair ?? link(to: stored), topic: "\(board)/health", time: stored.created, board: board)
    }

    /// The page of the app that locates a board's list again.
    private static func repair(of board: String, at site: URL) -> URL {
        let page = site.appendingPathComponent("new-board").appendingPathComponent("own")
        return page.appending(queryItems: [URLQueryItem(name: "name", value: board)])
    }

    /// The news of a price alert.
    package func notice(_ stored: StoredNotice, of news: PriceNews, _ words: Words) -> Notice {
        let writer = PriceWriter(board(news.board, words), fuel: news.fuel, words)
        return Notice(
            id: stored.identifier, title: writer.title(of: news), lines: writer.lines(of: news), link: link(to: stored),
            topic: stored.alert.map { "\(news.board)/alert-\($0)" }, time: stored.created, board: news.board)
    }

    /// The news of a reminder.
    package func notice(_ stored: StoredNotice, of news: ReminderNews, _ words: Words) -> Notice {
        let writer = ReminderWriter(words)
        return Notice(
            id: stored.identifier, title: writer.title(of: news), lines: writer.lines(of: news), link: link(to: stored),
            topic: stored.reminder.map { "\(news.board)/reminder-\($0)" }, time: stored.created, board: news.board)
    }

    /// The test notice of a channel.
    package func test(of channel: Channel, at now: Timestamp, _ words: Words) -> Notice {
        Notice(
            title: words("A test of “\(channel.name)”"), lines: [words("Notices will arrive here.")], link: publicURL, time: now, board: "")
    }

    private func one(_ change: ChangeSummary, on place: String, _ words: Words) -> (title: String, lines: [String]) {
        let name = change.title(words)
        // The title names the record.
        let lines = zip(change.lines, change.lineTexts(words)).filter { !$0.0.field.isKey }.map(\.1)
        let title =
            switch change.kind {
            case .appeared: words("\(name) is new")
            case .gone: words("\(name) is gone")
            case .altered where lines.count == 1: change.name.isEmpty ? lines[0] : words("\(name): \(lines[0])")
            case .altered: words("\(name) has changed")
            }
        return (title, (change.kind == .altered && lines.count == 1 ? [] : lines) + [place])
    }

    /// In the person's language.
    private func board(_ name: String, _ words: Words) -> Board? { boards[name]?.translated(to: words.catalogue.language.code) }

    /// The board's title with the chosen values.
    private func title(of name: String, _ binding: [String: String], _ words: Words) -> String {
        guard let board = board(name, words) else { return name }
        return ([board.title] + board.described(binding).map(\.value)).joined(separator: " · ")
    }

    private func link(to notice: StoredNotice) -> URL? {
        publicURL?.appendingPathComponent("notices").appendingPathComponent(String(notice.id))
    }
}
