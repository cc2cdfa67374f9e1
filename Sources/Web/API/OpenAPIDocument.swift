import HTTPTypes
import Hummingbird
import Records
import Serving

/// The description of the API for programs, OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0), made from the endpoints.
struct OpenAPIDocument: Sendable {
    let endpoints: [Endpoint]
    /// In display order, with their names.
    let components: [(name: String, schema: JSONSchema)]

    var json: JSONLine {
        var line = JSONLine()
        line.add("openapi", "3.1.0")
        var info = JSONLine()
        info.add("title", "Tidings")
        info.add("version", "1")
        info.add(
            "description",
            "What is published, what has changed, and notices of it. Errors are problems (RFC 9457), lists have pages (Link, RFC 8288).")
        line.add("info", info)
        line.add("servers", [Self.server])
        line.add("security", [Self.requirement("token"), Self.requirement("session")])
        line.add(
            "tags",
            topics.map { topic in
                var line = JSONLine()
                line.add("name", topic)
                return line
            })
        line.add("paths", paths)
        line.add("components", parts)
        return line
    }

    /// In the order of the endpoints.
    var topics: [String] {
        var topics: [String] = []
        for endpoint in endpoints where !topics.contains(endpoint.topic) { topics.append(endpoint.topic) }
        return topics
    }

    private static var server: JSONLine {
        var line = JSONLine()
        line.add("url", BasePath.address("/"))
        return line
    }

    private static func requirement(_ scheme: String) -> JSONLine {
        var line = JSONLine()
        line.add(scheme, [String]())
        return line
    }

    private var paths: JSONLine {
        var paths = JSONLine()
        var done: Set<String> = []
        for endpoint in endpoints where done.insert(endpoint.path).inserted {
            var methods = JSONLine()
            for other in endpoints where other.path == endpoint.path { methods.add(other.method.rawValue.lowercased(), operation(other)) }
            paths.add(endpoint.path, methods)
        }
        return paths
    }

    private func operation(_ endpoint: Endpoint) -> JSONLine {
        var line = JSONLine()
        line.add("operationId", endpoint.name)
        line.add("summary", endpoint.summary)
        line.add("tags", [endpoint.topic])
        if endpoint.access == .anyone || endpoint.access == .readers {
            line.add("security", [Self.requirement("token"), Self.requirement("session"), JSONLine()])
        }
        let parameters = endpoint.parameters.map(parameter) + (endpoint.isConditional ? [Self.ifMatch] : [])
        if !parameters.isEmpty { line.add("parameters", parameters) }
        if let body = endpoint.body {
            var request = JSONLine()
            request.add("required", true)
            var content = JSONLine()
            for type in body.types { content.add(type, Self.media(body.schema)) }
            request.add("content", content)
            line.add("requestBody", request)
        }
        var answers = JSONLine()
        for outcome in endpoint.outcomes { answers.add(String(outcome.status.code), answer(outcome, of: endpoint)) }
        for status in endpoint.problemStatuses { answers.add(String(status.code), Self.problem(status)) }
        line.add("responses", answers)
        return line
    }

    private func parameter(_ parameter: Endpoint.Parameter) -> JSONLine {
        var line = JSONLine()
        line.add("name", parameter.name)
        line.add("in", [.path, .header].contains(parameter.place) ? parameter.place.rawValue : "query")
        line.add("description", parameter.about)
        line.add("required", parameter.isRequired)
        if parameter.place == .rest || parameter.place == .choice {
            line.add("style", "form")
            line.add("explode", true)
        }
        var schema = parameter.schema.json
        if parameter.place == .choice { schema.add("propertyNames", json: #"{"pattern":"^set\\."}"#) }
        line.add("schema", schema)
        return line
    }

    private static var ifMatch: JSONLine {
        var line = JSONLine()
        line.add("name", "If-Match")
        line.add("in", "header")
        line.add("description", "The ETag of what was read: if it has changed since, nothing is done.")
        line.add("required", false)
        line.add("schema", JSONSchema.text().json)
        return line
    }

    private func answer(_ outcome: Endpoint.Outcome, of endpoint: Endpoint) -> JSONLine {
        var line = JSONLine()
        line.add("description", outcome.about)
        if outcome.status.code != 204 {
            var content = JSONLine()
            content.add(outcome.type, Self.media(outcome.schema))
            line.add("content", content)
        }
        return line
    }

    private static func media(_ schema: JSONSchema?) -> JSONLine {
        var line = JSONLine()
        if let schema { line.add("schema", schema.json) }
        return line
    }

    private static func problem(_ status: HTTPResponse.Status) -> JSONLine {
        var line = JSONLine()
        line.add("description", Problem(status).title)
        var content = JSONLine()
        content.add("application/problem+json", media(.named("Problem")))
        line.add("content", content)
        return line
    }

    private var parts: JSONLine {
        var schemas = JSONLine()
        for component in components { schemas.add(component.name, component.schema.json) }
        var token = JSONLine()
        token.add("type", "http")
        token.add("scheme", "bearer")
        var session = JSONLine()
        session.add("type", "apiKey")
        session.add("in", "cookie")
        session.add("name", "tidings_session")
        session.add(
            "description", "The session of a signed-in browser. At an address with a port, browsers have it as tidings_session_8081.")
        var schemes = JSONLine()
        schemes.add("token", token)
        schemes.add("session", session)
        var line = JSONLine()
        line.add("schemas", schemas)
        line.add("securitySchemes", schemes)
        return line
    }
}
