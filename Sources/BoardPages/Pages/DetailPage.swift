package import Boards
import Extraction
import Fetching
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
package import Records
package import Serving
import Storage
import Watching

/// `/boards/<name>/records/<id>`: one stored record, and the details from the board's `detail` method.
///
/// Sent in two steps: the stored data at once, then the whole page once the service has answered. A script gets both as lines of JSON, each
/// an object with `html`. If the browser disconnects, the call to the service is cancelled.
package struct DetailPage: Sendable {
    private let boards: KnownBoards
    private let board: Board
    private let context: PageContext
    private var reader: Reader { context.reader }
    private var words: Words { context.words }
    package static let lines = "application/x-ndjson"

    /// `board` is as in its file; it is shown in the reader's language.
    package init(_ boards: KnownBoards, _ board: Board, _ context: PageContext) {
        self.boards = boards
        self.board = board.translated(for: context.words)
        self.context = context
    }

    package func page(_ id: String?, for request: Request) async throws -> Response {
        let (feed, stored) = try await boards.record(id, of: board)
        let known = model(
            of: stored, feed, try await lastChange(of: stored.record, feed), watch: try await watch(of: stored.record),
            tools: try await boards.views.of(board).tools(of: stored, feed, BoardVisit(boards, board, context, request)))
        let wantsLines = request.headers[.accept]?.contains(Self.lines) == true
        let frame: @Sendable (HTML) -> ByteBuffer = { article in
            guard wantsLines else { return ByteBuffer(string: article.description) }
            var line = JSONLine()
            line.add("html", article.description)
            return ByteBuffer(string: line.closed + "\n")
        }
        let view = DetailView(reader: reader)
        let shell = view.shell(known, boards.views.of(board).recordKind, assets: boards.assets.prefix)
        let body = ResponseBody { writer in
            if !wantsLines { try await writer.write(ByteBuffer(string: "\(shell.opening)\(view.opening(known))")) }
            try await writer.write(frame(view.article(known)))
            if known.state == .waiting {
                let whole = try await request.body.whileClientWaits { await completed(known, stored.record) }
                try await writer.write(frame(view.article(whole)))
            }
            if !wantsLines { try await writer.write(ByteBuffer(string: "\(DetailView.closing)\(shell.closing)")) }
            try await writer.finish(nil)
        }
        let answer = Response(
            status: .ok,
            headers: [
                .contentType: wantsLines ? Self.lines : "text/html; charset=utf-8", .cacheControl: "no-cache, private", .vary: "Accept",
                HTTPField.Name("X-Accel-Buffering")!: "no",
            ], body: body)
        return known.state == .waiting ? answer.closingConnection() : answer
    }

    /// The record with all its details; waits for the service.
    package func whole(_ stored: StoredRecord, _ feed: Feed) async -> DetailModel {
        let model = model(of: stored, feed)
        return model.state == .waiting ? await completed(model, stored.record) : model
    }

    /// The record's latest change, among the last ones with its key.
    private func lastChange(of record: Record, _ feed: Feed) async throws -> StoredChange? {
        let schema = board.schema
        let changes = try await boards.store.feeds.changes(of: [feed], schema, key: schema.key(of: record), before: nil, limit: 10)
        return changes.first { change in
            change.change.kind == .altered && change.change.after.map(schema.withoutQuiet) == schema.withoutQuiet(record)
        }
    }

    /// The person's watch on this record.
    private func watch(of record: Record) async throws -> Watch? {
        guard let person = context.person else { return nil }
        let condition = Condition.isRecord(record, board.schema)
        return try await boards.store.following.watches(of: person).first { $0.board == board.name && $0.settings.condition == condition }
    }

    private func model(
        of stored: StoredRecord, _ feed: Feed, _ last: StoredChange? = nil, watch: Watch? = nil, tools: HTML? = nil
    ) -> DetailModel {
        let shape = board.shape
        let choice = BoardChoice(of: feed, on: board)
        let opening = boards.views.of(board).opening(of: stored, on: board, words)
        // A value isn't a name: its label is the title, and the value is shown below it.
        let (schema, isNameless) = (board.schema, board.schema.isNameless)
        let name = stored.record.values[shape.name].map { words.text($0, of: schema.fields[shape.name]) } ?? ""
        let title = isNameless ? words.name(of: stored.record, schema) : name
        let fields = schema.fields.indices.filter { place in
            let field = schema.fields[place]
            return (place != shape.name || isNameless) && field.kind != .image && opening?.fields.contains(field.name) != true
        }
        let picture = shape.pictureField.flatMap { field in
            shape.picture(of: stored.record).map { BoardPaths(board.name).picture(stored.id, field, version: $0) }
        }
        return DetailModel(
            boardName: board.name, choice: choice, boardTitle: words.title(of: board, choice), id: stored.id,
            name: title, picture: picture,
            opening: opening.map { opening in tools.map { "\(opening.html)\($0)" } ?? opening.html } ?? tools,
            stored: fields.compactMap { place in stored.record.values[place].map { DetailField($0, of: board.schema.fields[place]) } },
            updated: feed.lastSuccess, state: board.detail == nil ? .whole : .waiting, hasCard: boards.views.of(board).hasCards(board),
            lastChange: last.map { (ChangeTable(change: $0.change, schema: board.schema, words: words, showsAll: false), $0.seen) },
            watching: WatchLinks(
                board: board.name, choice: choice, id: stored.id, key: board.schema.key(of: stored.record), canWatch: context.person != nil,
                watch: watch, token: context.formTokenField, words: words))
    }

    private func completed(_ model: DetailModel, _ record: Record) async -> DetailModel {
        guard let detail = board.detail else { return model }
        var model = model
        do throws(ServiceError) {
            let answer = try await boards.services.call(detail.service, board.detailArguments(of: record), for: "page")
            model.groups = answer.groups.map { own(of: $0, record, model.name) }
            model.state = .answered(asOf: answer.age.flatMap { $0 > 0 ? .system() + .seconds(-$0) : nil })
        } catch {
            model.state = error.code == .notFound ? .notFound : .failed(words.text(error.failure))
        }
        return model
    }

    /// Without the record's name and picture, which are above the fields.
    private func own(of fields: [DetailField], _ record: Record, _ name: String) -> [DetailField] {
        let picture = board.shape.picture(of: record)
        return fields.filter { $0.value.text != name && ($0.value.text != picture || picture == nil) }
    }
}

extension KnownBoards {
    /// The record with the id from a path.
    package func record(_ id: String?, of board: Board) async throws -> (Feed, StoredRecord) {
        guard let id = id.flatMap({ Int64($0) }), let found = try await record(id, of: board) else {
            throw Refusal(.notFound, "This row is no longer on the list.")
        }
        return found
    }

    /// The record with this id in any feed of the board; nil if there is none.
    package func record(_ id: Int64, of board: Board) async throws -> (Feed, StoredRecord)? {
        guard let (feed, record) = try await store.feeds.record(id, of: board.name, board.schema), board.owns(feed.url, feed.binding) else {
            return nil
        }
        return (feed, record)
    }
}
