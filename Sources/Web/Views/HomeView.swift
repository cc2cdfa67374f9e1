import BoardPages
import Following
import Localisation
import QueuePages
import Records
import Serving

struct HomeModel: Sendable {
    var cards: [HomeCard]
    var new = NewForYou()
    /// Cards of features.
    var more: [HTML] = []
    /// Nothing is read yet, and who asks can set it up.
    var isFirstStart = false
    /// Who asks can add a board.
    var addsBoards = false
}

/// What a board's card says.
struct HomeCard: Sendable {
    var name: String
    var title: String
    var about: String
    var news: HomeNews?
    /// nil: there is nothing to be read for it.
    var health: BoardHealth?
}

/// The first page: a card for each board with its latest news and its health.
struct HomeView {
    let reader: Reader
    /// Beside a server, with data and a port of its own.
    private static let demoCommand = "tidings serve --demo --data tidings-demo --port 8081"
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: HomeModel, assets: String) -> HTML {
        let shell = PageShell(title: "", assets: assets, kind: .home, reader: reader, hasWayBack: false)
        let list: HTML =
            model.cards.isEmpty && model.more.isEmpty
            ? "<p class=\"empty\">\(words("No boards yet. Add one as a file in the data folder."))</p>"
            : "<ul class=\"cards\">\(model.cards.map(card))\(model.more)</ul>\(order(model))"
        return shell.page(
            """
            <div class="home-intro"><h1>\(words("Your boards"))</h1><p class="lead">\(words("Each board checks one source for you and remembers what it finds."))</p></div>
            \(model.isFirstStart ? firstStart(model) : nil)
            \(model.new.html)
            \(list)
            \(model.addsBoards && !model.isFirstStart ? "<p>\(addWay("button is-soft"))</p>" as HTML : nil)
            """)
    }

    private func addWay(_ style: String) -> HTML {
        "<a class=\"\(style)\" href=\"\(NewBoardPaths.form)\">\(words("Add a board"))</a> "
    }

    private func order(_ model: HomeModel) -> HTML? {
        guard reader.person != nil, model.cards.count > 1 else { return nil }
        return "<p class=\"cards-order\"><a class=\"quiet-link\" href=\"\(BoardOrderPage.path)\">\(words("Change the order"))</a></p>"
    }

    /// What Tidings does, and the two ways to see it: with a source, and with a made-up one.
    private func firstStart(_ model: HomeModel) -> HTML {
        let settings = "<a class=\"\(model.addsBoards ? "quiet-button" : "button")\" href=\"\(MainWays.server)#addresses\">" as HTML
        return """
            <section class="first-start" aria-labelledby="first-start-title"><h2 id="first-start-title">\(words("Welcome to Tidings"))</h2>\
            <ol><li>\(words("A board reads one source, like a list in a PDF, prices or a directory."))</li>\
            <li>\(words("You watch what matters to you: a number, a price or a person."))</li>\
            <li>\(words("When it changes, Tidings tells you on your phone or by mail."))</li></ol>\
            <p>\(model.addsBoards ? addWay("button") : nil)\(settings)\(words("Set up a board"))</a></p>\
            <p class="field-hint">\(words("To look around first, start a demo next to this server. Everything in it is made up, and it keeps its own data."))</p>\
            <p class="first-start-demo"><code dir="ltr">\(Self.demoCommand)</code>\(CopyButton.html(words))</p></section>
            """
    }

    private func card(_ card: HomeCard) -> HTML {
        """
        <li class="card"><h2><a href="\(BoardPaths(card.name).page)">\(card.title)</a></h2>\
        <p class="card-about">\(card.about)</p>\(card.news.map(news))\(card.health.map(health))</li>

        """
    }

    private func news(_ news: HomeNews) -> HTML {
        switch news {
        case .entries(let count):
            return "<p class=\"card-news\"><span class=\"card-news-line figures\">\(words("\(count) entries"))</span></p>"
        case .cheapest(let price, let fuel, let station):
            return self.news(.now("\(price)", note: "\(words("cheapest now")) · \(fuel) · <bdi>\(station)</bdi>"))
        case .now(let line, let note):
            return "<p class=\"card-news\"><span class=\"card-news-line figures\">\(line)</span> \(self.note([note]))</p>"
        case .queues(let states):
            return QueueCard(words: words, states: states, now: .system()).html
        case .changes(let count, let at):
            return """
                <p class="card-news"><span class="card-news-line">\(words("\(count) rows changed"))</span> \
                <span class="card-news-note">\(values.time(at))</span></p>
                """
        case .mine(let needle, let rows, let schema):
            let lines = rows.map { line($0, schema) }
            let found: HTML = lines.isEmpty ? "<span class=\"card-news-line\">\(words("Not found"))</span>" : "\(lines)"
            return """
                <p class="card-news"><span class="card-news-note">\(words.html("Your number \("<bdi>\(needle)</bdi>" as HTML):"))</span> \(found)</p>
                """
        }
    }

    private func line(_ record: Record, _ schema: Schema) -> HTML {
        let shown = schema.fields.indices.filter { !schema.fields[$0].isAsked }.map { values.html(record.values[at: $0]) }
        let rest = shown.dropFirst().isEmpty ? nil : "<span class=\"unseen\"> · </span>\(note(Array(shown.dropFirst())))" as HTML?
        return "<span class=\"card-news-line\">\(shown.first)</span>\(rest) "
    }

    private func note(_ values: [HTML]) -> HTML { "<span class=\"card-news-note\">\(values.joined(by: " · "))</span>" }

    private func health(_ health: BoardHealth) -> HTML {
        switch health {
        case .notSetUp:
            reader.person?.role == .administrator
                ? "<p class=\"state\"><a class=\"card-way\" href=\"\(MainWays.server)#addresses\">\(words("Not set up: give the address"))</a></p>"
                : "<p class=\"state\">\(words("Not set up: give the address"))</p>"
        case .neverRead: "<p class=\"state\">\(words("Not checked yet"))</p>"
        case .fresh(let updated):
            "<p class=\"state is-fresh\"><span>\(words.html("Updated \(values.time(updated))"))</span></p>"
        case .running: "<p class=\"state is-running\">\(words("Checking now"))</p>"
        case .failing(let since):
            "<p class=\"state is-failing\"><span>\(words.html("Can’t reach the source since \(values.time(since))"))</span></p>"
        }
    }
}
