import BoardPages
import Boards
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
package import Records
package import Serving
import Storage
import Watching

/// `/watches/new?board=…` and `/watches/<id>`: creates or edits a watch. A posted form is shown again unless it is to be saved and valid.
package struct WatchEditorPage: Sendable {
    private let feature: FollowingFeature
    private let context: PageContext
    private let person: Person
    private var words: Words { context.words }

    package init(_ feature: FollowingFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    // MARK: A new watch

    /// GET: prefilled from the address: `equals-<field>=…`, `record=<id>` (this record), `q=…` (a search), or only the board.
    package func new(for request: Request) async throws -> Response {
        let query = request.query
        let board = try feature.boards.board(query["board"]).translated(for: words)
        let choice = try feature.boards.choice(query, of: board, words)
        var form = WatchForm(try await condition(query, board), board.schema, in: words.zone)
        form.ways.channels = try await WatchDefaults(feature.store, person).channels()
        return try await shown(form, board, choice, nil)
    }

    package func add(_ request: Request) async throws -> Response {
        let posted = try await request.form(upTo: Self.formLimit)
        let board = try feature.boards.board(posted["board"]).translated(for: words)
        let choice = try feature.boards.choice(posted, of: board, words)
        let (form, settings) = taken(posted, board)
        guard form.wantsSaving else { return try await shown(form, board, choice, nil) }
        guard let settings else { return try await shown(form, board, choice, nil, isRefused: true) }
        guard let feed = try await feature.boards.feeds(of: board, choice, for: context).feeds.first else {
            throw Refusal(.internalServerError)
        }
        let watch = try await feature.store.following.addWatch(of: person, on: feed, settings, at: .system())
        return .on(to: "\(WatchPaths.list)#watch-\(watch.id)")
    }

    // MARK: An existing watch

    package func page(_ id: String?) async throws -> Response {
        let (watch, board, choice) = try await known(id)
        return try await shown(WatchForm(watch.settings, board.schema, in: words.zone), board, choice, watch)
    }

    package func save(_ request: Request, _ id: String?) async throws -> Response {
        let (watch, board, choice) = try await known(id)
        let (form, settings) = taken(try await request.form(upTo: Self.formLimit), board)
        guard form.wantsSaving else { return try await shown(form, board, choice, watch) }
        guard let settings else { return try await shown(form, board, choice, watch, isRefused: true) }
        guard try await feature.store.following.update(watch.id, { $0 = settings }) != nil else { throw Self.isGone }
        return .on(to: "\(WatchPaths.list)#watch-\(watch.id)")
    }

    // MARK: Preview

    /// POST: the page regions that depend on the input, for its script.
    package func preview(_ request: Request) async throws -> Response {
        let posted = try await request.form(upTo: Self.formLimit)
        let board = try feature.boards.board(posted["board"]).translated(for: words)
        let (form, _) = taken(posted, board)
        let choice = try feature.boards.choice(posted, of: board, words)
        let model = try await model(form, board, choice, nil)
        let view = WatchEditorView(model: model, words: words)
        var answer = JSONLine()
        answer.add("tests", view.tests.description)
        answer.add("preview", view.preview.description)
        return .json(answer.closed, status: model.preview.problem == nil ? .ok : .unprocessableContent)
    }

    /// A condition may have many tests.
    package static let formLimit = 256 << 10

    /// The posted form after its button was applied, and the settings if everything is valid.
    private func taken(_ posted: [String: String], _ board: Board) -> (WatchForm, Watch.Settings?) {
        var form = WatchForm(posted: posted)
        // A newly requested row has no error yet.
        if !form.wantsSaving { form.settle(board.schema) }
        form.press(board.schema)
        let settings = form.settings(board.schema, in: words.zone)
        return (form, settings)
    }

    private func shown(
        _ form: WatchForm, _ board: Board, _ choice: BoardChoice, _ watch: Watch?, isRefused: Bool = false
    ) async throws -> Response {
        var model = try await model(form, board, choice, watch)
        model.isRefused = isRefused
        let view = WatchEditorView(model: model, words: words)
        let isWrong = isRefused || model.preview.problem != nil
        return .page(view.page(context.reader, assets: feature.assets.prefix), status: isWrong ? .unprocessableContent : .ok)
    }

    private func model(
        _ form: WatchForm, _ board: Board, _ choice: BoardChoice, _ watch: Watch?
    ) async throws -> WatchEditorModel {
        var form = form
        var preview = WatchPreview()
        if let condition = form.condition(board.schema, in: words.zone) {
            let (shown, moment) = (
                try await feature.boards.feeds(of: board, choice, for: context), Moment(now: .system(), zone: words.zone)
            )
            do {
                preview = try await feature.boards.queries.run(for: context) {
                    try await WatchPreview.of(condition, on: board, shown, in: feature.store, at: moment, words)
                }
            } catch let error as EffortSpent {
                let problem = words("This pattern takes too long. Start it with ^, or don’t repeat what already repeats.")
                form.refuse(error.pattern, problem)
                preview.problem = problem
            }
            preview.ignored = condition.ignored(board.schema, in: words)
        }
        if !form.wantsSaving { form.forgiveEmptyRows() }
        return WatchEditorModel(
            boardName: board.name, choice: choice, boardTitle: words.title(of: board, choice), schema: board.schema, watch: watch,
            record: try await recordName(of: watch, board), form: form, preview: preview,
            channels: try await WatchDefaults(feature.store, person).choices(words), token: context.formTokenField)
    }

    private func recordName(of watch: Watch?, _ board: Board) async throws -> String? {
        guard let watch else { return nil }
        return try await feature.recordName(of: watch, board, try await feature.store.feeds.feed(watch.feed), words)
    }

    private func condition(_ query: [String: String], _ board: Board) async throws -> Condition {
        if let id = query["record"] {
            let (_, record) = try await feature.boards.record(id, of: board)
            return .isRecord(record.record, board.schema)
        }
        if let search = query["q"] { return .finds(search, board.schema) }
        let tests = board.schema.fields.compactMap { field in query["equals-\(field.name)"].map { Condition.field(field.name, .equals($0)) }
        }
        return tests.count == 1 ? tests[0] : .all(tests)
    }

    private func known(_ id: String?) async throws -> (Watch, Board, BoardChoice) {
        guard let watch = try await feature.store.following.watch(id, of: person) else { throw Self.isGone }
        let board = try feature.boards.board(watch.board).translated(for: words)
        let feed = try await feature.store.feeds.feed(watch.feed)
        return (watch, board, feed.map { BoardChoice(of: $0, on: board) } ?? .standard)
    }

    private static let isGone = Refusal(.notFound, "This watch has been removed.")
}

extension FollowingStore {
    /// The person's own watch with the id in an address.
    package func watch(_ id: String?, of person: Person) async throws -> Watch? {
        guard let id = id.flatMap({ Int64($0) }), let watch = try await watch(id), watch.person == person.id else { return nil }
        return watch
    }
}
