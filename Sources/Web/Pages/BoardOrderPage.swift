import BoardPages
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/account/boards?q=…`: the home page's boards in order, each with buttons that move it, and a search to add others. Works without a
/// script.
struct BoardOrderPage: Sendable {
    static let path = "/account/boards"
    /// The most boards that a search shows.
    private static let foundLimit = 20

    private let feature: HomeFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    init(_ feature: HomeFeature, _ context: PageContext) throws {
        guard let person = context.person else { throw Refusal(.unauthorized) }
        self.feature = feature
        self.context = context
        self.person = person
    }

    func page(for request: Request) async throws -> Response {
        let moved = request.uri.queryParameters["moved"].map(String.init)
        let search = String((request.query["q"] ?? "").prefix(BoardsPage.searchLength))
        let all = feature.listed(for: context)
        let cards = try await HomePage(feature, context).cards(of: all, for: request)
        let more: HTML? = all.count > cards.count ? html(others(in: all, besides: cards, search), search) : nil
        var response = Response.page(html(cards, more, moved: moved, isUp: request.uri.queryParameters["way"] == "up"))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The matching boards that the home page doesn't show; none without a search.
    private func others(in all: [ListedBoard], besides cards: [HomeCard], _ search: String) -> [(name: String, title: String)] {
        let (text, shown) = (SearchText(search), Set(cards.map(\.name)))
        guard !text.words.isEmpty else { return [] }
        let found = all.lazy.filter { !shown.contains($0.name) }.map { (name: $0.name, title: $0.title(words)) }
            .filter { text.matches(SearchText.folded($0.title)) }
        return Array(found.prefix(Self.foundLimit))
    }

    /// Moves a board by a place, puts another one first, or (`automatic`) clears the person's own order.
    func move(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let all = feature.listed(for: context)
        let added = form["first"]
        let way = form["up"].isEmpty ? "down" : "up"
        let moved = added.isEmpty ? form[way] : added
        guard !form["automatic"].isEmpty || all.contains(where: { $0.name == moved }) else { return .on(to: Self.path) }
        let shown = form["automatic"].isEmpty ? try await HomePage(feature, context).cards(of: all, for: request).map(\.name) : []
        let first = added.isEmpty ? HomeOrder.moved(moved, up: way == "up", in: shown) : [added] + shown.filter { $0 != added }
        _ = try await feature.store.people.update(person.id) { (settings: inout PersonSettings) in
            // Boards of the order that don't fit on the home page follow those that it shows.
            let rest = shown.isEmpty ? [] : settings.boards.filter { !first.contains($0) }
            settings.boards = Array((first + rest).prefix(PersonSettings.boardLimit))
        }
        return .on(to: moved.isEmpty ? Self.path : "\(Self.path)?moved=\(moved)&way=\(added.isEmpty ? way : "up")")
    }

    /// The search for other boards, and its results.
    private func html(_ found: [(name: String, title: String)], _ search: String) -> HTML {
        let rows = found.map { name, title -> HTML in
            """
            <li class="ledger-row"><div><strong dir="auto">\(title)</strong></div><span class="ledger-ways">\
            <button class="quiet-button" type="submit" name="first" value="\(name)">\(words("Put first"))</button></span></li>

            """
        }
        let nothing: HTML? = search.isEmpty ? nil : EmptyState.html(words("No board matches."))
        let list: HTML = """
            <form class="form" method="post" action="\(Self.path)">\(context.reader.formField)<ul class="ledger">\(rows)</ul></form>
            """
        let query = FormField(
            name: "q", label: words("Search"), type: "search", value: search, longest: BoardsPage.searchLength, id: "others-query",
            isRequired: false)
        return PageSection.html(
            words("Put another board on the home page"), id: "others",
            """
            <form class="form" role="search" method="get" action="\(Self.path)#others">\
            \(query.html)\
            <div class="form-buttons"><button class="button is-soft" type="submit">\(words("Search"))</button></div></form>
            \(found.isEmpty ? nothing : list)
            """)
    }

    private func html(_ cards: [HomeCard], _ others: HTML?, moved: String?, isUp: Bool) -> HTML {
        let title = words("Order of your boards")
        let rows = cards.enumerated().map { index, card -> HTML in
            // Keyboard focus stays on the moved board's button while the board can move further.
            let (isFirst, isLast) = (index == 0, index == cards.count - 1)
            let goesOnUp = isUp && !isFirst || isLast
            func button(_ name: String, _ symbol: HTML, _ label: String, isOff: Bool, hasFocus: Bool) -> HTML {
                """
                <button class="round-button" type="submit" name="\(name)" value="\(card.name)" aria-label="\(label)" title="\(label)"\
                \(isOff ? " disabled" as HTML : "")\(hasFocus ? " autofocus" as HTML : "")>\(symbol)</button>
                """
            }
            let isMoved = moved == card.name
            let up = button("up", Symbols.up, words("Move \(card.title) up"), isOff: isFirst, hasFocus: isMoved && goesOnUp)
            let down = button("down", Symbols.down, words("Move \(card.title) down"), isOff: isLast, hasFocus: isMoved && !goesOnUp)
            return """
                <li class="ledger-row"><div><strong dir="auto">\(card.title)</strong></div>\
                <span class="ledger-ways">\(up)\(down)</span></li>

                """
        }
        let automatic: HTML? =
            person.settings.boards.isEmpty
            ? nil
            : """
            <p><button class="quiet-button" type="submit" name="automatic" value="yes">\(words("Let Tidings choose the order"))</button></p>
            """
        let lead = words(
            "The home page shows boards in this order. Unless you change it, boards with news and boards you watch come first.")
        return PageShell(title: title, assets: feature.assets.prefix, reader: context.reader).page(
            """
            <div class="account">\(PageHeading.html(title, lead: lead))
            <form class="account-section form" method="post" action="\(Self.path)">\(context.reader.formField)\
            <ol class="ledger">\(rows)</ol>\(automatic)</form>
            \(others)
            <p><a class="button" href="/">\(words("Back to your boards"))</a></p></div>
            """)
    }
}
