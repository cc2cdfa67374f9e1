import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/search?q=…`: programmes that aren't over and contain all words in title, episode or description, next first. `day`,
/// `channel`, `genre` and `mark` (see `GuideMarks`) are filters.
struct GuideSearch: Sendable {
    private static let most = 100

    private let shown: ShownBoard
    private let fields: GuideFields
    private let visit: BoardVisit
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        self.visit = visit
        shown = try visit.shown
        fields = try visit.guideFields
    }

    func page(_ kind: PageKind) async throws -> Response {
        let (board, now, feeds) = (shown.board, Timestamp.system(), try await shown.feeds().feeds)
        let choices = GuideFilters(visit.request)
        let found = try await shown.boards.store.feeds.records(
            of: feeds, board.schema, withWordsOf: shown.search, where: choices.filter(in: words.zone), notOverAt: now,
            fields: GuideFields.inGrid, limit: Self.most)
        let hidden = Set(visit.guideSettings.hidden)
        // Several sources may have the same programme.
        var known: Set<String> = []
        let programmes = found.compactMap { record in
            fields.channel(record).flatMap { channel in fields.programme(record).map { (channel, $0) } }
        }.filter { !hidden.contains($0.0.id) && known.insert("\($0.0.id)\n\($0.1.start.milliseconds)\n\($0.1.title)").inserted }
        let paths = BoardPaths(board.name, shown.choice)
        let lines = GuideLines(words: words, paths: paths)
        let list: HTML =
            switch (shown.search.isEmpty, programmes.isEmpty) {
            case (true, _):
                "<p class=\"empty\">\(words("Type words of a title, an episode or a description. All of them have to occur."))</p>"
            case (false, true):
                "<p class=\"empty\">\(words.html("Nothing to come matches “\("<bdi>\(shown.search)</bdi>" as HTML)”. Try fewer words, or only their beginnings."))</p>"
            case (false, false):
                "<ol class=\"guide-day is-found\">\(programmes.map { lines.line($0.1, on: $0.0, at: now) })</ol>\(found.count < Self.most ? nil : "<p class=\"updated\">\(words("These are the next \(words.number(Self.most)). Add a word to find fewer."))</p>" as HTML)"
            }
        let coverage = try await shown.search.isEmpty ? nil : shown.boards.store.feeds.coverage(of: feeds, board.schema)
        let days = GuideDays(nil, coverage: coverage, at: now, in: words.zone)
        let reminder = try await choices.isEmpty ? reminderForm(paths) : nil
        let filters = GuideFiltersView(shown: shown, paths: paths, chosen: choices, days: days)
        let shell = PageShell(title: words("Search"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        return .page(
            shell.page(
                """
                <div class="list"><p class="detail-way"><a href="\(paths.page)">\(board.title)</a></p>
                <header class="intro"><h1>\(words("Search"))</h1></header>
                \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(nil, query: shown.search))
                \(programmes.isEmpty && choices.isEmpty ? nil : filters.html(of: programmes.map(\.0), genres: found.flatMap(fields.genres)))
                \(reminder)
                \(list)</div>
                """))
    }

    /// Reminders for search results, for people who are signed in.
    private func reminderForm(_ paths: BoardPaths) async throws -> HTML? {
        guard !shown.search.isEmpty, let person = shown.context.person else { return nil }
        let wish = Reminder.Settings(.search(words: shown.search), asking: shown.choice.given)
        let own = try await shown.boards.store.reminders.all(of: person).first { $0.board == shown.board.name && $0.isSame(as: wish) }
        return ReminderForm(visit, paths).search(shown.search, choice: shown.choice, own: own)
    }
}
