import BoardPages
import Boards
import Extraction
package import Hummingbird
import Localisation
import Records
package import Serving
import Storage
import Watching

/// `/boards/<name>/health`: problems of a board's source, its stored data, and the log of its fetches (`?before=<id>` for the next page). A
/// POST starts a reading of the source. `…/pictures/<fetch>`: a screenshot of its page at a fetch.
package struct HealthPage: Sendable {
    private let feature: FollowingFeature
    private let context: PageContext
    private let board: Board
    private static let pageSize = 50

    package init(_ feature: FollowingFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        board = try feature.boards.board(context.parameters.get("board")).translated(for: context.words)
    }

    package func page(for request: Request) async throws -> Response {
        let before = request.query["before"].flatMap { Int64($0) }
        let choice = try feature.boards.choice(request.query, of: board, context.words)
        let feeds = try await feature.boards.feeds(of: board, choice, for: context).feeds
        // Among the feeds shown together, the first with a failure.
        guard let feed = feeds.first(where: { $0.failure != nil }) ?? feeds.first else { throw Refusal(.internalServerError) }
        let fetches = try await feature.store.feeds.fetches(of: feed, before: before, limit: Self.pageSize + 1)
        let mayChange = context.person.map { feature.boards.mayChange(board, $0) } == true
        let model = try await HealthModel(
            boardName: board.name, choice: choice, boardTitle: context.words.title(of: board, choice), feed: feed,
            every: board.source.every, isRunning: feature.boards.watcher.progress(of: feed) != nil,
            leftOut: feature.boards.watcher.leftOutCount(of: feed),
            notes: feature.store.feeds.notes(of: feed).flatMap { ReadingNotes(json: $0) },
            troubles: Troubles(of: feed, board.schema, in: feature.store), fetches: Array(fetches.prefix(Self.pageSize)),
            mayBeRepaired: ShownFeeds(feeds: [feed]).mayBeRepaired(in: feature.store),
            own: mayChange ? NewBoardPaths.own(board.name) : nil,
            moving: mayChange ? MovingOffer(of: board, feeds, in: feature.boards) : nil,
            pictures: maySeePictures ? feature.store.feeds.pictures(of: feed) : [:],
            next: fetches.count > Self.pageSize ? fetches[Self.pageSize - 1].id : nil)
        return .page(HealthView(model: model, words: context.words).page(context.reader, assets: feature.assets.prefix))
    }

    /// A stored screenshot, without fetching anything.
    package func picture(_ fetch: String?, for request: Request) async throws -> Response {
        let choice = try feature.boards.choice(request.query, of: board, context.words)
        if maySeePictures, let fetch = fetch.flatMap({ Int64($0) }) {
            for feed in try await feature.boards.feeds(of: board, choice, for: context).feeds {
                guard let bytes = try await feature.store.feeds.picture(of: feed, at: fetch), let kind = PictureKind(bytes) else {
                    continue
                }
                return Pictures(feature.boards, board).answer(bytes, kind, named: "page", to: request)
            }
        }
        throw Refusal(.notFound, "This check has no picture.")
    }

    /// A page behind a sign-in may show more of an account than the board does, so only people who may change the board see screenshots.
    private var maySeePictures: Bool {
        guard board.source.render != nil else { return false }
        guard board.takesSteps else { return true }
        return context.person.map { person in board.own?.mayBeChanged(by: person) ?? (person.role == .administrator) } == true
    }

    package func check(_ request: Request) async throws -> Response {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this form.") }
        let choice = try feature.boards.choice(request.query, of: board, context.words)
        let shown = try await feature.boards.feeds(of: board, choice, for: context)
        await shown.refresh(by: feature.boards.watcher, board, for: "page")
        return .on(to: BoardPaths(board.name, choice).health)
    }
}

struct HealthModel: Sendable {
    var boardName: String
    var choice = BoardChoice.standard
    var boardTitle: String
    var feed: Feed
    var every: Duration?
    /// Whether its source is being read now.
    var isRunning = false
    /// Records of a stream dropped since the start because they arrived faster than they could be stored.
    var leftOut = 0
    /// What was skipped and repaired in its last document.
    var notes: ReadingNotes?
    var troubles: Troubles
    /// Newest first.
    var fetches: [LoggedFetch]
    /// Whether the data may have moved on the source's page.
    var mayBeRepaired = false
    /// The path where the board can be changed; nil if this person can't change it here.
    var own: String?
    /// Fields that change with each reading, for people who may change the board.
    var moving: MovingOffer?
    /// The sizes of screenshots in bytes, by fetch.
    var pictures: [LoggedFetch.ID: Int] = [:]
    /// The fetch before which the next page starts; nil on the last page.
    var next: Int64?
}

struct HealthView {
    let model: HealthModel
    let words: Words

    private var values: ValueView { ValueView(words) }

