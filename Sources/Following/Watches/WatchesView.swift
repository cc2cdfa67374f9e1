package import BoardPages
package import Boards
package import Localisation
package import Records
import Serving

/// The data of the watches page.
struct WatchesModel: Sendable {
    var lines: [WatchLine]
    var alerts: [AlertLine]
    var reminders: [Reminder]
    /// The boards that the person may see.
    var boards: [Board]
    var hasChannels: Bool
    var token: HTML
}

package struct WatchLine: Sendable {
    package let watch: Watch
    /// nil if the board has been removed.
    package let board: Board?
    package let feed: Feed?
    /// When it last sent a notice.
    package let told: Timestamp?
    /// The name of the single watched record, if the condition doesn't contain it.
    package var record: String?

    package init(watch: Watch, board: Board?, feed: Feed?, told: Timestamp?, record: String? = nil) {
        self.watch = watch
        self.board = board
        self.feed = feed
        self.told = told
        self.record = record
    }

    package var choice: BoardChoice {
        guard let board, let feed else { return .standard }
        return BoardChoice(of: feed, on: board)
    }

    /// The board with its chosen parameters.
    package func title(_ words: Words) -> String { board.map { words.title(of: $0, choice) } ?? watch.board }

    /// The condition, in words.
    package func sentence(_ words: Words) -> String { words.asSentence(phrase(words)) }

    /// The same within a line.
    func phrase(_ words: Words) -> String { watch.settings.condition.describe(board?.schema ?? Schema(fields: []), in: words) }
}

extension Condition {
    /// A sentence for each field that it names and that the board ignores: differences in it aren't changes.
    func ignored(_ schema: Schema, in words: Words) -> [String] {
        let named = namedFields
        return schema.fields.filter { $0.isQuiet && named.contains($0.name) }.map { field in
            words("\(field.label) is ignored on this board, so this watch can’t report when it changes.")
        }
    }
}

/// `/watches`: a card for each watch, price alert and reminder, latest news first, and one button to add another.
enum WatchesView {
    /// The most boards on the page. The others are on a separate page.
    private static let boardsShown = 24

