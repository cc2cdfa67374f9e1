import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/boards/<name>/search?q=…`: programmes that aren't over and have all of these words in title, episode or description, the next ones first.
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
        let (board, now) = (shown.board, Timestamp.system())
        let found = try await shown.engine.store.records(
            of: try await shown.feeds().feeds, board.schema, withWordsOf: shown.search, notOverAt: now, fields: GuideFields.shown,
            limit: Self.most)
        let programmes = found.compactMap { record in
            fields.channel(record).flatMap { channel in fields.programme(record).map { (channel, $0) } }
        }
        let paths = BoardPaths(board.name, shown.choice)
        let lines = GuideLines(words: words, paths: paths)
        let list: HTML =
            switch (shown.search.isEmpty, programmes.isEmpty) {
            case (true, _):
                "<p class=\"empty\">\(words("Type words of a title, an episode or a description. All of them have to occur."))</p>"
            case (false, true):
                "<p class=\"empty\">\(words.html("Nothing to come matches “\("<bdi>\(shown.search)</bdi>" as HTML)”."))</p>"
            case (false, false):
                "<ol class=\"guide-day is-found\">\(programmes.map { lines.line($0.1, on: $0.0, at: now) })</ol>\(programmes.count < Self.most ? nil : "<p class=\"updated\">\(words("These are the next \(words.number(Self.most)). Add a word to find fewer."))</p>" as HTML)"
            }
        let shell = PageShell(title: words("Search"), assets: shown.engine.assets.prefix, kind: kind, reader: shown.reader)
        return .page(
            shell.page(
                """
                <div class="list"><p class="detail-way"><a href="\(paths.page)">\(board.title)</a></p>
                <header class="list-intro"><h1>\(words("Search"))</h1></header>
                \(GuideWays(words: words, paths: paths, isPerson: shown.context.person != nil).html(nil, query: shown.search))
                \(try await reminder(paths))
                \(list)</div>
                """))
    }

    /// Of what the words find, for people who are signed in.
    private func reminder(_ paths: BoardPaths) async throws -> HTML? {
        guard !shown.search.isEmpty, let person = shown.context.person else { return nil }
        let wish = Reminder.Settings(.search(words: shown.search), asking: shown.choice.given)
        let own = try await shown.engine.store.reminders(of: person).first { $0.board == shown.board.name && $0.isSame(as: wish) }
        return ReminderForm(visit, paths).search(shown.search, choice: shown.choice, own: own)
    }
}

/// Programmes as lines of a list.
struct GuideLines {
    let words: Words
    let paths: BoardPaths

    /// With its day and channel where those aren't known from the page.
    func line(_ programme: GuideProgramme, on channel: GuideChannel? = nil, at now: Timestamp) -> HTML {
        let isOn = programme.start <= now && now < programme.stop
        let state: HTML? = isOn ? " aria-current=\"time\"" : programme.stop <= now ? " class=\"is-over\"" : nil
        let day = words.day(of: programme.start)
        let when: HTML? = channel == nil ? nil : "<span class=\"guide-date\">\(words.shortDay(day))</span> "
        let place = channel.map { "<bdi>\($0.name)</bdi>" as HTML }
        let about = [place, programme.subtitle.map { "<bdi>\($0)</bdi>" as HTML }].compactMap { $0 }
        let below: HTML? = about.isEmpty ? nil : "<p class=\"guide-subtitle\">\(about.joined(by: " · "))</p>"
        return """
            <li\(state)><p class="guide-times figures"><time datetime="\(programme.start.description)">\(when)\(words.timeOfDay(programme.start))</time>\
            <span class="unseen">–\(words.timeOfDay(programme.stop))</span></p><div>\
            <p class="guide-title"><a href="\(paths.record(programme.id))" data-sheet="page"><bdi>\(programme.title)</bdi></a>\(marks(programme.marks))</p>\
            \(below)</div></li>
            """
    }

    private func marks(_ names: [String]) -> [HTML] {
        names.map { " <span class=\"guide-mark\">\(GuideMarks.label(of: $0, words))</span>" }
    }
}

/// Flags that are shown beside a title.
enum GuideMarks {
    static let names = ["film", "live", "premiere", "new", "repeat"]

    static func label(of mark: String, _ words: Words) -> String {
        switch mark {
        case "film": words("Film")
        case "live": words("Live", sense: "a broadcast")
        case "premiere": words("Premiere")
        case "new": words("New", sense: "a programme")
        default: words("Repeat", sense: "a programme")
        }
    }
}
