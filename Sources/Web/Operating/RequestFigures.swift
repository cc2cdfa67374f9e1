import Hummingbird
import Logging
import Operating
import Serving

/// Counts and times every response by the pattern of its route, and logs each at `debug`.
///
/// The log line has the path as `LoggedPath` writes it: without the query, ticket links and other secrets.
struct RequestFigures: RouterMiddleware {
    let metrics: Metrics
    private let logger = Logger(label: "tidings.requests")

    init(_ metrics: Metrics) { self.metrics = metrics }

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        let began = ContinuousClock.now
        let response = try await next(request, context)
        let duration = began.duration(to: .now)
        let found = context.endpointPath.flatMap { $0 == "NotFound" ? nil : $0 }
        let route = found ?? "none"
        metrics.add(to: .requests, ("route", route), ("status", "\(response.status.code / 100)xx"))
        metrics.observe(duration, of: .requestDuration, ("route", route))
        logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(LoggedPath(request.uri.path, route: found))",
                "status": "\(response.status.code)", "milliseconds": "\(duration / .milliseconds(1))",
                "client": "\(context.client?.description ?? "-")",
            ])
        return response
    }
}
