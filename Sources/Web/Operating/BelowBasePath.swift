import HTTPTypes
import Hummingbird
import Serving

/// Removes the base path from request paths, and adds it to the paths in response headers.
///
/// A request without it is accepted too: some proxies remove it themselves, and operators call the server directly.
struct BelowBasePath<Inner: HTTPResponder>: HTTPResponder {
    let base: String
    let inner: Inner

    func respond(to request: Request, context: Inner.Context) async throws -> Response {
        guard !base.isEmpty else { return try await inner.respond(to: request, context: context) }
        var head = request.head
        if let path = head.path, path.hasPrefix(base) {
            let rest = path.dropFirst(base.count)
            if rest.isEmpty || rest.hasPrefix("?") {
                return Response(status: .permanentRedirect, headers: [.location: "\(base)/\(rest)"])
            }
            if rest.hasPrefix("/") { head.path = String(rest) }
        }
        var response = try await inner.respond(to: Request(head: head, body: request.body), context: context)
        for name in [HTTPField.Name.location, .contentLocation, HTTPField.Name("Service-Worker-Allowed")!] {
            if let address = response.headers[name] { response.headers[name] = BasePath.address(address) }
        }
        let cookies = response.headers[values: .setCookie]
        if !cookies.isEmpty { response.headers[values: .setCookie] = cookies.map { $0.replacing("Path=/", with: "Path=\(base)/") } }
        let links = response.headers[values: HTTPField.Name("Link")!]
        if !links.isEmpty { response.headers[values: HTTPField.Name("Link")!] = links.map { $0.replacing("</", with: "<\(base)/") } }
        return response
    }
}
