import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/boards/<name>` of a lookup: shows what is stored, remembers what a visitor asked, and has the source read when they ask.
struct LookupPage: Sendable {
    let site: Site
    let board: Board
    let context: PageContext
    let choice: BoardChoice
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// The board as its file has it; it is shown in the language of whoever asks.
    init(_ site: Site, _ board: Board, _ context: PageContext, _ request: Request) throws {
        self.site = site
        self.board = board.translated(for: context.words)
        self.context = context
        choice = try site.choice(request.query, of: self.board, context.words)
    }

    /// The feeds that are shown together.
    func shown() async throws -> ShownFeeds { try await site.feeds(of: board, choice, for: context) }

    /// GET: the number in the address if there is one, else the one this visitor asked last.
    func page(for request: Request) async throws -> Response {
        let visitor = Visitor(of: request)
        var text = asked(in: request)
        if text == nil, !visitor.isNew { text = try await site.store.lastNeedle(of: visitor.name, on: board.name) }
        var response = Response.page(LookupView(reader: reader).page(try await model(for: text), assets: site.assets.prefix))
        if visitor.isNew { visitor.remember(in: &response) }
        return response
    }

    /// POST: looks for a number. A browser's form is sent on to the page; a script gets the page's regions.
    func ask(_ request: Request) async throws -> Response {
        let text = try await request.form(upTo: 4096)[field.name] ?? ""
        let visitor = Visitor(of: request)
        let needle = try? board.needle(text)
        if let needle {
            try await site.store.remember(needle.text, of: visitor.name, on: board.name, at: .system())
            try await shown().refresh(by: site.watcher, board, for: "page")
        }
        let model = try await model(for: text)
        let status: HTTPResponse.Status = needle == nil ? .unprocessableContent : .ok
        var response: Response
        if request.wantsJSON {
            response = .json(answer(model), status: status)
        } else if needle == nil {
            response = .page(LookupView(reader: reader).page(model, assets: site.assets.prefix), status: status)
        } else {
            let paths = BoardPaths(board.name, choice)
            response = .on(to: paths.page(where: field, is: model.needle))
        }
        visitor.remember(in: &response)
        return response
    }

    /// The asked field; every lookup has one, see `Board.init`.
    var field: Field { board.schema.asked ?? board.schema.fields[0] }

    func asked(in request: Request) -> String? { request.uri.queryParameters[Substring(field.name)].map { String($0) } }

    /// All that the page shows now. `text` is what was asked, as it was written.
    func model(for text: String?) async throws -> LookupModel {
        let shown = try await shown()
        var (needle, problem): (Value?, String?) = (nil, nil)
        if let text {
            do throws(NeedleError) { needle = try board.needle(text) } catch { problem = words.problem(error) }
        }
        let progress = await shown.progress(by: site.watcher)
        var model = LookupModel(
            boardName: board.name, choice: choice, title: board.title, about: board.about, schema: board.schema, field: field,
            needle: needle?.text ?? text ?? "", problem: problem, isRunning: progress != nil, progress: nil, rows: nil,
            failure: shown.failure, updated: shown.updated, history: [],
            source: SourceNote(url: shown.url, every: board.source.every, next: shown.next, recordCount: shown.recordCount))
        model.troubles = try await shown.troubles(board.schema, in: site.store, words)
        if let needle, let feed = shown.feeds.first { model.tellMe = try await tellMe(needle, feed) }
        var passed: Int?
        if let needle { passed = try await fill(&model, needle, shown) }
        model.progress = progress
        model.progress?.matches = passed
        return model
    }

    /// Rows that have just passed are newer than the stored ones. Returns how many of those there are.
    private func fill(_ model: inout LookupModel, _ needle: Value, _ shown: ShownFeeds) async throws -> Int {
        var (rows, passed): ([FoundRow], Int) = ([], 0)
        for feed in shown.feeds {
            let live = await site.watcher.rowsSoFar(of: feed, matching: matcher(needle))
            passed += live.count
            if live.isEmpty {
                rows += try await site.store.records(of: feed, board.schema, where: [(field.name, needle)]).map {
                    FoundRow(record: $0.record)
                }
            } else {
                rows += live.map { FoundRow(record: $0.record, isProvisional: $0.isProvisional) }
            }
        }
        model.rows = rows
        var query = ChangeQuery(limit: 100)
        query.needle = needle.text
        model.history = try await site.store.changes(of: shown.feeds, board.schema, query).map {
            HistoryEntry(change: $0.change, seen: $0.seen)
        }
        return passed
    }

    private func tellMe(_ needle: Value, _ feed: Feed) async throws -> TellMe? {
        guard let person = context.person else { return nil }
        let condition = Condition.field(field.name, .equals(needle.text))
        return TellMe(
            board: board.name, choice: choice, field: field, value: needle.text,
            watch: try await site.store.watch(of: person, on: feed, for: condition), token: context.formTokenField, words: context.words)
    }

    /// Whether a record is one of the needle's; without a needle none is.
    func matcher(_ needle: Value?) -> @Sendable (Record) -> Bool {
        let index = board.schema.index(of: field.name) ?? 0
        return { needle != nil && $0.values[index] == needle }
    }

    private func answer(_ model: LookupModel) -> String {
        var answer = JSONLine()
        answer.add("needle", model.needle)
        answer.add("regions", LookupView(reader: reader).regions(model).map { EventStream.region($0.id, $0.html) })
        return answer.closed
    }
}

extension FetchFailure {
    /// Why the last reading of a feed failed; nil if it did not.
    init?(of feed: Feed) {
        guard let message = feed.failure, let at = feed.lastAttempt else { return nil }
        self.init(message: message.hasPrefix("http") ? message : message.prefix(1).uppercased() + message.dropFirst(), at: at)
    }
}

extension FetchProgress {
    init(_ progress: JobProgress, matches: Int?) {
        self.init(
            receivedBytes: progress.receivedBytes, totalBytes: progress.expectedBytes, bytesPerSecond: progress.bytesPerSecond,
            matches: matches)
    }
}
