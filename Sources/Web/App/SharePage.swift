import BoardPages
import Boards
import Foundation
import Hummingbird
import Localisation
import ReaderPages
import Records
import Serving
import Watching

/// `/app/share?title=…&text=…&url=…`: text shared from another app.
///
/// If exactly one board can use it, the person is redirected there: to a lookup of the text as a number, or to the board that reads the
/// address. Otherwise the page shows the text and offers every board that could use it, and to signed-in people the reader.
struct SharePage: Sendable {
    private let feature: AppFeature
    /// The boards that this person may read.
    private let boards: [Board]
    private let words: Words
    private let listens: Bool
    private let addsBoards: Bool

    /// Only this many characters are used: an app may share a whole article.
    private static let limit = 500
    /// The most boards offered.
    private static let offerLimit = 20

    init(_ feature: AppFeature, _ context: PageContext) {
        self.feature = feature
        boards = feature.boards.all(for: context)
        words = context.words
        listens = context.person != nil && feature.listens
        addsBoards = context.person != nil && feature.addsBoards
    }

    func answer(to request: Request) async throws -> Response {
        let query = request.query
        let shared = SharedText(title: part("title", query), text: part("text", query), url: part("url", query))
        let ofBoards = boards.lazy.flatMap { feature.boards.views.of($0).offers(of: shared, on: $0, words) }.prefix(Self.offerLimit)
        let offers = Array(ofBoards) + watching(shared) + (listens ? reading(shared) : [])
        let answers = offers.filter(\.isAnswer)
        if let address = shared.address {
            if let board = boards.first(where: { $0.source.url.absoluteString == address }) {
                return Response.on(to: BoardPaths(board.name).page)
            }
        } else if answers.count == 1 {
            return Response.on(to: answers[0].address)
        }
        return .page(SharePage.page(shared, answers + offers.filter { !$0.isAnswer }, words, assets: feature.assets.prefix))
    }

    private func part(_ name: String, _ query: [String: String]) -> String {
        String((query[name] ?? "").prefix(Self.limit)).trimmingWhitespace()
    }

    /// Offers a new board for the shared address.
    private func watching(_ shared: SharedText) -> [ShareOffer] {
        guard addsBoards, let address = shared.address else { return [] }
        return [ShareOffer(address: NewBoardPaths.form(for: address), text: words("Watch this page"))]
    }

    /// Offers the reader, with its form prefilled with the shared text.
    private func reading(_ shared: SharedText) -> [ShareOffer] {
        if let address = shared.address {
            return [ShareOffer(address: ReaderPage.path(adding: address, as: .address), text: words("Listen to this page"))]
        }
        guard !shared.text.isEmpty else { return [] }
        return [ShareOffer(address: ReaderPage.path(adding: shared.text, as: .text), text: words("Listen to this text"))]
    }

    private static func page(_ shared: SharedText, _ offers: [ShareOffer], _ words: Words, assets: String) -> HTML {
        let title = words("Shared with Tidings")
        let links = offers.map { #"<li><a class="button" href="\#($0.address)">\#($0.text)</a></li>"# as HTML }
        let shown = [shared.title, shared.text, shared.url].filter { !$0.isEmpty }.map { #"<p dir="auto">\#($0)</p>"# as HTML }
        let choice: HTML =
            links.isEmpty ? "<p>\(words("None of your boards can use this."))</p>" : #"<ul class="share-offers">\#(links)</ul>"#
        return PageShell(title: title, assets: assets, reader: Reader(words: words), hasMenu: false).page(
            """
            <div class="share">
            <h1>\(title)</h1>
            <blockquote class="share-text">\(shown)</blockquote>
            \(choice)
            </div>
            """)
    }
}
