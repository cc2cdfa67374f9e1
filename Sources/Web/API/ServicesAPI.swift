import Boards
import HTTPTypes
import Hummingbird
import Records
import Watching

/// `/api/v1/services…`: the methods that boards register, and calling them.
struct ServicesAPI: Sendable {
    private let site: Site

    init(_ site: Site) { self.site = site }

    func list() -> Response {
        let methods = site.services.methods.map { method in
            var line = JSONLine()
            line.add("name", method.name)
            line.add("about", method.about)
            line.add("parameters", method.parameters.map(Self.line))
            return line
        }
        var answer = JSONLine()
        answer.add("services", methods)
        return .json(answer.closed)
    }

    /// The query's names and values are the arguments. `{"rows": […], "age": …}`, the age in seconds where the answer was kept.
    func call(_ name: String?, for request: Request) async throws -> Response {
        guard let name, site.services.methods.contains(where: { $0.name == name }) else {
            throw HTTPError(.notFound, message: "There is no such method.")
        }
        var arguments: [String: String] = [:]
        for (key, value) in request.uri.queryParameters {
            guard arguments.updateValue(String(value), forKey: String(key)) == nil else {
                throw HTTPError(.badRequest, message: "parameter '\(key)' is given twice")
            }
        }
        let answer: ServiceAnswer
        do {
            answer = try await request.body.consumeWithCancellationOnInboundClose { [arguments] _ in
                try await site.services.call(name, arguments, for: "api")
            }
        } catch let error as ServiceError {
            throw try Self.shown(error)
        }
        var line = JSONLine()
        line.add("rows", answer.json)
        line.add("age", answer.age)
        return .json(line.closed)
    }

    private static func line(_ parameter: Parameter) -> JSONLine {
        var line = JSONLine()
        line.add("name", parameter.name)
        line.add("type", parameter.field.kind.rawValue)
        line.add("label", parameter.field.label)
        if let hint = parameter.field.hint { line.add("hint", hint) }
        line.add("required", parameter.isRequired)
        if let standard = parameter.standard { line.add("default", standard) }
        if !parameter.choices.isEmpty { line.add("choices", parameter.choices) }
        return line
    }

    /// Whose fault it was, as a status. A cancelled call has nobody left to tell.
    private static func shown(_ error: ServiceError) throws -> HTTPError {
        let status: HTTPResponse.Status =
            switch error.code {
            case .badUse: .badRequest
            case .notFound: .notFound
            case .source: .badGateway
            case .secret: .serviceUnavailable
            case .ours: .internalServerError
            case .cancelled: throw CancellationError()
            }
        return HTTPError(status, message: "\(error)")
    }
}
