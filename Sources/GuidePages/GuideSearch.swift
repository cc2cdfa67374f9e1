import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/search?q=…`: channels whose name contains all words, then programmes that aren't over and contain them in title, episode
/// or description, next first. `day`, `channel`, `genre` and `mark` (see `GuideMarks`) are filters of programmes.
struct GuideSearch: Sendable {
    private static let limit = 100
    private static let channelLimit = 20

    private let shown: ShownBoard
    private let fields: GuideFields
    private let visit: BoardVisit
    private let services: GuideServices
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit, _ services: GuideServices) throws {
        (self.visit, self.services) = (visit, services)
        shown = try visit.shown
        fields = try visit.guideFields
    }

    func page(_ kind: PageKind) async throws -> Response {
        let (board, now, feeds) = (shown.board, Timestamp.system(), try await shown.feeds().feeds)
        let choices = GuideFilters(visit.request)
        let found = try await shown.boards.store.feeds.records(
            of: feeds, board.schema, withWordsOf: shown.search, where: choices.filter(in: words.zone), notOverAt: now,
            fields: GuideFields.inGrid, limit: Self.limit)
        let hidden = Set(visit.guideSettings.hidden)
        // Several sources may have the same programme.
        var known: Set<String> = []
        let programmes = found.compactMap { record in
            fields.channel(record).flatMap { channel in fields.programme(record).map { (channel, $0) } }
        }.filter { !hidden.contains($0.0.id) && known.insert("\($0.0.id)\n\($0.1.start.milliseconds)\n\($0.1.title)").inserted }
        let paths = BoardPaths(board.name, shown.choice)
        let lines = GuideLines(words: words, paths: paths)
        let channels = try await choices.isEmpty ? self.channels(of: feeds) : []
        let more = words("These are the next \(words.number(Self.limit)). Add a word to narrow the search.")
        let cut: HTML? = found.count < Self.limit ? nil : #"<p class="updated">\#(more)</p>"#
        let list: HTML =
            switch (shown.search.isEmpty, programmes.isEmpty) {
            case (false, true) where !channels.isEmpty: ""
            case (true, _):
                EmptyState.html(words("Search titles, episodes and descriptions. Results contain all your words."))
            case (false, true):
                EmptyState.html(markup: nothing(isHidden: !found.isEmpty, isFiltered: !choices.isEmpty))
            case (false, false):
                """
                <ol class="guide-day is-found">\(programmes.map { lines.line($0.1, on: $0.0, at: now) })</ol>\
                \(cut)
                """
            }
        let coverage = try await shown.search.isEmpty ? nil : shown.boards.store.feeds.coverage(of: feeds, board.schema)
        let days = GuideDays(nil, coverage: coverage, at: now, in: words.zone)
        let reminder = try await choices.isEmpty ? reminderForm(paths) : nil
        let filters = GuideFiltersView(shown: shown, paths: paths, chosen: choices, days: days)
        let shell = PageShell(title: words("Search"), assets: shown.boards.assets.prefix, kind: kind, reader: shown.reader)
        return .page(
            shell.page(
                """
                <div class="list">\(BackLink.html(board.title, to: paths.page))
                \(PageHeading.html(words("Search")))
                \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(nil, query: shown.search))
                \(channels.isEmpty ? nil : self.list(of: channels, paths))
                \(programmes.isEmpty && choices.isEmpty ? nil : filters.html(of: programmes.map(\.0), genres: found.flatMap(fields.genres)))
                \(list)
                \(reminder)</div>
                """))
    }

    /// `isHidden`: programmes on hidden channels match.
    private func nothing(isHidden: Bool, isFiltered: Bool) -> HTML {
        let text = "<bdi>\(shown.search)</bdi>" as HTML
        if isHidden { return words.html("Only programmes on hidden channels match “\(text)”. Show these channels under “My channels”.") }
        return isFiltered
            ? words.html("No upcoming programmes match “\(text)”. Choose other filters, or try fewer or shorter words.")
            : words.html("No upcoming programmes match “\(text)”. Try fewer or shorter words.")
    }

    /// Cached for all readers until a feed is read.
    private func allChannels(of feeds: [Feed]) async throws -> [GuideChannel] {
        let key = feeds.map(FeedEdition.init)
        if let known = services.channels.value(for: key, at: .system()) { return known }
        let channels = try await shown.channels(of: feeds, fields)
        services.channels.keep(channels, for: key, bytes: channels.count * 400)
        return channels
    }

    /// In the person's order.
    private func channels(of feeds: [Feed]) async throws -> [GuideChannel] {
        let search = SearchText(shown.search)
        guard !search.words.isEmpty else { return [] }
        let all = visit.lineUp.channels(of: try await allChannels(of: feeds))
        let found = all.lazy.filter { ([$0] + $0.others).contains { search.matches(SearchText.folded($0.name)) } }
        return Array(found.prefix(Self.channelLimit))
    }

    private func list(of channels: [GuideChannel], _ paths: BoardPaths) -> HTML {
        let links = channels.map { channel -> HTML in
            Chips.link(markup: "\(GuideLogo(paths).html(channel))<bdi>\(channel.name)</bdi>", to: paths.guideChannel(channel.id))
        }
        return Chips.nav(words("Channels", sense: "of a guide"), name: "chips guide-found", "\(links)")
    }

    /// Reminders for search results, for people who are signed in.
    private func reminderForm(_ paths: BoardPaths) async throws -> HTML? {
        guard !shown.search.isEmpty, let person = shown.context.person else { return nil }
        let wish = Reminder.Settings(.search(words: shown.search), asking: shown.choice.given)
        let own = try await shown.boards.store.reminders.all(of: person).first { $0.board == shown.board.name && $0.isSame(as: wish) }
        return ReminderForm(visit, paths).search(shown.search, choice: shown.choice, own: own)
    }
}
