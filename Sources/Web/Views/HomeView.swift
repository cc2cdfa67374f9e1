import Localisation
import Records

struct HomeModel: Sendable {
    var cards: [HomeCard]
    var new = NewForYou()
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

enum HomeNews: Sendable {
    /// How many rows a list has.
    case entries(count: Int)
    /// How many rows the last reading that changed anything has changed.
    case changes(count: Int, at: Timestamp)
    /// The rows of the number this person last asked for; empty if it has none.
    case mine(needle: String, rows: [Record], schema: Schema)
    /// The lowest price there is now, with its unit, of which fuel and where.
    case cheapest(price: String, fuel: String, station: String)
    /// How the queues of a board stand.
    case queues([QueueState])
}

enum BoardHealth: Hashable, Sendable {
    case neverRead
    case fresh(updated: Timestamp)
    case running
    case failing(since: Timestamp)
}

/// The first page: a card for each board with its latest news and its health.
struct HomeView {
    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: HomeModel, assets: String) -> HTML {
        let shell = PageShell(title: "", assets: assets, reader: reader, hasWayBack: false)
        let list: HTML =
            model.cards.isEmpty
            ? "<p class=\"empty\">\(words("There is no board yet."))</p>" : "<ul class=\"cards\">\(model.cards.map(card))</ul>"
        return shell.page(
            """
            <div class="home-intro"><h1>\(words("Your boards"))</h1><p class="lead">\(words("Each of them reads one thing for you, again and again, and keeps what it found."))</p></div>
            \(model.new.html)
            \(list)
            """)
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
            return """
                <p class="card-news"><span class="card-news-line figures">\(price)</span> \
                <span class="card-news-note">\(words("cheapest now")) · \(fuel) · <bdi>\(station)</bdi></span></p>
                """
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
        case .neverRead: "<p class=\"state\">\(words("Not read yet"))</p>"
        case .fresh(let updated):
            "<p class=\"state is-fresh\"><span>\(words.html("Fresh, read \(values.time(updated))"))</span></p>"
        case .running: "<p class=\"state is-running\">\(words("Being read now"))</p>"
        case .failing(let since):
            "<p class=\"state is-failing\"><span>\(words.html("Could not be read since \(values.time(since))"))</span></p>"
        }
    }
}
