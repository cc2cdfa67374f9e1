import Hummingbird
import Records
import Storage

/// Everybody who asks is the one person of this installation, as long as there are no accounts.
struct LocalPerson: RouterMiddleware {
    let store: Store

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        var context = context
        context.person = try await store.person(named: "owner", at: .system())
        return try await next(request, context)
    }
}
