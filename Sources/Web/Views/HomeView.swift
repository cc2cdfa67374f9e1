import Records

struct HomeModel: Sendable {
    var cards: [HomeCard]
}

/// What a board's card says.
struct HomeCard: Sendable {
    var name: String
    var title: String
    var about: String
    var news: HomeNews?
    var health: BoardHealth
}

enum HomeNews: Sendable {
    /// How many rows a list has.
    case entries(count: Int)
    /// How many rows the last reading that changed anything has changed.
    case changes(count: Int, at: Timestamp)
    /// The rows of the number this person last asked for; empty if it has none.
    case mine(needle: String, rows: [Record], schema: Schema)
}

enum BoardHealth: Hashable, Sendable {
    case neverRead
    case fresh(updated: Timestamp)
    case running
    case failing(since: Timestamp)
}

/// The first page: a card for each board with its latest news and its health.
enum HomeView {
    static func page(_ model: HomeModel, assets: String, _ reader: Reader = Reader()) -> HTML {
        let shell = PageShell(title: "", assets: assets, reader: reader, hasWayBack: false)
        let list: HTML = model.cards.isEmpty ? "<p class=\"empty\">\(Words.empty)</p>" : "<ul class=\"cards\">\(model.cards.map(card))</ul>"
        return shell.page(
            """
            <div class="home-intro"><h1>\(Words.title)</h1><p class="lead">\(Words.lead)</p></div>
            \(list)
            """)
    }

    private static func card(_ card: HomeCard) -> HTML {
        """
        <li class="card"><h2><a href="\(BoardPaths(card.name).page)">\(card.title)</a></h2>\
        <p class="card-about">\(card.about)</p>\(card.news.map(news))\(health(card.health))</li>

        """
    }

    private static func news(_ news: HomeNews) -> HTML {
        switch news {
        case .entries(let count):
            return "<p class=\"card-news\"><span class=\"card-news-line figures\">\(Words.entries(count))</span></p>"
        case .changes(let count, let at):
            return """
                <p class="card-news"><span class="card-news-line">\(Words.rowsChanged(count))</span> \
                <span class="card-news-note">\(ValueView.time(at, Wording.dateTime(at)))</span></p>
                """
        case .mine(let needle, let rows, let schema):
            let lines = rows.map { line($0, schema) }
            let found: HTML = lines.isEmpty ? "<span class=\"card-news-line\">\(Words.notFound)</span>" : "\(lines)"
            return """
                <p class="card-news"><span class="card-news-note">\(Words.yourNumber) <bdi>\(needle)</bdi>:</span> \(found)</p>
                """
        }
    }

    private static func line(_ record: Record, _ schema: Schema) -> HTML {
        let values = schema.fields.indices.filter { !schema.fields[$0].isAsked }.map { ValueView.html(record.values[at: $0]) }
        let rest = values.dropFirst().isEmpty ? nil : "<span class=\"unseen\"> · </span>\(note(Array(values.dropFirst())))" as HTML?
        return "<span class=\"card-news-line\">\(values.first)</span>\(rest) "
    }

    private static func note(_ values: [HTML]) -> HTML { "<span class=\"card-news-note\">\(values.joined(by: " · "))</span>" }

    private static func health(_ health: BoardHealth) -> HTML {
        switch health {
        case .neverRead: "<p class=\"state\">\(Words.neverRead)</p>"
        case .fresh(let updated):
            "<p class=\"state is-fresh\"><span>\(Words.fresh) \(ValueView.time(updated, Wording.dateTime(updated)))</span></p>"
        case .running: "<p class=\"state is-running\">\(Words.running)</p>"
        case .failing(let since):
            "<p class=\"state is-failing\"><span>\(Words.failing) \(ValueView.time(since, Wording.dateTime(since)))</span></p>"
        }
    }

    private enum Words {
        static let title = "Your boards"
        static let lead = "Each of them reads one thing for you, again and again, and keeps what it found."
        static let empty = "There is no board yet."
        static let yourNumber = "Your number"
        static let notFound = "Not found"
        static let neverRead = "Not read yet"
        static let fresh = "Fresh, read"
        static let running = "Being read now"
        static let failing = "Could not be read since"

        static func entries(_ count: Int) -> String { Wording.plural(count, "entry", "entries") }
        static func rowsChanged(_ count: Int) -> String { "\(Wording.plural(count, "row", "rows")) changed" }
    }
}
