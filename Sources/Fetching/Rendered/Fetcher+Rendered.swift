import Foundation

extension Fetcher {
    /// The answer is the browser's page; the cache and validators don't apply.
    func openRendered(_ request: Request, _ order: RenderOrder) async throws -> OpenResponse {
        let shown = request.url.absoluteString
        guard let renderer = configuration.renderer else {
            throw FetchError(.browser(.absent), at: shown, "needs a browser, and none is installed; apt install chromium-headless-shell")
        }
        _ = try await addresses.check(WebAddress(shown).url, listedToo: request.reachesListed)
        let page = try await renderer.page(of: request, waitingFor: order, by: self)
        guard page.html.count <= request.bodyLimit else {
            throw FetchError(.tooLarge, at: shown, "has \(page.html.count) bytes; \(request.bodyLimit) are allowed")
        }
        var head = ResponseHead(
            url: page.address, status: 200, headers: [("content-type", "text/html; charset=utf-8")], expectedBytes: page.html.count)
        (head.refusals, head.obstacle) = (page.refusals, page.obstacle)
        let pieces = PiecesOfPage(page.html)
        return OpenResponse(head: head) { pieces.next() }
    }

    /// Runs `work` when a request to the host is admitted, like any request.
    package func inLine<Result: Sendable>(_ request: Request, _ work: @Sendable () async throws -> Result) async throws -> Result {
        guard request.waitsInLine else { return try await work() }
        let ticket = try await line.enter(request.url, request.priority)
        defer { line.leave(ticket) }
        return try await work()
    }
}
