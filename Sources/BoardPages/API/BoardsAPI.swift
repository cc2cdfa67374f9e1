package import Boards
import Extraction
import Foundation
import HTTPTypes
import Hummingbird
package import Records
package import Serving
import Storage
import Watching

/// `/api/v1/boards…`: the boards, and their stored records.
package struct BoardsAPI: Sendable {
    let boards: KnownBoards

    package static let path = "/api/v1/boards"
    package static let topic = "Boards"
    /// The default number of boards on a page of the list.
    private static let listed = 100

    package static func endpoints(_ boards: KnownBoards) -> [Endpoint] {
        let api = Self(boards: boards)
        return ofBoards(api) + ofRecords(api)
    }

    private static func ofBoards(_ api: Self) -> [Endpoint] {
        [
            Endpoint(
                .get, path, "boards", topic: topic, "All boards, with their state", access: .anyone,
                parameters: [
                    .query("q", .text(0...200), "Words that must all occur in the board's title or name."),
                    .query("after", .text(1...64), "The `next` of the page before."),
                    .query("limit", .integer(1...1000), "Boards at most, \(listed) if left out."),
                ],
                outcomes: [
                    .init(
                        "The boards, by name; Link leads to the next page",
                        .object([.init("boards", .list(.named("Board"))), .init("next", .text(), isRequired: false)]))
                ], answer: api.list),
            Endpoint(
                .get, "\(path)/{board}", "board", topic: topic, "One board, with its fields", access: .readers, parameters: [board],
                outcomes: [.init("The board", .named("Board"))], answer: api.get),
            Endpoint(
                .post, "\(path)/{board}/refresh", "refreshBoard", topic: topic, "Checks the board's source now",
                parameters: [board, .choice],
                outcomes: [.init(.accepted, "Whether it is being read now; it isn't if it was read a moment ago", FeedsAPI.startedSchema)],
                answer: api.refresh),
        ]
    }

    private static func ofRecords(_ api: Self) -> [Endpoint] {
        [
            Endpoint(
                .get, "\(path)/{board}/records", "records", topic: topic, "The board's records, page by page", access: .readers,
                parameters: [
                    board,
                    .query("q", .text(0...200), "Words that must all occur in the record, ignoring case and accents."),
                    .query(
                        "where", .text(0...10_000),
                        "A condition, in JSON, as in watches (Docs/Using/Watches.md). Only people who are signed in can use `matches`."),
                    .query(
                        "order", .text(1...64),
                        "The name of a field, with a minus before it for descending order; the source's order by default."),
                    .query("after", .text(1...2000), "The `next` of the page before."),
                    .query(
                        "limit", .integer(1...1000),
                        "At most this many records, 1000 by default; fewer if they are very long or take long to find."),
                    .choice, .rest("fields", "Names of fields and the values they must have."),
                ],
                outcomes: [
                    .init(
                        "The records; Link leads to the next page",
                        .object([
                            .init("records", .list(.named("Record"))), .init("updated", .optional(.moment)),
                            .init("next", .text(), isRequired: false),
                        ]))
                ], problems: [.unprocessableContent], answer: api.records),
            Endpoint(
                .get, "\(path)/{board}/records/{record}", "record", topic: topic, "One record, with its history", access: .readers,
                parameters: [board, .path("record", .identifier, "The store's number for it.")],
                outcomes: [.init("The record", .named("StoredRecord"))], answer: api.record),
            Endpoint(
                .get, "\(path)/{board}/lookup", "lookup", topic: topic, "Looks up one number, on a board that asks for one",
                access: .readers, parameters: [board, .query("needle", .text(1...200), "What is asked for.", isRequired: true), .choice],
                outcomes: [
                    .init(
                        "What is known of it",
                        .object([
                            .init("needle", .text()), .init("isFound", .flag), .init("records", .list(.named("StoredRecord"))),
                            .init("history", .list(.named("Change"))), .init("updated", .optional(.moment)), .init("isRunning", .flag),
                            .init("failure", .optional(.text())),
                        ]))
                ], problems: [.unprocessableContent], answer: api.lookup),
        ]
    }

    package static let board = Endpoint.Parameter.path(
        "board", .text(.init(lengths: 1...64, pattern: "^[a-z][a-z0-9-]*$")), "The board's name.")

    package static let fieldSchema = JSONSchema.object([
        .init("name", .text()), .init("type", .choice(Field.Kind.allCases.map(\.rawValue))), .init("label", .text()),
        .init("isKey", .flag), .init("isOptional", .flag), .init("unit", .text(), isRequired: false),
        .init("hint", .text(), isRequired: false),
    ])

    package static let boardSchema = JSONSchema.object([
        .init("name", .text()), .init("title", .text()), .init("about", .text()),
        .init(
            "audience", .choice(Board.Audience.allCases.map(\.rawValue)),
            about: "Who sees it: the person who added it, everyone who has an account, or strangers too."),
        .init("asks", .optional(.text()), about: "The field that people are asked for."), .init("fields", .list(.named("Field"))),
        .init("records", .integer(), about: "How many there are."), .init("updated", .optional(.moment)),
        .init("failure", .optional(.text()), about: "Why the last check failed."),
        .init(
            "parameters", .list(.named("Parameter")), isRequired: false,
            about: "What of the board can be chosen, with set. before the name: ?set.product=2. All above is of the standard choice."),
    ])

    package static let parameterSchema = JSONSchema.object([
        .init("name", .text()), .init("type", .choice(Field.Kind.allCases.map(\.rawValue))), .init("label", .text()),
        .init("hint", .text(), isRequired: false), .init("required", .flag), .init("default", .text(), isRequired: false),
        .init("isPlace", .flag, isRequired: false, about: "Whether it is the name of a place."),
        .init("choices", .list(.text()), isRequired: false),
        .init("labels", .map(.text()), isRequired: false, about: "By choice, as people read it."),
    ])

    package static let storedRecordSchema = JSONSchema.object([
        .init("id", .identifier), .init("record", .named("Record")),
        .init("history", .list(.named("Change")), isRequired: false, about: "What has changed of the records with its key, newest first."),
    ])

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let search = SearchText(call.text("q") ?? "")
        let after = call.text("after") ?? ""
        let found = boards.all(for: call.context).filter { board in
            board.name > after && (search.words.isEmpty || search.matches(SearchText.folded("\(board.title) \(board.name)")))
        }
        let all = found.prefix(call.integer("limit") ?? Self.listed)
        // Nearly all boards have one feed; these are found together in one statement.
        let single = all.filter { $0.parameters.isEmpty && $0.source.each == nil }
        let feeds = try await boards.store.feeds.known(single.map { ($0.name, $0.source.url.absoluteString) })
        var lines: [JSONLine] = []
        for board in all { lines.append(try await line(board, feeds[board.name])) }
        var line = JSONLine()
        line.add("boards", lines)
        guard all.count < found.count, let last = all.last?.name else { return .json(line) }
        line.add("next", last)
        return .json(line, headers: [.link: call.link("next", "after", last)])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        .json(try await line(try boards.board(call.text("board"))))
    }

    @Sendable private func refresh(_ call: APICall) async throws -> APIAnswer {
        let board = try boards.board(call.text("board"))
        let refreshing = try await call.feeds(of: board, in: boards).refresh(by: boards.watcher, board, for: "API")
        return .json(FeedsAPI.line(refreshing), .accepted)
    }

    @Sendable private func records(_ call: APICall) async throws -> APIAnswer {
        let board = try boards.board(call.text("board"))
        let shown = try await call.feeds(of: board, in: boards)
        let found = try await found(call, board, shown)
        var line = JSONLine()
        line.add("records", found.records.map { $0.record.json(board.schema) })
        line.add("updated", shown.updated?.description)
        guard let next = found.next?.text else { return .json(line) }
        line.add("next", next)
        return .json(line, headers: [.link: call.link("next", "after", next)])
    }

    @Sendable private func record(_ call: APICall) async throws -> APIAnswer {
        let board = try boards.board(call.text("board"))
        guard let (feed, stored) = try await boards.record(Int64(call.integer("record") ?? 0), of: board) else {
            throw Refusal(.notFound, text: "There is no such record, or it has been removed.")
        }
        var query = ChangeQuery(limit: 100)
        query.key = board.schema.key(of: stored.record)
        var line = Self.line(stored, board.schema)
        line.add("history", try await boards.store.feeds.changes(of: feed, board.schema, query).map { ChangesAPI.line($0, board) })
        return .json(line)
    }

    @Sendable private func lookup(_ call: APICall) async throws -> APIAnswer {
        let board = try boards.board(call.text("board"))
        guard let field = board.schema.asked else { throw Refusal(.notFound, text: "This board asks for nothing.") }
        let needle: Value
        do throws(NeedleError) { needle = try board.needle(call.text("needle") ?? "") } catch {
            throw APICall.misfit("needle", error.description, .unprocessableContent)
        }
        let shown = try await call.feeds(of: board, in: boards)
        let records = try await shown.records(in: boards.store, board.schema, where: [(field.name, needle)])
        var query = ChangeQuery(limit: 100)
        query.needle = needle.text
        let history = try await boards.store.feeds.changes(of: shown.feeds, board.schema, query)
        var line = JSONLine()
        line.add("needle", needle.text)
        line.add("isFound", !records.isEmpty)
        line.add("records", records.map { Self.line($0, board.schema) })
        line.add("history", history.map { ChangesAPI.line($0, board) })
        line.add("updated", shown.updated?.description)
        line.add("isRunning", await shown.progress(by: boards.watcher) != nil)
        line.add("failure", shown.feeds.lazy.compactMap(\.failure?.message).first)
        return .json(line)
    }

    /// `known` is the board's only feed; nil: its feeds are looked up.
    private func line(_ board: Board, _ known: Feed? = nil) async throws -> JSONLine {
        let feeds = if let known { [known] } else { try await boards.watcher.feeds(of: board) }
        let shown = ShownFeeds(feeds: feeds)
        var line = JSONLine()
        line.add("name", board.name)
        line.add("title", board.title)
        line.add("about", board.about)
        line.add("audience", board.audience.rawValue)
        line.add("asks", board.schema.asked?.name)
        line.add("fields", board.schema.fields.map(Self.line))
        line.add("records", shown.recordCount)
        line.add("updated", shown.updated?.description)
        line.add("failure", shown.feeds.lazy.compactMap(\.failure?.message).first)
        if !board.chosenParameters.isEmpty { line.add("parameters", board.chosenParameters.map(Self.line)) }
        return line
    }

    /// A parameter of a board or of a service method.
    package static func line(_ parameter: Parameter) -> JSONLine {
        var line = JSONLine()
        line.add("name", parameter.name)
        line.add("type", parameter.field.kind.rawValue)
        line.add("label", parameter.field.label)
        if let hint = parameter.field.hint { line.add("hint", hint) }
        line.add("required", parameter.isRequired)
        if let standard = parameter.standard { line.add("default", standard) }
        if parameter.isPlace { line.add("isPlace", true) }
        guard !parameter.choices.isEmpty else { return line }
        line.add("choices", parameter.choices)
        guard !parameter.choiceLabels.isEmpty else { return line }
        var labels = JSONLine()
        for choice in parameter.choices { labels.add(choice, parameter.label(of: choice)) }
        line.add("labels", labels)
        return line
    }

    package static func line(_ field: Field) -> JSONLine {
        var line = JSONLine()
        line.add("name", field.name)
        line.add("type", field.kind.rawValue)
        line.add("label", field.label)
        line.add("isKey", field.isKey)
        line.add("isOptional", field.mayBeMissing)
        if let unit = field.unit { line.add("unit", unit) }
        if let hint = field.hint { line.add("hint", hint) }
        return line
    }

    package static func line(_ stored: StoredRecord, _ schema: Schema) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(stored.id))
        line.add("record", stored.record.json(schema))
        return line
    }
}
