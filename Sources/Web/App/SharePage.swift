import Boards
import Foundation
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/app/share?title=…&text=…&url=…`: what was shared into the app from another one.
///
/// Where one board alone can make something of it, the person is led there: a lookup that takes it as its number, the board that reads the
/// address. Else the page says what came, and offers every board that could be asked.
struct SharePage: Sendable {
    private let site: Site
    /// Those that whoever shares may read.
    private let boards: [Board]
    private let words: Words

    /// Characters that are looked at. An app may share a whole article.
    private static let limit = 500

    init(_ site: Site, _ context: PageContext) {
        self.site = site
        boards = site.boards(for: context)
        words = context.words
    }

    func answer(to request: Request) async throws -> Response {
        let query = (try? URLEncodedFormDecoder().decode([String: String].self, from: request.uri.query ?? "")) ?? [:]
        let shared = SharedText(title: part("title", query), text: part("text", query), url: part("url", query))
        let lookups = boards.compactMap { lookup($0, shared) }
        if let address = shared.address {
            for board in boards where try await site.watcher.feed(of: board).url == address {
                return Response.on(to: BoardPaths(board.name).page)
            }
        } else if lookups.count == 1 {
            return Response.on(to: lookups[0].address)
        }
        return .page(SharePage.page(shared, lookups + searches(shared), words, assets: site.assets.prefix))
    }

    private func part(_ name: String, _ query: [String: String]) -> String {
        String((query[name] ?? "").prefix(Self.limit)).trimmingWhitespace()
    }

    private func lookup(_ board: Board, _ shared: SharedText) -> Offer? {
        guard board.view == .lookup, let field = board.schema.asked else { return nil }
        for word in shared.words {
            guard let needle = try? board.needle(word) else { continue }
            return Offer(
                address: BoardPaths(board.name).page(where: field, is: needle.text),
                text: words("Look for \(needle.text) in “\(board.title)”"))
        }
        return nil
    }

    private func searches(_ shared: SharedText) -> [Offer] {
        guard !shared.searched.isEmpty else { return [] }
        return boards.filter { $0.view == .list }.map { board in
            Offer(
                address: BoardPaths(board.name).page(shared.searched, .name),
                text: words("Search “\(board.title)” for “\(shared.searched)”"))
        }
    }

    struct Offer: Hashable, Sendable {
        let address: String
        let text: String
    }

    private static func page(_ shared: SharedText, _ offers: [Offer], _ words: Words, assets: String) -> HTML {
        let title = words("Shared with Tidings")
        let links = offers.map { "<li><a class=\"button\" href=\"\($0.address)\">\($0.text)</a></li>" as HTML }
        let shown = [shared.title, shared.text, shared.url].filter { !$0.isEmpty }.map { "<p dir=\"auto\">\($0)</p>" as HTML }
        let choice: HTML =
            links.isEmpty ? "<p>\(words("No board here can make anything of it."))</p>" : "<ul class=\"share-offers\">\(links)</ul>"
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

/// What came, and what can be made of it. Apps put addresses into `url` or into `text`, as they like.
struct SharedText: Hashable, Sendable {
    let title: String
    let text: String
    let url: String

    /// The address that was shared; nil where a text was.
    var address: String? { ([url] + words).first { $0.hasPrefix("https://") || $0.hasPrefix("http://") } }

    /// Pieces between white space and punctuation of a sentence, ten at most.
    var words: [String] {
        Array(
            "\(text) \(title)".split { $0.isWhitespace }.lazy.map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:!?()[]“”\"'"))
            }
            .filter { !$0.isEmpty }.prefix(10))
    }

    /// What a list is searched for: the text, unless it is a whole paragraph or an address.
    var searched: String {
        let text = text.isEmpty ? title : text
        return address == nil && text.count <= 60 ? text : ""
    }
}
