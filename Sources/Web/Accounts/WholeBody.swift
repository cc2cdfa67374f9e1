import HTTPTypes
import Hummingbird

/// Reads what is sent with a request before anything is decided about it.
///
/// A body comes as slowly as its sender likes. If who asks and what they may do were decided before, they could be shut out in the meantime and still
/// have their way. Handlers find the body in memory: none of them can decide first and read later. A route whose body is larger than a form declares
/// that (`Routes.bodyLimits`); a stranger's is never larger than a form. What is sent with a GET is read too, and nothing depends on it: an answer
/// that ends when its client leaves (`whileClientWaits`) needs the end of its request.
struct WholeBody: RouterMiddleware {
    /// Bytes of a form, and of what a kiosk sends.
    static let formLimit = 32 << 10

    let identification: Identification
    private let limits: [String: Int]

    init(identification: Identification, limits: [(path: String, bytes: Int)]) {
        self.identification = identification
        self.limits = Dictionary(limits.map { (RouterPath($0.path).description, $0.bytes) }, uniquingKeysWith: max)
    }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        guard let path = context.endpointPath else { return try await next(request, context) }
        var request = request
        let limit = try await limit(of: path, request, context)
        do { _ = try await request.collectBody(upTo: limit) } catch let error as any HTTPResponseError
            where error.status == .contentTooLarge
        {
            throw Problem(.contentTooLarge, "This takes \(limit) bytes at most.")
        }
        return try await next(request, context)
    }

    private func limit(of path: String, _ request: Request, _ context: PageContext) async throws -> Int {
        guard let declared = limits[path], declared > Self.formLimit else { return Self.formLimit }
        let said = request.headers[.contentLength].flatMap { Int($0) }
        if let said, said <= Self.formLimit { return declared }
        return try await identification.knows(request, context) ? declared : Self.formLimit
    }
}

extension HTTPRequest.Method {
    /// Whether a request by this method may change something, by RFC 9110, section 9.2.1.
    var mayChange: Bool { ![.get, .head, .options].contains(self) }
}