    static func page(_ model: WatchesModel, _ reader: Reader, assets: String) -> HTML {
        let words = reader.words
        let title = words("Your watches")
        let cards = Self.cards(model, words)
        let offer = model.hasChannels || cards.isEmpty ? nil : TellMe.channelOffer(words)
        let body: HTML = cards.isEmpty ? empty(model, words) : #"\#(more(model, words))<ul class="watches">\#(cards)</ul>"#
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            \(PageHeading.html(markup: "\(title)", lead: "\(words("Everything Tidings keeps an eye on for you."))", rest: offer))
            \(body)
            </div>
            """)
    }

    private static func cards(_ model: WatchesModel, _ words: Words) -> [HTML] {
        let alerts = AlertCards(token: model.token, words: words)
        var cards = model.lines.map { (at: $0.told ?? $0.watch.created, html: card($0, model.token, words)) }
        cards += model.alerts.map { (at: $0.told ?? $0.alert.created, html: alerts.card($0)) }
        cards += model.reminders.map { reminder in
            let board = model.boards.first { $0.name == reminder.board }
            let card = ReminderCard(reminder: reminder, board: board, token: model.token, words: words)
            return (at: reminder.created, html: card.html(at: .system()))
        }
        return cards.sorted { $0.at > $1.at }.map(\.html)
    }

    private static func card(_ line: WatchLine, _ token: HTML, _ words: Words) -> HTML {
        let watch = line.watch
        let told = line.told.map { "\(words("Last notice")) \(ValueView(words).time($0))" } as HTML?
        let ignored = line.board.map { watch.settings.condition.ignored($0.schema, in: words) } ?? []
        return """
            <li class="watch-card\(watch.settings.isMuted ? " is-muted" : nil as HTML?)" id="watch-\(watch.id)">\
            <p class="watch-board"><a href="\(BoardPaths(watch.board, line.choice).page)">\(line.title(words))</a>\
            \(line.record.map { " · <bdi>\($0)</bdi>" } as HTML?)</p>\
            <h2 class="watch-sentence"><a href="\(WatchPaths.watch(watch.id))">\(line.sentence(words))</a></h2>\
            \(ignored.map { Callout.caution($0) })\
            <p class="watch-facts"><span>\(told ?? "\(words("No notices yet"))")</span>\
            \(ways(watch.settings, words).map { "<span>\($0)</span>" as HTML })</p>\
            <div class="watch-buttons">\(mute(watch, token, words))\
            <a class="quiet-button" href="\(WatchPaths.watch(watch.id))">\(words("Edit"))</a>\
            \(removal(of: watch.id, token, words))</div></li>

            """
    }

    /// The notification options, in a few words each.
    private static func ways(_ settings: Watch.Settings, _ words: Words) -> [String] {
        var ways: [String] = []
        if settings.isMuted { ways.append(words("Muted")) }
        switch settings.digest {
        case .atOnce: break
        case .hourly: ways.append(words("once an hour"))
        case .daily: ways.append(words("once a day"))
        }
        if let quiet = settings.quietHours {
            ways.append(words("quiet from \(String(quiet.from.description.prefix(5))) to \(String(quiet.to.description.prefix(5)))"))
        }
        return ways
    }

    private static func mute(_ watch: Watch, _ token: HTML, _ words: Words) -> HTML {
        MuteForm.html(isMuted: watch.settings.isMuted, to: WatchPaths.mute(watch.id), token, words)
    }

    /// Asks for confirmation in place.
    static func removal(of id: Int64, _ token: HTML, _ words: Words) -> HTML {
        RemovalForm.html(words("Remove watch"), to: WatchPaths.remove(id), token, words)
    }

    private static func empty(_ model: WatchesModel, _ words: Words) -> HTML {
        """
        <div class="empty watch-empty"><h2>\(words("No watches yet"))</h2>\
        <p>\(words("Look up your number on a board and tap “Tell me when it changes”, or choose a board below."))</p>\
        \(boards(model, words))</div>
        """
    }

    private static func more(_ model: WatchesModel, _ words: Words) -> HTML {
        """
        <details class="watch-more-boards"><summary class="button is-soft">\(WatchSymbols.plus)<span>\(words("Watch something else"))\
        </span></summary>\
        \(boards(model, words))</details>
        """
    }

    /// The things to watch: each board; prices and programmes have forms of their own.
    private static func boards(_ model: WatchesModel, _ words: Words) -> HTML {
        let special = model.boards.filter { isSpecial($0) }
        let shown = (special + model.boards.filter { !isSpecial($0) }).prefix(boardsShown)
        let links = shown.flatMap { board -> [HTML] in
            var links: [HTML] = []
            if board.stations != nil, model.alerts.count < PriceAlert.Limits.alerts {
                links.append(link(AlertPaths.new(on: board.name), "\(board.title) · \(words("Price alert"))"))
            }
            if ReminderFields(board.schema) != nil {
                links.append(link(BoardPaths(board.name).page, "\(board.title) · \(words("Reminder"))"))
            }
            return links + [link(WatchPaths.new(on: board.name), board.title)]
        }
        let limit: HTML? =
            model.alerts.count < PriceAlert.Limits.alerts
            ? nil : #"<p class="field-hint">\#(words("You’ve reached the limit of alerts. Remove one to add another."))</p>"#
        let all: HTML? =
            shown.count < model.boards.count
            ? #"<p><a class="quiet-link" href="\#(MainWays.boards)">\#(words("All boards")) (\#(words.number(model.boards.count)))</a></p>"#
            : nil
        return #"<ul class="watch-boards">\#(links)</ul>\#(all)\#(limit)"#
    }

    /// Whether prices or programmes of a board can be watched.
    private static func isSpecial(_ board: Board) -> Bool { board.stations != nil || ReminderFields(board.schema) != nil }

    private static func link(_ address: String, _ text: String) -> HTML {
        #"<li><a class="quiet-button" href="\#(address)">\#(WatchSymbols.plus)<span>\#(text)</span></a></li>"#
    }
}
