import Hummingbird
import Logging
import Operating

/// Counts and times every answer by the pattern of its route, and writes a line of each to the log, at `debug`.
///
/// The line has the path and not the query: what people ask for is theirs. Of an address that is a secret it has the pattern.
struct RequestFigures: RouterMiddleware {
    let metrics: Metrics
    private let logger = Logger(label: "tidings.requests")
    private static let secretParts = ["{secret}", "{code}", "{token}"]

    init(_ metrics: Metrics) { self.metrics = metrics }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        let began = ContinuousClock.now
        let response = try await next(request, context)
        let duration = began.duration(to: .now)
        let route = context.endpointPath.map { $0 == "NotFound" ? "none" : $0 } ?? "none"
        metrics.add(to: .requests, ("route", route), ("status", "\(response.status.code / 100)xx"))
        metrics.observe(duration, of: .requestDuration, ("route", route))
        let isSecret = Self.secretParts.contains { route.contains($0) }
        logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(isSecret ? route : request.uri.path)",
                "status": "\(response.status.code)", "milliseconds": "\(duration / .milliseconds(1))",
                "client": "\(context.client?.description ?? "-")",
            ])
        return response
    }
}
