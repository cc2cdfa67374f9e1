import Boards
import Extraction
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `/api/v1/watches…`: what a person wants to hear of.
enum WatchesAPI {
    private static let path = "/api/v1/watches"
    private static let topic = "Watches"

    private static let watch = Endpoint.Parameter.path("watch", .identifier, "The watch's number.")

    static let endpoints: [Endpoint] = [
        Endpoint(
            .get, path, "watches", topic: topic, "The watches of the person who asks, oldest first",
            parameters: [
                .query("after", .integer(), "Only those after this one."),
                .query("limit", .integer(1...1000), "Watches at most, 1000 if left out."),
            ],
            outcomes: [
                .init(
                    "The watches; Link leads on",
                    .object([.init("watches", .list(.named("Watch"))), .init("next", .identifier, isRequired: false)]))
            ], answer: list),
        Endpoint(
            .post, path, "addWatch", topic: topic, "Adds a watch",
            body: .json(.object([.init("board", .text(1...64)), choice, .init("condition", .condition, isRequired: false)] + settings)),
            outcomes: [.init(.created, "The watch; Location is its address", .named("Watch"))], problems: [.conflict], answer: add),
        Endpoint(
            .post, "\(path)/preview", "previewWatch", topic: topic, "Which stored records a condition is about",
            body: .json(
                .object([
                    .init("board", .text(1...64)), choice, .init("condition", .condition),
                    .init("limit", .integer(0...100), isRequired: false, about: "Records at most, 20 if left out."),
                ])),
            outcomes: [
                .init(
                    "The records, and how many there are in all",
                    .object([.init("text", .text()), .init("count", .integer()), .init("records", .list(.named("StoredRecord")))]))
            ], answer: preview),
        Endpoint(
            .get, "\(path)/{watch}", "watch", topic: topic, "One watch", parameters: [watch],
            outcomes: [.init("The watch", .named("Watch"))], answer: one),
        Endpoint(
            .patch, "\(path)/{watch}", "updateWatch", topic: topic, "Alters what is given of a watch, and mutes it or lets it speak again",
            parameters: [watch],
            body: .init(
                schema: .object([.init("condition", .condition, isRequired: false)] + settings),
                types: ["application/json", "application/merge-patch+json"]),
            outcomes: [.init("The watch", .named("Watch"))], isConditional: true, answer: update),
        Endpoint(
            .delete, "\(path)/{watch}", "removeWatch", topic: topic, "Removes a watch and what waits to be sent for it",
            parameters: [watch],
            outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: remove),
    ]

    private static let choice = JSONSchema.Member(
        "set", .map(.text(0...1000)), isRequired: false, about: "What is chosen of the board's parameters; the rest is standard.")

    private static let settings: [JSONSchema.Member] = [
        .init("channels", .list(.text(1...100), upTo: 20), isRequired: false, about: "Names or kinds of the person's channels."),
        .init("quietHours", .optional(.named("QuietHours")), isRequired: false, about: "When nothing is to arrive; null: never."),
        .init("digest", .choice(Watch.Digest.allCases.map(\.rawValue)), isRequired: false),
        .init("dailyAt", .optional(.text(4...8)), isRequired: false, about: "When a daily digest is sent, 08:00 if null."),
        .init("isMuted", .flag, isRequired: false),
    ]

    static let quietHoursSchema = JSONSchema.object([
        .init("from", .text(4...8), about: "22:00"), .init("to", .text(4...8), about: "07:00"),
        .init("zone", .text(1...64), about: "Of the time-zone database: Europe/Berlin."),
    ])

    static let watchSchema = JSONSchema.object([
        .init("id", .identifier), .init("board", .text()), .init("feed", .identifier),
        .init("set", .map(.text()), isRequired: false, about: "What was chosen of the board's parameters."), .init("condition", .condition),
        .init("text", .text(), about: "The condition in words."), .init("channels", .list(.text())),
        .init("quietHours", .optional(.named("QuietHours"))), .init("digest", .choice(Watch.Digest.allCases.map(\.rawValue))),
        .init("dailyAt", .optional(.text())), .init("isMuted", .flag), .init("created", .moment),
    ])

