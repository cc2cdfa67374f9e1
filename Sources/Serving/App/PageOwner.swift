package import HTTPTypes
package import Hummingbird
import Records

/// Tells the service worker whose page it may store, so that one person's stored page is never shown to another.
package struct PageOwner: RouterMiddleware {
    package init() {}

    package static let header = HTTPField.Name("Tidings-Person")!

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        if response.headers[.contentType]?.hasPrefix("text/html") == true {
            response.headers[Self.header] = context.person.map { String($0.id) } ?? "nobody"
        }
        return response
    }
}
