import BoardPages
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/account/boards`: the boards in the order of the first page, each with buttons that move it. Works without a script.
struct BoardOrderPage: Sendable {
    static let path = "/account/boards"

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
        let cards = try await HomePage(feature, context).cards(for: request)
        var response = Response.page(html(cards, moved: moved, isUp: request.uri.queryParameters["way"] == "up"))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Moves a board by a place, or with `automatic` takes the person's own order back.
    func move(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let names = form["automatic"].isEmpty ? try await HomePage(feature, context).cards(for: request).map(\.name) : []
        let way = form["up"].isEmpty ? "down" : "up"
        let moved = form[way]
        guard !form["automatic"].isEmpty || names.contains(moved) else { return .on(to: Self.path) }
        let order = Array(HomeOrder.moved(moved, up: way == "up", in: names).prefix(PersonSettings.boardLimit))
        _ = try await feature.store.people.update(person.id) { $0.boards = order }
        return .on(to: moved.isEmpty ? Self.path : "\(Self.path)?moved=\(moved)&way=\(way)")
    }

    private func html(_ cards: [HomeCard], moved: String?, isUp: Bool) -> HTML {
        let title = words("Order of your boards")
        let rows = cards.enumerated().map { index, card -> HTML in
            // The keyboard stays with the board that was moved, as long as it can go on.
            let (isFirst, isLast) = (index == 0, index == cards.count - 1)
            let goesOnUp = isUp && !isFirst || isLast
            func button(_ name: String, _ symbol: HTML, _ label: String, isOff: Bool, hasFocus: Bool) -> HTML {
                """
                <button class="round-button" type="submit" name="\(name)" value="\(card.name)" aria-label="\(label)" title="\(label)"\
                \(isOff ? " disabled" as HTML : "")\(hasFocus ? " autofocus" as HTML : "")>\(symbol)</button>
                """
            }
            return """
                <li class="ledger-row"><div><strong dir="auto">\(card.title)</strong></div>\
                <span class="ledger-ways">\(button("up", Symbols.up, words("Move \(card.title) up"), isOff: isFirst, hasFocus: moved == card.name && goesOnUp))\
                \(button("down", Symbols.down, words("Move \(card.title) down"), isOff: isLast, hasFocus: moved == card.name && !goesOnUp))</span></li>

                """
        }
        let automatic: HTML? =
            person.settings.boards.isEmpty
            ? nil
            : """
            <p><button class="quiet-button" type="submit" name="automatic" value="yes">\(words("Let Tidings choose the order"))</button></p>
            """
        return PageShell(title: title, assets: feature.assets.prefix, reader: context.reader).page(
            """
            <div class="account"><header class="intro"><h1>\(title)</h1>\
            <p class="lead">\(words("The home page shows boards in this order. Unless you change it, boards with news and boards you watch come first."))</p></header>
            <form class="account-section form" method="post" action="\(Self.path)">\(context.reader.formField)<ol class="ledger">\(rows)</ol>\(automatic)</form>
            <p><a class="button" href="/">\(words("Back to your boards"))</a></p></div>
            """)
    }
}