    @Sendable private static func list(_ call: APICall) async throws -> APIAnswer {
        let limit = call.integer("limit") ?? 1000
        let all = try await call.site.store.watches(of: try call.person()).drop { $0.id <= call.integer("after") ?? 0 }
        var line = JSONLine()
        let feeds = try await call.site.store.watchedFeeds(of: try call.person())
        line.add("watches", all.prefix(limit).map { Self.line($0, feeds[$0.feed], call.site) })
        guard all.count > limit, let last = all.prefix(limit).last else { return .json(line) }
        line.add("next", Int(last.id))
        return .json(line, headers: [.link: call.link("next", "after", String(last.id))])
    }

    @Sendable private static func add(_ call: APICall) async throws -> APIAnswer {
        let (person, board) = (try call.person(), try board(call))
        guard let feed = try await feeds(call, board).first else { throw Problem(.internalServerError) }
        var settings = Watch.Settings(.everything, channels: [])
        try settings.take(call.body, board.schema)
        let watch = try await call.site.store.addWatch(of: person, on: feed, settings, at: .system())
        return .json(line(watch, feed, call.site), .created, headers: [.location: "\(path)/\(watch.id)"])
    }

    @Sendable private static func preview(_ call: APICall) async throws -> APIAnswer {
        let board = try board(call)
        let feeds = try await feeds(call, board)
        guard let json = call.body?["condition"] else { throw Problem(.unprocessableContent) }
        let condition = try condition(json, board.schema)
        let bound = try bound(condition, json, board.schema)
        let moment = Moment(now: .system(), zone: call.context.words.zone)
        let wanted = call.body?["limit"]?.number.map { Int($0) } ?? 20
        let found = try await call.site.store.preview(of: feeds, board.schema, limit: wanted) { try bound.matches($0, moment) }
        var line = JSONLine()
        line.add("text", condition.describe(board.schema))
        line.add("count", found.count)
        line.add("records", found.records.map { BoardsAPI.line($0, board.schema) })
        return .json(line)
    }

    @Sendable private static func one(_ call: APICall) async throws -> APIAnswer {
        .json(try await line(try await watch(call), call.site))
    }

    @Sendable private static func update(_ call: APICall) async throws -> APIAnswer {
        var watch = try await watch(call)
        try call.requireMatch(.json(try await line(watch, call.site)))
        let board = try call.site.board(watch.board)
        try watch.settings.take(call.body, board.schema)
        guard try await call.site.store.update(watch) else { throw Problem(.notFound, "There is no such watch.") }
        return .json(try await line(watch, call.site))
    }

    @Sendable private static func remove(_ call: APICall) async throws -> APIAnswer {
        let watch = try await watch(call)
        try call.requireMatch(.json(try await line(watch, call.site)))
        _ = try await call.site.store.remove(watch)
        return .nothing
    }

    /// The watch of the address, if it is the asker's: of others' nobody learns that they are there.
    private static func watch(_ call: APICall) async throws -> Watch {
        guard let watch = try await call.site.store.watch(Int64(call.integer("watch") ?? 0)), watch.person == (try call.person()).id else {
            throw Problem(.notFound, "There is no such watch.")
        }
        return watch
    }

    private static func board(_ call: APICall) throws -> Board {
        let name = call.body?["board"]?.text
        guard let board = call.site.boards.first(where: { $0.name == name }) else {
            let known = call.site.boards.map(\.name).joined(separator: ", ")
            throw Problem(.unprocessableContent, errors: [Misfit(place: "/board", detail: "there is no such board; there are \(known)")])
        }
        return board
    }

    /// The feeds that the body chooses.
    private static func feeds(_ call: APICall, _ board: Board) async throws -> [Feed] {
        let chosen = (call.body?["set"]?.members ?? []).map { ($0.name, $0.value.text) }
        return try await call.feeds(of: board, Dictionary(chosen) { _, last in last }, .unprocessableContent).feeds
    }

