import BoardPages
import Boards
import Localisation
import Records
import Serving
import Watching

/// The boards that lack their source's address or a secret: those that match a search, twenty at a time.
struct BoardSetupList: Sendable {
    static let size = 20
    static let searchLength = 100

    let search: String
    /// How many boards lack something.
    let total: Int
    let found: Int
    /// The index of the first board shown.
    let from: Int
    /// In the reader's language.
    let shown: [Board]

    /// `search` and `from`: values from the page's address.
    init(_ choices: [ServerSettings.BoardChoice], search: String?, from: String?, _ words: Words) {
        self.search = String((search ?? "").trimmingWhitespace().prefix(Self.searchLength))
        let boards = choices.compactMap(\.board)
        let text = SearchText(self.search)
        let matching =
            text.words.isEmpty
            ? boards : boards.filter { text.matches(SearchText.folded("\($0.translated(for: words).title) \($0.name)")) }
        let place = from.flatMap { Int($0) } ?? 0
        (total, found) = (boards.count, matching.count)
        self.from = matching.indices.contains(place) ? place : 0
        shown = matching[self.from...].prefix(Self.size).map { $0.translated(for: words) }
    }
}

extension ServerSettings {
    /// The boards that lack their source's address or a secret.
    var boardsToSetUp: [BoardChoice] {
        let open = Set(addresses.filter { $0.name == $0.board && $0.text.isEmpty }.map(\.name))
        return boards.filter { board in open.contains(board.name) || board.secrets.contains { !secrets.has($0) } }
    }
}
