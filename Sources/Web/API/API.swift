import BoardPages
import Boards
import Following
import HTTPTypes
import Hummingbird
import MediaPages
import QueuePages
import ReaderPages
import Records
import Serving
import Synchronization

/// The whole API: its endpoints, and the routes, access rules, limits and OpenAPI document derived from them.
struct API: Sendable {
    private let assets: AssetLibrary
    let endpoints: [Endpoint]
    /// The schemas that request bodies are validated against.
    private let componentsByName: [String: JSONSchema]
    private let boards: BoardRegistry
    private let document = Document()

    /// The OpenAPI document, rebuilt on request if the boards have changed since the last build.
    private final class Document: Sendable {
        private let made = Mutex<(version: Int, answer: APIAnswer)?>(nil)

        func answer(of version: Int, _ make: () -> APIAnswer) -> APIAnswer {
            made.withLock { made in
                if let made, made.version == version { return made.answer }
                let answer = make()
                made = (version, answer)
                return answer
            }
        }
    }

    var components: [(name: String, schema: JSONSchema)] { Self.components(for: boards.current.all) }

    /// The access rule of each path, including the API page's.
    var access: [(path: String, access: Access)] {
        var access: [String: Access] = ["/api": .anyone]
        for endpoint in endpoints { access[endpoint.path] = endpoint.access }
        return access.map { ($0.key, $0.value) }
    }

    /// The body limit of each path that accepts a body.
    var bodyLimits: [(path: String, bytes: Int)] {
        endpoints.compactMap { endpoint in endpoint.body.flatMap { $0.isUpload ? nil : (endpoint.path, $0.byteLimit) } }
    }

    /// The size limit of each path that accepts a file.
    var uploads: [(path: String, bytes: Int)] {
        endpoints.compactMap { endpoint in endpoint.body.flatMap { $0.isUpload ? (endpoint.path, $0.byteLimit) : nil } }
    }

    /// `described`: all endpoints except that of the OpenAPI document itself.
    init(_ described: [Endpoint], boards: BoardRegistry, assets: AssetLibrary) {
        self.assets = assets
        self.boards = boards
        componentsByName = Dictionary(Self.common.map { ($0.name, $0.schema) }) { first, _ in first }
        endpoints =
            described
            + [
                Self.documentation { [document] _ in
                    let boards = boards.current
                    return document.answer(of: boards.version) {
                        let endpoints = described + [Self.documentation { _ in .nothing }]
                        // The same schemas for every reader, so only boards visible to strangers contribute.
                        let components = Self.components(for: boards.all.filter { $0.isVisible(to: nil) })
                        return .json(OpenAPIDocument(endpoints: endpoints, components: components).json)
                    }
                }
            ]
    }

    /// Adds a route for each endpoint.
    func addRoutes(to router: Router<PageContext>) {
        router.get("/api") { _, context in .page(APIPage.page(self, context.reader, assets: assets.prefix)) as Response }
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { try await answer(endpoint, $0, $1) }
        }
    }

    /// The methods that an API path accepts; empty if there is no such path.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        // Like the router, prefers a path without parameters.
        let matching = endpoints.filter { $0.matches(segments) }
        let exact = matching.filter { !$0.path.contains("{") }
        var methods = (exact.isEmpty ? matching : exact).map(\.method)
        guard !methods.isEmpty else { return [] }
        if methods.contains(.get) { methods.append(.head) }
        return methods + [.options]
    }

    private func answer(_ endpoint: Endpoint, _ request: Request, _ context: PageContext) async throws -> Response {
        if endpoint.method != .get, !request.isFromOurPages() { throw Refusal(.forbidden, text: "This was sent from another site.") }
        let types = Set(endpoint.outcomes.map(\.type))
        guard types.contains(where: request.accepts) else { throw Refusal(.notAcceptable) }
        let call = try await APICall(request, context, of: endpoint, componentsByName)
        let answer = try await endpoint.answer(call)
        return answer.response(to: request)
    }

    private static func documentation(_ answer: @escaping @Sendable (APICall) async throws -> APIAnswer) -> Endpoint {
        Endpoint(
            .get, "/api/openapi.json", "openapi", topic: "Server", "This description of the API", access: .anyone,
            outcomes: [.init("An OpenAPI 3.1 document", .map(.anything))], answer: answer)
    }
}

/// Answers what the router can't: which methods an API path accepts.
struct APIMethods: RouterMiddleware {
    let api: API

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        guard request.uri.path.hasPrefix("/api/") else { return try await next(request, context) }
        let methods = api.methods(at: request.uri.path)
        guard !methods.isEmpty, !methods.contains(request.method) || request.method == .options else {
            return try await next(request, context)
        }
        let allow: HTTPFields = [.allow: methods.map(\.rawValue).joined(separator: ", ")]
        if request.method == .options { return Response(status: .noContent, headers: allow) }
        throw Refusal(.methodNotAllowed, text: "This takes \(methods.map(\.rawValue).joined(separator: ", ")).", headers: allow)
    }
}
