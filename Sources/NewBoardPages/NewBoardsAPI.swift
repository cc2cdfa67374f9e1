import BoardPages
import Boards
import Discovery
import Drafting
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Operating
import Records
import Serving
import Watching

/// `/api/v1/lists` and `/api/v1/own-boards`: the possible boards of an address, and adding, sharing and removing boards.
struct NewBoardsAPI: Sendable {
    private let feature: NewBoardFeature

    private static let (lists, own) = ("/api/v1/lists", "/api/v1/own-boards")

    static func endpoints(_ feature: NewBoardFeature) -> [Endpoint] {
        guard feature.boards.own != nil else { return [] }
        let api = Self(feature: feature)
        return [
            Endpoint(
                .post, lists, "findLists", topic: BoardsAPI.topic,
                "Finds the lists at an address, or one value of a page, of which boards can be made",
                access: .people,
                body: .json(
                    .object([
                        .init("address", .text(1...NewBoardPage.addressLength), about: "Of a page, a feed or data."),
                        .init(
                            "value", .text(1...Pointing.saidLength), isRequired: false,
                            about: """
                                One value of a page, as the page shows it: a price, a state, a version, a date or a number in a sentence. \
                                Then the lists are the ways to read it, each with one row. A board finds it again by what is around it: \
                                its sentence, its label, the heading above or what the page calls it.
                                """),
                        .init(
                            "browser", .flag, isRequired: false,
                            about: "Whether a browser on the server opens the page, which is for pages that fill themselves by script."),
                    ])),
                outcomes: [.init("The lists, the best first", listsSchema)], problems: [.unprocessableContent, .serviceUnavailable],
                answer: api.find),
            Endpoint(
                .post, own, "addBoard", topic: BoardsAPI.topic, "Creates a board from a list or a value that was found",
                access: .people,
                body: .json(
                    .object([
                        .init("found", .integer(), about: "Of the answer with the lists, of which the last three of a person are kept."),
                        .init("list", .integer(), about: "Which of them, from 0."),
                        .init("title", .text(1...NewBoardPage.titleLength), isRequired: false, about: "Left out: the page's own."),
                    ])),
                outcomes: [.init(.created, "The board's name", .object([.init("name", .text())]))],
                problems: [.unprocessableContent, .conflict, .insufficientStorage], answer: api.add),
            Endpoint(
                .patch, "\(own)/{board}", "shareBoard", topic: BoardsAPI.topic, "Sets who sees a board that the person has added",
                access: .people, parameters: [BoardsAPI.board],
                body: .json(
                    .object([
                        .init(
                            "audience", .choice([Board.Audience.owner, .household].map(\.rawValue)),
                            about: "Only the person, or everyone who has an account. Making it private ends other people's watches on it.")
                    ])),
                outcomes: [.init(.noContent, "It applies from now on")], answer: api.share),
            Endpoint(
                .delete, "\(own)/{board}", "removeBoard", topic: BoardsAPI.topic,
                "Removes a board that was added here; what is stored of it stays", access: .people, parameters: [BoardsAPI.board],
                outcomes: [.init(.noContent, "It is gone")], problems: [.insufficientStorage], answer: api.remove),
        ]
    }

    private static let listsSchema = JSONSchema.object([
        .init("found", .integer(), about: "For `addBoard`."),
        .init(
            "lists",
            .list(
                .object([
                    .init("title", .text()), .init("rows", .integer(), about: "How many there are."),
                    .init("isText", .flag, about: "The page's text by paragraphs, and no list."),
                    .init("isValue", .flag, about: "One value, and no list."),
                    .init("around", .text(), isRequired: false, about: "Of a value that was asked for: the text around it on the page."),
                    .init("fields", .list(.named("Field"))),
                    .init("sample", .list(.map(.anything)), about: "The first rows."),
                    .init("notes", .list(.text()), about: "What is left out or read differently than it was found, in English."),
                ]))),
        .init("feeds", .list(.text()), about: "Addresses of feeds that the page names."),
        .init(
            "frames", .list(.text()),
            about: "Addresses of pages of the same site that the page shows inside itself. Their lists are found by looking there."),
    ])

    @Sendable private func find(_ call: APICall) async throws -> APIAnswer {
        let text = call.body?["address"]?.text.trimmingWhitespace() ?? ""
        guard let address = TypedAddress(text) else {
            throw APICall.misfit("address", "isn't a web address like https://example.org/list.pdf", .unprocessableContent)
        }
        let person = try call.person()
        do {
            let inBrowser = call.body?["browser"]?.flag == true
            let value = try Self.value(in: call.body)
            let look = try await feature.look(at: address, inBrowser: inBrowser, value: value, for: person, call.request.body)
            guard let found = look.found else { throw Self.refusal(of: look, isValue: value != nil) }
            return .json(Self.line(of: found))
        } catch let error as FetchError {
            let failure = SourceFailure(error, isBounded: person.isBounded)
            throw Refusal(.unprocessableContent, text: call.context.words.text(failure).asSentence)
        } catch is FairSemaphore.Refused {
            throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
        }
    }