    func page(_ reader: Reader, assets: String) -> HTML {
        let paths = BoardPaths(model.boardName, model.choice)
        let title = words("Source health")
        let troubles = model.troubles.html(words, besidesReading: false)
        let check: HTML = """
            <form class="health-check" method="post" action="\(paths.health)">\(reader.formField)\
            <button class="button is-soft" type="submit"\
            \(model.isRunning ? " disabled" : nil as HTML?)>\(Symbols.refresh)<span>\
            \(model.isRunning ? words("Checking now") : words("Check now"))</span>\
            </button></form>
            """
        return PageShell(title: title, assets: assets, kind: .watches, reader: reader, refreshSeconds: model.isRunning ? 2 : nil).page(
            """
            <div class="watch-page">
            \(PageHeading.html(title, back: BackLink.html(model.boardTitle, to: paths.page)))
            \(troubles.isEmpty ? well : #"<div class="troubles">\#(troubles)</div>"#)
            \(model.own != nil && model.mayBeRepaired ? RepairOffer.html(model.boardName, words) : nil)\
            \(model.moving.map { $0.html(reader) })\
            \(check)
            \(model.own.map { "<p><a class=\"quiet-link\" href=\"\($0)\">\(words("Edit this board"))</a></p>\n" } as HTML?)\
            \(FactList.html(facts, isWide: true))
            \(picture)\
            <section class="why-part"><h2>\(words("Recent checks"))</h2>\(log)</section>
            \(OlderLink(model.next.map { paths.health(before: $0) }, words)?.html)
            </div>
            """)
    }

    private var well: HTML {
        guard let failure = model.feed.failure else {
            return model.feed.lastSuccess == nil
                ? #"<p class="state">\#(words("Not checked yet."))</p>"#
                : #"<p class="state is-fresh">\#(words("Everything looks fine."))</p>"#
        }
        let reason = words.text(failure)
        return Callout.caution(words("The last check failed: \(reason)."))
    }

    /// The screenshot of the last check that has one.
    private var picture: HTML? {
        guard let fetch = model.fetches.first(where: { model.pictures[$0.id] != nil }) else { return nil }
        let address = BoardPaths(model.boardName, model.choice).picture(at: fetch.id)
        let title = words("How the page looked")
        return """
            <section class="why-part"><h2>\(title)</h2>
            <figure class="page-picture"><a href="\(address)"><img src="\(address)" alt="\(title)" loading="lazy"></a>
            <figcaption>\(values.time(fetch.began)), \(label(fetch.outcome)). \
            \(words("Pictures and videos aren’t loaded, so they are missing here."))</figcaption>
            </figure></section>

            """
    }

    private var facts: [HTML] {
        let feed = model.feed
        let pictureBytes = model.pictures.values.reduce(0, +)
        return [
            FactList.fact(words("Source"), ValueView.link(to: feed.url)),
            feed.lastSuccess.map { FactList.fact(words("Last successful check"), values.time($0)) },
            feed.lastChange.map { FactList.fact(words("Last changed"), values.time($0)) },
            FactList.fact(words("Stored"), "\(words("\(feed.recordCount) rows"))"),
            pictureBytes > 0 ? FactList.fact(words("Pictures of the page"), "\(words.bytes(pictureBytes))") : nil,
            model.every.map { FactList.fact(words("Checked"), "\(words.every($0))") },
            feed.due.map { FactList.fact(words("Next check"), values.time($0)) },
            model.leftOut > 0 ? FactList.fact(words("Skipped: too many at once"), "\(words("\(model.leftOut) rows"))") : nil,
            model.notes.flatMap { ReadingNotes.counted($0.leftOut, words) }.map { FactList.fact(words("Left out"), $0) },
            model.notes.flatMap { ReadingNotes.counted($0.mended, words) }.map { FactList.fact(words("Repaired"), $0) },
            model.notes.flatMap { ReadingNotes.counted($0.refused, words) }.map { FactList.fact(words("Refused requests"), $0) },
        ].compactMap { $0 }
    }

    private var log: HTML {
        guard !model.fetches.isEmpty else { return EmptyState.html(words("None yet.")) }
        let lines = model.fetches.map { fetch -> HTML in
            let version = (fetch.etag ?? fetch.lastModified).map { "<bdi><code>\($0)</code></bdi>" } as HTML?
            let size: HTML? = fetch.outcome == .unmodified ? nil : #"<span class="figures">\#(words.bytes(fetch.bytes))</span>"#
            let facts: HTML? =
                version == nil && size == nil
                ? nil
                : Disclosure.html(words("Details"), #"<p class="fetch-facts">\#(size)\#(version)</p>"#)
            let picture: HTML? = model.pictures[fetch.id].map { _ in
                let address = BoardPaths(model.boardName, model.choice).picture(at: fetch.id)
                return #"<p class="fetch-facts"><a href="\#(address)">\#(words("How the page looked"))</a></p>"#
            }
            return """
                <li><p class="state\(mark(fetch.outcome))">\(label(fetch.outcome))</p><p class="fetch-time">\(values.time(fetch.began))</p>\
                \(facts)\(picture)\(fetch.failure.map { #"<p class="why-failure"><bdi>\#(words.text($0).asSentence)</bdi></p>"# } as HTML?)\
                </li>

                """
        }
        return #"<ol class="fetch-log">\#(lines)</ol>"#
    }

    private func label(_ outcome: LoggedFetch.Outcome) -> String {
        switch outcome {
        case .changed: words("new version")
        case .same: words("no change")
        case .unmodified: words("not modified")
        case .failed: words("failed")
        }
    }

    private func mark(_ outcome: LoggedFetch.Outcome) -> HTML {
        switch outcome {
        case .changed: " is-fresh"
        case .same, .unmodified: ""
        case .failed: " is-failing"
        }
    }

}
