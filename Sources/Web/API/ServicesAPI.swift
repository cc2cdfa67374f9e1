import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Records
import Serving
import Watching

/// `/api/v1/services…`: lists and calls the methods that boards register.
struct ServicesAPI: Sendable {
    let boards: KnownBoards

    private static let path = "/api/v1/services"
    private static let topic = "Services"

    static func endpoints(_ boards: KnownBoards) -> [Endpoint] {
        let api = Self(boards: boards)
        return [
            Endpoint(
                .get, path, "services", topic: topic, "The methods that boards register",
                outcomes: [.init("The methods", .object([.init("services", .list(.named("Method")))]))], answer: api.list),
            Endpoint(
                .get, "\(path)/{method}", "call", topic: topic, "Calls a method, with the query's parameters as its arguments",
                parameters: [
                    .path("method", .text(.init(lengths: 1...130, pattern: "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9_]*$")), "`contacts.detail`"),
                    .rest("arguments", "The method's parameters."),
                ],
                outcomes: [
                    .init(
                        "What the service answered",
                        .object([
                            .init("rows", .list(.map(.anything))),
                            .init("age", .optional(.integer()), about: "Age of a cached answer, in seconds."),
                        ]))
                ], problems: [.badGateway, .serviceUnavailable], answer: api.call),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("services", boards.all.flatMap(\.services).map(MethodResource.members.line))
        return .json(line)
    }

    @Sendable private func call(_ call: APICall) async throws -> APIAnswer {
        guard let name = call.text("method"), boards.all.contains(where: { $0.services.contains { $0.name == name } }) else {
            throw Refusal(.notFound, text: "There is no such method.")
        }
        let answer: ServiceAnswer
        do {
            answer = try await call.request.body.whileClientWaits {
                try await boards.services.call(name, call.rest, for: "api")
            }
        } catch let error as ServiceError {
            throw try Self.shown(error)
        }
        var line = JSONLine()
        line.add("rows", answer.json)
        line.add("age", answer.age)
        return .json(line, headers: [.connection: "close"])
    }

    /// The status tells whose fault it is. The client of a cancelled call has left and gets no answer.
    private static func shown(_ error: ServiceError) throws -> Refusal {
        switch error.code {
        case .badUse: Refusal(.badRequest, text: "\(error)")
        case .notFound: Refusal(.notFound, text: "\(error)")
        case .source: Refusal(.badGateway, text: "\(error)")
        case .secret: Refusal(.serviceUnavailable, text: "\(error)")
        case .ours: throw error
        case .cancelled: throw CancellationError()
        }
    }
}
