import BoardPages
import Following
import Localisation
import QueuePages
import Records
import Serving

struct HomeModel: Sendable {
    /// The cards of the boards that the page shows.
    var cards: [HomeCard]
    /// How many boards the reader may see; 0: only the shown ones.
    var total = 0
    var watched = WatchedThings()
    /// Tiles of features.
    var more: [HomeTile] = []
    /// Whether nothing has been read yet and the reader can set it up.
    var isFirstStart = false
    /// Whether the reader can add a board.
    var addsBoards = false
}

/// The contents of a board's tile.
struct HomeCard: Sendable {
    var name: String
    var title: String
    var about: String
    var news: HomeNews?
    /// nil: the board isn't read.
    var health: BoardHealth?
    var symbol = BoardSymbols.table
    /// When a reading last found a change.
    var changed: Timestamp?
}

/// The home page: the person's watches, then a tile for each board.
struct HomeView {
    let reader: Reader
    /// For a second server, with its own data and port.
    private static let demoCommand = "tidings serve --demo --data tidings-demo --port 8081"
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }
    private var isStranger: Bool { reader.person == nil }

    func page(_ model: HomeModel, assets: String) -> HTML {
        let shell = PageShell(title: "", assets: assets, kind: .home, reader: reader, hasWayBack: false)
        return shell.page(
            """
            \(isStranger ? intro : #"<h1 class="unseen">\#(words("Home", sense: "page"))</h1>"#)
            \(model.isFirstStart ? firstStart(model) : nil)
            \(watched(model))
            \(boards(model))
            """)
    }

    /// What the person watches. In a demo also what to try; a form that adds something is answered with both (`stay-forms.js`).
    private func watched(_ model: HomeModel) -> HTML? {
        let trial = Demo.isOn ? DemoTrial(reader: reader, boards: Set(model.cards.map(\.name)), watched: model.watched).html : nil
        let isLeftOut = isStranger || model.isFirstStart || trial != nil && model.watched.total == 0
        let watched = mine(model) ?? (isLeftOut ? nil : model.watched.html(words))
        return Demo.isOn ? #"<div class="home-begun" data-place="begun">\#(watched)\#(trial)</div>"# : watched
    }

    private var intro: HTML {
        """
        <div class="home-intro"><h1>\(words("Boards"))</h1>\
        <p class="lead">\(words("Each board checks one source for you and remembers what it finds."))</p></div>
        """
    }

    private func boards(_ model: HomeModel) -> HTML {
        let adds = model.addsBoards && !model.isFirstStart
        let none =
            model.addsBoards
            ? words("No boards yet. Add one from any page.") : words("No boards yet. Add one as a file in the data folder.")
        let tiles: HTML =
            model.cards.isEmpty && model.more.isEmpty && !adds
            ? EmptyState.html(none)
            : """
            <ul class="tiles">\(model.cards.map { tile($0).html })\(model.more.map(\.html))\(adds ? addTile : nil)</ul>\(all(model))
            """
        guard !isStranger else { return tiles }
        return """
            <section class="home-part" aria-labelledby="boards-title">\
            <div class="home-head"><h2 id="boards-title">\(words("Boards"))</h2>\(order(model))</div>\
            \(tiles)</section>
            """
    }

    /// The link to the other boards; nil if the page shows all.
    private func all(_ model: HomeModel) -> HTML? {
        guard model.total > model.cards.count else { return nil }
        return #"<p><a class="quiet-button" href="\#(MainWays.boards)">\#(words("All boards")) (\#(words.number(model.total)))</a></p>"#
    }

    private var addTile: HTML {
        """
        <li class="tile is-add"><span class="tile-symbol">\(WatchSymbols.plus)</span>\
        <div class="tile-text"><a class="tile-title" href="\(NewBoardPaths.form)">\(words("Add a board"))</a></div></li>
        """
    }

    private func order(_ model: HomeModel) -> HTML? {
        guard model.cards.count > 1 else { return nil }
        return #"<a class="quiet-link" href="\#(BoardOrderPage.path)">\#(words("Change the order"))</a>"#
    }

    /// What Tidings does, and two ways to try it: with a real source, or with a sample one.
    private func firstStart(_ model: HomeModel) -> HTML {
        let add = #"<a class="button" href="\#(NewBoardPaths.form)">\#(words("Add a board"))</a> "# as HTML
        let settings = #"<a class="\#(model.addsBoards ? "quiet-button" : "button")" href="\#(MainWays.setUp)">"# as HTML
        return """
            <section class="first-start" aria-labelledby="first-start-title"><h2 id="first-start-title">\(words("Welcome to Tidings"))</h2>\
            <ol><li>\(words("A board reads one source, like a list in a PDF, prices or a directory."))</li>\
            <li>\(words("You watch what matters to you: a number, a price or a person."))</li>\
            <li>\(words("When it changes, Tidings tells you on your phone or by mail."))</li></ol>\
            <p>\(model.addsBoards ? add : nil)\(settings)\(words("Set up a board"))</a></p>\
            <p class="field-hint">\
            \(words("To look around first, start a demo next to this server. Everything in it is made up, and it keeps its own data."))</p>\
            <p class="first-start-demo"><code dir="ltr">\(Self.demoCommand)</code>\(CopyButton.html(words))</p></section>
            """
    }

    /// This browser's last lookups, as cards like those of watches; nil if there are none.
    private func mine(_ model: HomeModel) -> HTML? {
        let things = model.cards.compactMap { card -> WatchedThing? in
            guard case .mine(let needle, let rows, let schema) = card.news, let field = schema.asked else { return nil }
            let glance = rows.first.flatMap { RecordGlance($0, schema, words) }
            return WatchedThing(
                [card.title, "\(field.label) \(needle)"], card.symbol, at: BoardPaths(card.name).page(where: field, is: needle),
                glance?.headline ?? "\(rows.isEmpty ? words("Not on the list yet") : words("On the list"))", isPending: rows.isEmpty,
                notes: glance?.notes ?? [])
        }
        return things.isEmpty ? nil : #"<ul class="watched-list home-part">\#(things.map { $0.html(words) })</ul>"#
    }

    func tile(_ card: HomeCard) -> HomeTile {
        HomeTile(
            card.title, at: BoardPaths(card.name).page, card.symbol, about: isStranger && !card.about.isEmpty ? card.about : nil,
            note: note(card))
    }

    /// The board's problem, otherwise its news, otherwise when it last changed or was read.
    private func note(_ card: HomeCard) -> HTML? {
        switch card.health {
        case .failing(let lastRead):
            let said = lastRead.map { words.html("Can’t reach the source. Last successful check: \(values.time($0))") }
            return "<p class=\"state is-failing\"><span>\(said ?? "\(words("Can’t reach the source"))")</span></p>"
        case .notSetUp:
            let said: HTML = "\(words("Not set up. Add its address"))"
            let isAdministrator = reader.person?.role == .administrator
            return """
                <p class="state">\(isAdministrator ? #"<a class="tile-way" href="\#(MainWays.setUp(card.name))">\#(said)</a>"# : said)</p>
                """
        case .paused: return #"<p class="state">\#(words("Paused: its owner’s account is off"))</p>"#
        case .neverRead: return #"<p class="state">\#(words("Not checked yet"))</p>"#
        case .running where card.news == nil: return #"<p class="state is-running">\#(words("Checking now"))</p>"#
        case .running, .fresh, nil: break
        }
        if let news = card.news.flatMap(news) { return news }
        if let changed = card.changed { return line(words.html("Changed \(values.time(changed))")) }
        if case .fresh(let updated) = card.health { return line(words.html("Updated \(values.time(updated))")) }
        return nil
    }

    private func news(_ news: HomeNews) -> HTML? {
        switch news {
        case .cheapest(let price, let fuel, let station):
            line("<strong><bdi>\(price)</bdi></strong> \(words("cheapest now")) · \(fuel) · <bdi>\(station)</bdi>")
        case .now(let now, let note): line("<strong><bdi>\(now)</bdi></strong> · \(note)")
        case .queues(let states): QueueCard(words: words, states: states, now: .system()).line
        case .changes(let count, let at): line("\(words("\(count) rows changed")) · \(values.time(at))")
        case .mine: nil
        }
    }

    private func line(_ html: HTML) -> HTML { #"<p class="tile-note figures">\#(html)</p>"# }
}