    fileprivate static func condition(_ json: JSONValue, _ schema: Schema) throws -> Condition {
        do throws(ConditionError) { return try Condition(json: json.text) } catch { throw problem(error, json) }
    }

    @discardableResult
    fileprivate static func bound(_ condition: Condition, _ json: JSONValue, _ schema: Schema) throws -> BoundCondition {
        do throws(ConditionError) { return try condition.bound(to: schema) } catch { throw problem(error, json) }
    }

    private static func problem(_ error: ConditionError, _ json: JSONValue) -> Problem {
        let misfit = Misfit(place: "/condition" + JSONSchema.pointer(to: error.place, in: json), detail: error.explanation)
        return Problem(.unprocessableContent, "\(error)", errors: [misfit])
    }

    private static func line(_ watch: Watch, _ site: Site) async throws -> JSONLine {
        line(watch, try await site.store.feed(watch.feed), site)
    }

    static func line(_ watch: Watch, _ feed: Feed?, _ site: Site) -> JSONLine {
        let board = site.boards.first { $0.name == watch.board }
        let schema = board?.schema ?? Schema(fields: [])
        let settings = watch.settings
        var line = JSONLine()
        line.add("id", Int(watch.id))
        line.add("board", watch.board)
        line.add("feed", Int(watch.feed))
        let chosen = feed.flatMap { board?.chosen(in: $0.binding) } ?? [:]
        if !chosen.isEmpty {
            var choice = JSONLine()
            for (name, value) in chosen.sorted(by: { $0.key < $1.key }) { choice.add(name, value) }
            line.add("set", choice)
        }
        line.add("condition", json: settings.condition.json)
        line.add("text", settings.condition.describe(schema))
        line.add("channels", settings.channels)
        if let quiet = settings.quietHours {
            line.add("quietHours", quiet.line)
        } else {
            line.add("quietHours", nil as String?)
        }
        line.add("digest", settings.digest.rawValue)
        line.add("dailyAt", settings.dailyAt?.description)
        line.add("isMuted", settings.isMuted)
        line.add("created", watch.created.description)
        return line
    }
}

extension Watch.Settings {
    /// Takes over what a body gives; what it does not name stays. Throws `Problem`.
    fileprivate mutating func take(_ body: JSONValue?, _ schema: Schema) throws {
        guard let body else { return }
        if let json = body["condition"] {
            condition = try WatchesAPI.condition(json, schema)
            try WatchesAPI.bound(condition, json, schema)
        }
        if let names = body["channels"] {
            var unique: [String] = []
            for name in names.elements.map(\.text) where !unique.contains(name) { unique.append(name) }
            channels = unique
        }
        if let hours = body["quietHours"] { quietHours = hours.kind == .null ? nil : try Self.quietHours(hours) }
        if let choice = body["digest"].flatMap({ Watch.Digest(rawValue: $0.text) }) { digest = choice }
        if let time = body["dailyAt"] { dailyAt = time.kind == .null ? nil : try Self.time(time, at: "/dailyAt") }
        if let flag = body["isMuted"]?.flag { isMuted = flag }
    }

    static func quietHours(_ hours: JSONValue) throws -> Watch.QuietHours {
        let zone = hours["zone"]?.text ?? ""
        guard TimeZone(identifier: zone) != nil else {
            throw misfit("/quietHours/zone", "there is no such time zone; Europe/Berlin is one")
        }
        return Watch.QuietHours(
            from: try time(hours["from"], at: "/quietHours/from"), to: try time(hours["to"], at: "/quietHours/to"), zone: zone)
    }

    static func time(_ value: JSONValue?, at pointer: String) throws -> TimeOfDay {
        guard let time = TimeOfDay(value?.text ?? "") else { throw misfit(pointer, "a time of day like 22:00 is wanted") }
        return time
    }

    static func misfit(_ pointer: String, _ detail: String) -> Problem {
        Problem(.unprocessableContent, detail, errors: [Misfit(place: pointer, detail: detail)])
    }
}
