package import HTTPTypes
import Hummingbird
package import Records

/// One path and method of the API, declared once: it gives the router its route and the OpenAPI document its operation, and requests are
/// checked against it before the handler runs.
package struct Endpoint: Sendable {
    /// The prefix of parameters of `Place.choice`.
    package static let choiceMark = "set."

    package struct Parameter: Sendable {
        package enum Place: String, Sendable {
            case path, query
            /// Every undeclared name of the query.
            case rest
            /// Query names that begin with `set.`: a board's parameters.
            case choice
            /// Read by the handler.
            case header
        }

        package let name: String
        package let place: Place
        package let schema: JSONSchema
        package let about: String
        package var isRequired = false

        package static func path(_ name: String, _ schema: JSONSchema, _ about: String) -> Self {
            Self(name: name, place: .path, schema: schema, about: about, isRequired: true)
        }
        package static func query(_ name: String, _ schema: JSONSchema, _ about: String, isRequired: Bool = false) -> Self {
            Self(name: name, place: .query, schema: schema, about: about, isRequired: isRequired)
        }
        package static func header(_ name: String, _ schema: JSONSchema, _ about: String) -> Self {
            Self(name: name, place: .header, schema: schema, about: about)
        }
        package static func rest(_ name: String, _ about: String) -> Self {
            Self(name: name, place: .rest, schema: .map(.text()), about: about)
        }
        package static let choice = Self(
            name: "set", place: .choice, schema: .map(.text(0...1000)),
            about: "Values of the board's parameters, each with set. before its name: set.product=2. The others have their defaults.")
    }

    /// The body of a request.
    package struct Body: Sendable {
        /// nil: not JSON; the handler reads it.
        package let schema: JSONSchema?
        package var types = ["application/json"]
        package var byteLimit = 64 << 10
        /// A file, which is written to disk (`PageContext.upload`).
        package var isUpload = false

        package init(schema: JSONSchema?, types: [String] = ["application/json"], byteLimit: Int = 64 << 10, isUpload: Bool = false) {
            self.schema = schema
            self.types = types
            self.byteLimit = byteLimit
            self.isUpload = isUpload
        }

        package static func json(_ schema: JSONSchema) -> Self { Self(schema: schema) }
    }

    /// A successful response; the problems follow from the rest of the declaration.
    package struct Outcome: Sendable {
        package let status: HTTPResponse.Status
        package let about: String
        package let schema: JSONSchema?
        package var type = "application/json"

        package init(_ about: String, _ schema: JSONSchema? = nil, type: String = "application/json") {
            self.init(.ok, about, schema, type: type)
        }

        package init(_ status: HTTPResponse.Status, _ about: String, _ schema: JSONSchema? = nil, type: String = "application/json") {
            self.status = status
            self.about = about
            self.schema = schema
            self.type = type
        }
    }

    package let method: HTTPRequest.Method
    /// With parameters in braces: `/api/v1/boards/{board}`.
    package let path: String
    /// Unique, such as `boardRecords`.
    package let name: String
    /// The heading of its documentation.
    package let topic: String
    /// Its purpose, in one sentence.
    package let summary: String
    /// Tokens also need the right scope (`AccessControl`).
    package let access: Access
    package let parameters: [Parameter]
    package let body: Body?
    package let outcomes: [Outcome]
    /// Statuses of problems that don't follow from the declaration.
    package let problems: [HTTPResponse.Status]
    /// Accepts If-Match.
    package let isConditional: Bool
    package let answer: @Sendable (APICall) async throws -> APIAnswer

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, topic: String, _ summary: String, access: Access = .people,
        parameters: [Parameter] = [], body: Body? = nil, outcomes: [Outcome], problems: [HTTPResponse.Status] = [],
        isConditional: Bool = false, answer: @escaping @Sendable (APICall) async throws -> APIAnswer
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.topic = topic
        self.summary = summary
        self.access = access
        self.parameters = parameters
        self.body = body
        self.outcomes = outcomes
        self.problems = problems
        self.isConditional = isConditional
        self.answer = answer
    }

    /// The statuses of its problems, in order.
    package var problemStatuses: [HTTPResponse.Status] {
        var statuses: Set<Int> = [400, 401, 403, 406, 429, 500]
        if parameters.contains(where: { $0.place == .path }) { statuses.insert(404) }
        if let body {
            statuses.formUnion([413, 415])
            if body.schema != nil { statuses.insert(422) }
        }
        if isConditional { statuses.insert(412) }
        statuses.formUnion(problems.map(\.code))
        return statuses.sorted().map { HTTPResponse.Status(code: $0) }
    }

    /// Whether a path, split at its slashes, matches this endpoint.
    package func matches(_ segments: [Substring]) -> Bool {
        let wanted = path.split(separator: "/")
        return wanted.count == segments.count && zip(wanted, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
}

/// A handler's response: JSON by default. The ETag and the handling of If-None-Match are added later.
package struct APIAnswer: Sendable {
    package var status = HTTPResponse.Status.ok
    package var text: String?
    package var type = "application/json"
    package var headers: HTTPFields = [:]

    package init(status: HTTPResponse.Status = .ok, text: String? = nil, type: String = "application/json", headers: HTTPFields = [:]) {
        self.status = status
        self.text = text
        self.type = type
        self.headers = headers
    }

    package static func json(_ line: JSONLine, _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Self {
        Self(status: status, text: line.closed, headers: headers)
    }

    package static let nothing = Self(status: .noContent)

    /// A strong tag: it differs whenever the bytes differ.
    package var etag: String? { text.map { #""\#(Fingerprint($0))""# } }
}
