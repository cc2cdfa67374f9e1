import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
package import JSONReading
import Localisation
package import Records
package import Serving
import Storage
import Watching

/// `/api/v1/watches…`: a person's watches.
package struct WatchesAPI: Sendable {
    let feature: FollowingFeature

    private static let path = "/api/v1/watches"
    private static let topic = "Watches"

    private static let watch = Endpoint.Parameter.path("watch", .identifier, "The watch's number.")

    package static func endpoints(_ feature: FollowingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "watches", topic: topic, "The caller's watches, oldest first",
                parameters: [
                    .query("after", .integer(), "Only those after this one."),
                    .query("limit", .integer(1...1000), "At most this many watches, 1000 by default."),
                ],
                outcomes: [
                    .init(
                        "The watches; Link leads to the next page",
                        .object([.init("watches", .list(.named("Watch"))), .init("next", .identifier, isRequired: false)]))
                ], answer: api.list),
            Endpoint(
                .post, path, "addWatch", topic: topic, "Adds a watch",
                body: .json(.object([.init("board", .text(1...64)), choice] + WatchResource.members.asked())),
                outcomes: [.init(.created, "The watch; Location is its address", .named("Watch"))], problems: [.conflict], answer: api.add),
            Endpoint(
                .post, "\(path)/preview", "previewWatch", topic: topic, "Which stored records a condition covers",
                body: .json(
                    .object([
                        .init("board", .text(1...64)), choice, .init("condition", .condition),
                        .init("limit", .integer(0...100), isRequired: false, about: "At most this many records, 20 by default."),
                    ])),
                outcomes: [
                    .init(
                        "The records, and how many there are in all",
                        .object([
                            .init("text", .text()), .init("count", .integer()),
                            .init("isCut", .flag, about: "Whether there are more records than were looked at in the time allowed."),
                            .init("records", .list(.named("StoredRecord"))),
                        ]))
                ], answer: api.preview),
            Endpoint(
                .get, "\(path)/{watch}", "watch", topic: topic, "One watch", parameters: [watch],
                outcomes: [.init("The watch", .named("Watch"))], answer: api.get),
            Endpoint(
                .patch, "\(path)/{watch}", "updateWatch", topic: topic,
                "Changes the given members of a watch; also mutes or unmutes it",
                parameters: [watch],
                body: .init(
                    schema: .object(WatchResource.members.asked()),
                    types: ["application/json", "application/merge-patch+json"]),
                outcomes: [.init("The watch", .named("Watch"))], isConditional: true, answer: api.update),
            Endpoint(
                .delete, "\(path)/{watch}", "removeWatch", topic: topic, "Removes a watch and what waits to be sent for it",
                parameters: [watch],
                outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: api.remove),
        ]
    }

    private static let choice = JSONSchema.Member(
        "set", .map(.text(0...1000)), isRequired: false, about: "Values of the board's parameters; the others have their defaults.")

    package static let quietHoursSchema = JSONSchema.object([
        .init("from", .text(4...8), about: "22:00"), .init("to", .text(4...8), about: "07:00"),
        .init("zone", .text(1...64), about: "Of the time-zone database: Europe/Berlin."),
    ])

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let limit = call.integer("limit") ?? 1000
        let all = try await feature.store.following.watches(of: try call.person()).drop { $0.id <= call.integer("after") ?? 0 }
        var line = JSONLine()
        let feeds = try await feature.store.following.watchedFeeds(of: try call.person())
        line.add("watches", all.prefix(limit).map { self.line($0, feeds[$0.feed]) })
        guard all.count > limit, let last = all.prefix(limit).last else { return .json(line) }
        line.add("next", Int(last.id))
        return .json(line, headers: [.link: call.link("next", "after", String(last.id))])
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let (person, board) = (try call.person(), try board(call))
        guard let feed = try await feeds(call, board).first else { throw Refusal(.internalServerError) }
        var wish = WatchWish(settings: Watch.Settings(.everything, channels: []), schema: board.schema)
        try WatchResource.members.take(call.body, into: &wish)
        let watch = try await feature.store.following.addWatch(of: person, on: feed, wish.settings, at: .system())
        return .json(line(watch, feed), .created, headers: [.location: "\(Self.path)/\(watch.id)"])
    }

    @Sendable private func preview(_ call: APICall) async throws -> APIAnswer {
        let board = try board(call)
        let feeds = try await feeds(call, board)
        guard let json = call.body?["condition"] else { throw Refusal(.unprocessableContent) }
        let condition = try Self.condition(json, board.schema)
        let bound = try Self.bound(condition, json, board.schema)
        let moment = Moment(now: .system(), zone: call.context.words.zone)
        let wanted = call.body?["limit"]?.number.map { Int(clamping: $0) } ?? 20
        let filter = RecordFilter(lookingAt: bound.fields) { try bound.matches($0, moment, drawing: &$1) }
        let found: RecordPreview
        do {
            found = try await feature.boards.queries.run(for: call.context) {
                try await feature.store.feeds.preview(of: feeds, board.schema, limit: wanted, filter)
            }
        } catch let error as EffortSpent {
            throw Self.problem(ConditionError(at: condition.place(of: error.pattern) ?? [], "\(error)"), json)
        }
        var line = JSONLine()
        line.add("text", condition.describe(board.schema))
        line.add("count", found.count)
        line.add("isCut", found.isCut)
        line.add("records", found.records.map { BoardsAPI.line($0, board.schema) })
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        .json(try await line(try await watch(call)))
    }

    @Sendable private func update(_ call: APICall) async throws -> APIAnswer {
        let watch = try await watch(call)
        try call.requireMatch(.json(try await line(watch)))
        let schema = try feature.boards.board(watch.board).schema
        let changed = try await feature.store.following.update(watch.id) { settings in
            try call.requireMatch(settings, asRead: watch.settings)
            var wish = WatchWish(settings: settings, schema: schema)
            try WatchResource.members.take(call.body, into: &wish)
            settings = wish.settings
        }
        guard let changed else { throw Refusal(.notFound, text: "There is no such watch.") }
        return .json(try await line(changed))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        let watch = try await watch(call)
        try call.requireMatch(.json(try await line(watch)))
        _ = try await feature.store.following.remove(watch)
        return .nothing
    }

    /// The watch in the address if it belongs to the caller; watches of others are "not found".
    private func watch(_ call: APICall) async throws -> Watch {
        guard let watch = try await feature.store.following.watch(Int64(call.integer("watch") ?? 0)),
            watch.person == (try call.person()).id
        else {
            throw Refusal(.notFound, text: "There is no such watch.")
        }
        return watch
    }

    private func board(_ call: APICall) throws -> Board {
        let name = call.body?["board"]?.text
        guard let board = feature.boards.all.first(where: { $0.name == name }) else {
            let known = feature.boards.all.map(\.name).joined(separator: ", ")
            throw Refusal(.unprocessableContent, errors: [Misfit(place: "/board", detail: "there is no such board; there are \(known)")])
        }
        return board
    }

    /// The feeds that the body selects.
    private func feeds(_ call: APICall, _ board: Board) async throws -> [Feed] {
        let chosen = (call.body?["set"]?.members ?? []).map { ($0.name, $0.value.text) }
        return try await call.feeds(of: board, in: feature.boards, Dictionary(chosen) { _, last in last }, .unprocessableContent).feeds
    }

    package static func condition(_ json: JSONValue, _ schema: Schema) throws -> Condition {
        do throws(ConditionError) { return try Condition(json: json.text) } catch { throw problem(error, json) }
    }

    @discardableResult
    package static func bound(_ condition: Condition, _ json: JSONValue, _ schema: Schema) throws -> BoundCondition {
        do throws(ConditionError) { return try condition.bound(to: schema) } catch { throw problem(error, json) }
    }

    private static func problem(_ error: ConditionError, _ json: JSONValue) -> Refusal {
        let misfit = Misfit(place: "/condition" + JSONSchema.pointer(to: error.place, in: json), detail: error.explanation)
        return Refusal(.unprocessableContent, text: "\(error)", errors: [misfit])
    }

    private func line(_ watch: Watch) async throws -> JSONLine { line(watch, try await feature.store.feeds.feed(watch.feed)) }

    func line(_ watch: Watch, _ feed: Feed?) -> JSONLine {
        WatchResource.members.line(ShownWatch(watch, feed, feature.boards.all.first { $0.name == watch.board }))
    }
}
