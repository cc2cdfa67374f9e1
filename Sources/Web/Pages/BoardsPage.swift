import BoardPages
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards?q=…&state=…&from=…`: all boards that the reader may see, sorted by title, sixty a page, with a search by name. Works without a
/// script.
struct BoardsPage: Sendable {
    static let pageSize = 60
    static let searchLength = 100
    /// The most failing feeds that are checked. A board may have several; only its standard one counts.
    private static let failingLimit = 5000

    private let feature: HomeFeature
    private let context: PageContext
    private var words: Words { context.words }

    init(_ feature: HomeFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    func page(for request: Request) async throws -> Response {
        let all = feature.listed(for: context)
        if context.person == nil, let login = try await feature.loginPath(instead: all) { return .on(to: login) }
        let failing = try await feature.store.feeds.failing(limit: Self.failingLimit)
        var model = BoardsModel(search: String((request.query["q"] ?? "").prefix(Self.searchLength)))
        model.state = request.query["state"].flatMap { BoardsModel.State(rawValue: $0) }

        let entries = all.indices.map { Entry(all[$0], at: $0, words, failing) }
        for entry in entries { if let state = entry.state { model.counts[state, default: 0] += 1 } }
        model.total = entries.count

        let search = SearchText(model.search)
        let found = entries.filter { entry in
            (model.state == nil || entry.state == model.state) && (search.words.isEmpty || search.matches(entry.folded))
        }.sorted { ($0.folded, $0.place) < ($1.folded, $1.place) }
        model.found = found.count
        model.letters = Self.letters(of: found)

        let from = request.query["from"].flatMap { Int($0) } ?? 0
        model.from = found.indices.contains(from) ? from : 0
        let shown = found[model.from...].prefix(Self.pageSize).map { all[$0.place] }
        model.cards = try await feature.cards(of: shown, context, newsFor: nil)
        return .page(BoardsView(reader: context.reader).page(model, assets: feature.assets.prefix))
    }

    private struct Entry {
        /// The index among all boards.
        let place: Int
        /// The title, folded for search and sorting.
        let folded: String
        let state: BoardsModel.State?

        /// `failing`: the addresses of failing feeds, by board.
        init(_ board: ListedBoard, at place: Int, _ words: Words, _ failing: [String: Set<String>]) {
            self.place = place
            folded = SearchText.folded(board.title(words))
            state =
                if board.rests { .paused } else if board.isExample { .unset } else {
                    board.address.flatMap { failing[$0.board]?.contains($0.url) == true ? .failing : nil }
                }
        }
    }

    /// The first letters of titles, each with the index of its first board; `#` for all other beginnings.
    private static func letters(of found: [Entry]) -> [(letter: String, from: Int)] {
        var letters: [(letter: String, from: Int)] = []
        var known: Set<String> = []
        for (place, entry) in found.enumerated() {
            let first = entry.folded.first.flatMap { $0.isLetter ? $0.uppercased() : nil } ?? "#"
            if known.insert(first).inserted { letters.append((first, place)) }
        }
        return letters
    }
}

/// One page of the list of boards.
struct BoardsModel: Sendable {
    enum State: String, CaseIterable, Sendable {
        /// The last check failed.
        case failing
        /// Its file has only an example of an address.
        case unset
        /// Its owner's account is disabled.
        case paused
    }

    var search: String
    /// Only boards in this state; nil: all.
    var state: State?
    /// How many boards are in each state, of all that the reader may see.
    var counts: [State: Int] = [:]
    var total = 0
    var letters: [(letter: String, from: Int)] = []
    var cards: [HomeCard] = []
    /// The index of the first shown board among the matches.
    var from = 0
    var found = 0

    init(search: String) { self.search = search }
}
