import BoardPages
import Boards
import Drafting
import Hummingbird
import JSONReading
import Localisation
import Operating
import Records
import Serving

/// `/api/v1/board-imports`: the watches in another program's file, and the boards made from them.
struct ImportsAPI: Sendable {
    private let feature: NewBoardFeature

    private static let path = "/api/v1/board-imports"

    static func endpoints(_ feature: NewBoardFeature) -> [Endpoint] {
        guard feature.boards.own != nil else { return [] }
        let api = Self(feature: feature)
        return [
            Endpoint(
                .post, path, "readImport", topic: BoardsAPI.topic, "Reads what another program watches; nothing is added yet",
                access: .administrators,
                body: .init(schema: nil, types: ["application/octet-stream"], byteLimit: WatchImport.byteLimit, isUpload: true),
                outcomes: [.init("What is in the file, in its order", foundSchema)],
                problems: [.unprocessableContent, .serviceUnavailable], answer: api.read),
            Endpoint(
                .post, "\(path)/{import}", "takeImport", topic: BoardsAPI.topic, "Creates boards from what was read",
                access: .administrators,
                parameters: [
                    .path(
                        "import", .integer(), "From the answer with the file's contents; kept until it is used or another file is read."
                    )
                ],
                body: .json(
                    .object([.init("watches", .list(.integer()), about: "Which of them, from 0; none that has a `refusal`.")])),
                outcomes: [
                    .init(
                        .created, "The boards that were made",
                        .object([
                            .init("boards", .list(.object([.init("watch", .integer()), .init("name", .text())]))),
                            .init("missed", .list(.text()), about: "Titles of those for which there is no room."),
                        ]))
                ], problems: [.unprocessableContent, .insufficientStorage], answer: api.take),
        ]
    }

    private static let foundSchema = JSONSchema.object([
        .init("import", .integer(), about: "For `takeImport`."),
        .init("source", .choice(["changedetection", "urlwatch", "opml", "list", "tidings"])),
        .init(
            "watches",
            .list(
                .object([
                    .init("title", .text()), .init("address", .text()), .init("every", .integer(), about: "Seconds."),
                    .init("folders", .list(.text())),
                    .init("watched", .choice(ImportedWatch.Subject.allCases.map(\.rawValue)), about: "What of the document becomes rows."),
                    .init("refusal", .text(), isRequired: false, about: "Why it can't be carried over; left out: it can."),
                    .init("remarks", .list(.text()), about: "What isn't carried over, or differs."),
                    .init("offered", .flag, about: "It can be taken over as it is."),
                ]))),
        .init("surplus", .integer(), about: "How many more are in the file."),
    ])

    @Sendable private func read(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let file = call.context.upload else { throw Refusal(.badRequest) }
        let words = call.context.words
        do {
            let found = try await feature.found(in: file, for: person)
            var line = JSONLine()
            line.add("import", found.number)
            line.add("source", found.file.source.rawValue)
            line.add("watches", found.file.watches.indices.map { Self.line($0, of: found, words) })
            line.add("surplus", found.file.surplus)
            return .json(line)
        } catch let fault as WatchImport.Fault {
            throw Refusal(.unprocessableContent, text: words.sentence(for: fault))
        } catch is FairSemaphore.Refused {
            throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
        }
    }

    private static func line(_ place: Int, of found: FoundImport, _ words: Words) -> JSONLine {
        let watch = found.file.watches[place]
        var line = JSONLine()
        line.add("title", watch.title)
        line.add("address", watch.address)
        line.add("every", watch.every)
        line.add("folders", watch.folders)
        line.add("watched", watch.subject.rawValue)
        if let refusal = watch.refusal { line.add("refusal", words.sentence(for: refusal)) }
        var remarks = watch.remarks.map { words.sentence(for: $0) }
        if let twin = found.twins[place] { remarks.append(words("You already have a board for this address: “\(twin)”.")) }
        line.add("remarks", remarks)
        line.add("offered", found.isOffered(place))
        return line
    }

    @Sendable private func take(_ call: APICall) async throws -> APIAnswer {
        let (person, number) = (try call.person(), call.integer("import"))
        let gone = Refusal(.notFound, text: "This file is no longer kept; read it again.")
        guard let found = feature.imports.found(number, for: person.id) else { throw gone }
        let places = (call.body?["watches"]?.elements ?? []).map { $0.number.map { Int(clamping: Int64(clamping: $0)) } ?? -1 }
        guard !places.isEmpty, Set(places).count == places.count,
            places.allSatisfy({ found.file.watches.indices.contains($0) && found.file.watches[$0].file != nil })
        else { throw APICall.misfit("watches", "has to name, each once, some of those that can be carried over", .unprocessableContent) }
        guard let found = feature.imports.take(number, for: person.id) else { throw gone }
        let result = try await feature.take(found, places, by: person, from: call.context)
        if result.made.isEmpty, let reason = result.reason {
            throw Refusal(.insufficientStorage, text: call.context.words.sentence(for: reason))
        }
        var line = JSONLine()
        line.add(
            "boards",
            result.made.map { board -> JSONLine in
                var line = JSONLine()
                line.add("watch", board.place)
                line.add("name", board.name)
                return line
            })
        line.add("missed", result.missed)
        return .json(line, .created)
    }
}