    /// nil: the request is for lists.
    private static func value(in body: JSONValue?) throws -> String? {
        guard let value = body?["value"]?.text.trimmingWhitespace() else { return nil }
        guard !value.isEmpty else { throw APICall.misfit("value", "is empty", .unprocessableContent) }
        return value
    }

    private static func refusal(of look: NewBoardFeature.Look, isValue: Bool) -> any Error {
        let hint = look.mayNeedBrowser ? "; it has scripts: look again with browser: true" : ""
        func refusal(_ name: String, _ detail: String) -> any Error { APICall.misfit(name, "\(detail)\(hint)", .unprocessableContent) }
        guard isValue else { return refusal("address", "leads to nothing that a board could read") }
        guard look.isPage else { return refusal("address", "isn't an HTML page; leave 'value' out to see its lists") }
        guard look.places > 0 else { return refusal("value", "isn't shown on the page; copy it from there") }
        return refusal("value", "is on the page, but nothing around it tells it from other values there")
    }

    private static func line(of found: FoundLists) -> JSONLine {
        var line = JSONLine()
        line.add("found", found.number)
        line.add("lists", found.proposals.all.map(Self.line))
        line.add("feeds", found.proposals.alternates.map(\.address.absoluteString))
        line.add("frames", found.proposals.frames.map(\.address.absoluteString))
        return line
    }

    private static func line(of proposal: Proposals.Proposal) -> JSONLine {
        var line = JSONLine()
        line.add("title", proposal.draft.title)
        line.add("rows", proposal.rowCount)
        line.add("isText", proposal.isText)
        line.add("isValue", proposal.draft.isOne)
        if let around = proposal.around { line.add("around", around) }
        line.add("fields", proposal.schema.fields.map { BoardsAPI.line($0) })
        line.add("sample", proposal.rows.map { $0.json(proposal.schema) })
        line.add("notes", proposal.notes)
        return line
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let found = feature.shelf.found(Self.integer(call.body?["found"]), for: person.id) else {
            throw APICall.misfit("found", "is no longer kept; look again", .unprocessableContent)
        }
        guard var draft = found.draft(Self.integer(call.body?["list"])) else {
            throw APICall.misfit("list", "is none of the \(found.proposals.all.count) lists, counted from 0", .unprocessableContent)
        }
        guard person.mayHave(rows: found.rowCount(Self.integer(call.body?["list"]))) else {
            throw APICall.misfit("list", "has more rows than the \(OwnBoard.Limits.rows) of a member’s board", .unprocessableContent)
        }
        if let title = call.body?["title"]?.text.trimmingWhitespace(), !title.isEmpty { draft.title = title }
        let name = try await saving(call) {
            try await feature.add(draft.yaml, titled: draft.title, by: person, from: call.context)
        }
        var line = JSONLine()
        line.add("name", name)
        return .json(line, .created)
    }

    @Sendable private func share(_ call: APICall) async throws -> APIAnswer {
        let board = try feature.boards.board(call.text("board"))
        let isShared = call.body?["audience"]?.text == Board.Audience.household.rawValue
        try await feature.share(board, isShared, by: try call.person(), from: call.context)
        return .nothing
    }

    /// Administrators can remove even boards that they can't see.
    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        let isUnseen = person.role == .administrator && call.context.scopes?.contains(.admin) ?? true
        let name = call.text("board") ?? ""
        guard let board = try isUnseen ? feature.boards.evenHidden(name) : feature.boards.board(name) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        guard let own = feature.boards.own, own.has(board.name) else {
            throw Refusal(.notFound, text: "The board \(board.name) comes along with Tidings; it can be switched off in the settings.")
        }
        guard isUnseen || feature.boards.mayChange(board, person) else { throw Refusal.below(.administrator) }
        try await saving(call) { try await feature.remove(board.name, by: person, from: call.context) }
        return .nothing
    }

    private static func integer(_ value: JSONValue?) -> Int? { value?.number.map { Int(clamping: Int64(clamping: $0)) } }

    private func saving<Saved>(_ call: APICall, _ save: () async throws -> Saved) async throws -> Saved {
        do { return try await save() } catch let error as OwnBoards.Refusal {
            throw Refusal(error.status, text: call.context.words.sentence(for: error))
        }
    }
}
