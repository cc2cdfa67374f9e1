package import Boards
import Hummingbird
package import Localisation
package import Records
package import Serving
package import Storage
package import Watching

/// A reader's choice of board parameters: `?set.product=2&set.suburb=Subiaco`. Unset parameters use the board file's defaults.
package struct BoardChoice: Sendable {
    /// The parameters that people can choose, in the reader's language.
    package let parameters: [Parameter]
    /// By parameter: chosen values that aren't defaults, as stored with the feed.
    package let given: [String: String]
    /// Known place names of the board's source, if a parameter is a place.
    package var places: [String] = []

    package static let standard = BoardChoice(parameters: [], given: [:])
    package static let mark = Endpoint.choiceMark

    private init(parameters: [Parameter], given: [String: String]) {
        self.parameters = parameters
        self.given = given
    }

    /// From a query or a form; other names are ignored.
    package init(_ values: [String: String], of board: Board) throws(ParameterError) {
        parameters = board.chosenParameters
        given = board.chosen(in: try board.binding(Self.values(in: values)).values)
    }

    /// The choice of a stored feed.
    package init(of feed: Feed, on board: Board) {
        self.init(parameters: board.chosenParameters, given: board.chosen(in: feed.binding))
    }

    package static func values(in query: [String: String]) -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in query where name.hasPrefix(mark) { values[String(name.dropFirst(mark.count))] = value }
        return values
    }

    /// The labels of the chosen values: "Premium", "Subiaco".
    package var texts: [String] { parameters.compactMap { parameter in given[parameter.name].map(parameter.label) } }

    /// Hidden fields that keep the choice in a form.
    package var fields: HTML {
        let fields = given.sorted { $0.key < $1.key }.map { name, value in
            #"<input type="hidden" name="\#(Self.mark)\#(name)" value="\#(value)">"# as HTML
        }
        return "\(fields)"
    }

    /// The choice as a query for other addresses: `set.product=2`.
    package var query: String {
        given.sorted { $0.key < $1.key }.map { "\(Self.mark)\(Percent.encoded($0.key))=\(Percent.encoded($0.value))" }.joined(
            separator: "&")
    }
}

/// The feeds that a page shows as if they were one: a single feed, or one for each choice of `source.each`.
package struct ShownFeeds: Sendable {
    /// At least one feed.
    package let feeds: [Feed]

    package init(feeds: [Feed]) {
        self.feeds = feeds
    }

    /// When the least recently read feed was last read completely.
    package var updated: Timestamp? { feeds.compactMap(\.lastSuccess).min() }
    package var changed: Timestamp? { feeds.compactMap(\.lastChange).max() }
    package var next: Timestamp? { feeds.compactMap(\.due).min() }
    package var recordCount: Int { feeds.map(\.recordCount).reduce(0, +) }
    /// The first failure among the feeds.
    package var failure: FetchFailure? { feeds.lazy.compactMap { FetchFailure(of: $0) }.first }
    package var url: String { feeds.first?.url ?? "" }

    /// Their records, one feed after another, in the order of the sources.
    package func records(
        in store: Store, _ schema: Schema, where equals: [(field: String, value: Value)] = [], limit: Int = .max, byteLimit: Int = .max
    ) async throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        for feed in feeds where records.count < limit {
            records += try await store.feeds.records(of: feed, schema, where: equals, limit: limit - records.count, byteLimit: byteLimit)
        }
        return records
    }

    /// The progress of the first feed that is being fetched.
    package func progress(by watcher: Watcher) async -> FetchProgress? {
        for feed in feeds { if let progress = await watcher.progress(of: feed) { return FetchProgress(progress, matches: nil) } }
        return nil
    }

    /// Fetches them now.
    @discardableResult
    package func refresh(by watcher: Watcher, _ board: Board, for requester: String) async -> Watcher.Refreshing {
        var sum = Watcher.Refreshing()
        guard !NotSetUp.holds(for: board, feeds) else { return sum }
        for feed in feeds { sum = sum + (await watcher.refresh(feed, board, for: requester, by: Asking.behalf?.person)) }
        return sum
    }
}

extension FeedStore {
    /// The current state of these feeds.
    package func current(_ feeds: [Feed]) async throws -> [Feed] {
        var now: [Feed] = []
        for feed in feeds { if let feed = try await self.feed(feed.id) { now.append(feed) } }
        return now
    }
}

extension Words {
    /// The title of a board with the chosen values: "Fuel · Premium · Subiaco".
    package func title(of board: Board, _ choice: BoardChoice) -> String { ([board.title] + choice.texts).joined(separator: " · ") }
}
