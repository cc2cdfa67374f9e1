import BoardPages
import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage
import Watching

/// `/boards/<name>` of a lookup: shows stored rows, remembers the visitor's number, and requests readings of the source.
package struct LookupPage: Sendable {
    let boards: KnownBoards
    let board: Board
    let context: PageContext
    let choice: BoardChoice
    var reader: Reader { context.reader }
    var words: Words { context.words }

    /// The board as in its file; it is translated for the visitor.
    init(_ boards: KnownBoards, _ board: Board, _ context: PageContext, _ request: Request) throws {
        self.boards = boards
        self.board = board.translated(for: context.words)
        self.context = context
        choice = try boards.choice(request.query, of: self.board, context.words)
    }

    /// The feeds shown together.
    func shown() async throws -> ShownFeeds { try await boards.feeds(of: board, choice, for: context) }

    /// GET: the number in the address if there is one, otherwise this browser's last one.
    func page(for request: Request) async throws -> Response {
        var text = asked(in: request)
        if text == nil { text = try await boards.lastNeedle(of: request, on: board) }
        return Response.page(LookupView(reader: reader).page(try await model(for: text), assets: boards.assets.prefix))
    }

    /// POST: looks up a number. A browser's form is redirected to the page; a script gets the page's regions.
    func ask(_ request: Request) async throws -> Response {
        let text = try await request.form(upTo: 4096)[field.name] ?? ""
        let needle = try? board.needle(text)
        if needle != nil {
            try await shown().refresh(by: boards.watcher, board, for: "page")
        }
        let model = try await model(for: text)
        let status: HTTPResponse.Status = needle == nil ? .unprocessableContent : .ok
        var response: Response
        if request.wantsJSON {
            response = .json(answer(model), status: status)
        } else if needle == nil {
            response = .page(LookupView(reader: reader).page(model, assets: boards.assets.prefix), status: status)
        } else {
            let paths = BoardPaths(board.name, choice)
            response = .on(to: paths.page(where: field, is: model.needle))
        }
        if let needle {
            LastNeedle(needle.text).remember(
                on: board.name, by: boards.site.linkKey, in: &response, isSecure: boards.site.isSecure)
        }
        return response
    }

    var answering: LookupAnswering { LookupAnswering(boards: boards, board: board, words: words, choice: choice) }
    var field: Field { answering.field }

    func asked(in request: Request) -> String? { request.uri.queryParameters[Substring(field.name)].map { String($0) } }

    /// The page's current data. `text` is the number as entered.
    func model(for text: String?) async throws -> LookupModel {
        let shown = try await shown()
        var model = try await answering.model(for: text, in: shown)
        if let needle = model.asked, let feed = shown.feeds.first { model.tellMe = try await tellMe(needle, feed) }
        return model
    }

    private func tellMe(_ needle: Value, _ feed: Feed) async throws -> TellMe? {
        guard let person = context.person else { return nil }
        let condition = Condition.field(field.name, .equals(needle.text))
        let watch = try await boards.store.following.watch(of: person, on: feed, for: condition)
        return TellMe(
            board: board.name, choice: choice, field: field, value: needle.text, watch: watch,
            hasChannels: try await boards.hasChannels(person), token: context.formTokenField, words: context.words)
    }

    private func answer(_ model: LookupModel) -> String {
        var answer = JSONLine()
        answer.add("needle", model.needle)
        answer.add("regions", LookupView(reader: reader).regions(model).map { JSONLine.region($0.id, $0.html) })
        return answer.closed
    }
}

/// Computes results of lookups, independent of the visitor.
struct LookupAnswering: Sendable {
    let boards: KnownBoards
    /// In the reader's language.
    let board: Board
    let words: Words
    let choice: BoardChoice

    /// The field to look up; every lookup has one, see `Board.init`.
    var field: Field { board.schema.asked ?? board.schema.fields[0] }
    /// The index of its value in a record.
    var asked: Int { board.schema.index(of: field.name) ?? 0 }

    /// The page's current data. `text` is the number as entered.
    func model(for text: String?, in shown: ShownFeeds) async throws -> LookupModel {
        var (needle, problem): (Value?, String?) = (nil, nil)
        if let text {
            do throws(NeedleError) { needle = try board.needle(text) } catch { problem = words.problem(error) }
        }
        let progress = await shown.progress(by: boards.watcher)
        var model = LookupModel(
            boardName: board.name, choice: choice, title: board.title, about: board.lead, schema: board.schema, field: field,
            asked: needle, needle: needle?.text ?? text ?? "", problem: problem, isRunning: progress != nil, progress: nil, rows: nil,
            failure: shown.failure, updated: shown.updated, history: [],
            source: SourceNote(url: shown.url, every: board.source.every, next: shown.next, recordCount: shown.recordCount))
        model.troubles = try await shown.troubles(of: board, in: boards.store, words)
        model.isSetUp = !NotSetUp.holds(for: board, shown.feeds)
        var passed: Int?
        if let needle { passed = try await fill(&model, needle, shown) }
        model.progress = progress
        model.progress?.matches = passed
        return model
    }

    /// Adds the rows: those found by the running reading are newer than stored ones. Returns the number of stored rows.
    private func fill(_ model: inout LookupModel, _ needle: Value, _ shown: ShownFeeds) async throws -> Int {
        var (rows, passed): ([FoundRow], Int) = ([], 0)
        for feed in shown.feeds {
            let live = await boards.watcher.rowsSoFar(of: feed, where: asked, is: needle)
            passed += live.count
            if live.isEmpty {
                rows += try await boards.store.feeds.records(of: feed, board.schema, where: [(field.name, needle)]).map {
                    FoundRow(record: $0.record)
                }
            } else {
                rows += live.map { FoundRow(record: $0.record, isProvisional: $0.isProvisional) }
            }
        }
        model.rows = rows
        var query = ChangeQuery(limit: 100)
        query.needle = needle.text
        model.history = try await boards.store.feeds.changes(of: shown.feeds, board.schema, query).map {
            HistoryEntry(change: $0.change, seen: $0.seen)
        }
        return passed
    }
}
