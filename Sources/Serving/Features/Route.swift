package import HTTPTypes
package import Hummingbird

/// A route of the app: its access rule, its body limit and its handler. A route without an access rule doesn't compile.
package struct Route: Sendable {
    /// What a request may contain.
    package enum Body: Hashable, Sendable {
        /// A form, or a kiosk's request, up to `Form.byteLimit`.
        case form
        /// Up to this many bytes.
        case bytes(Int)
        /// A form with a file of up to this many bytes.
        case formWithFile(Int)
    }

    package typealias Handler = @Sendable (Request, PageContext) async throws -> Response

    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
    package let body: Body
    package let handler: Handler

    package init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, body: Body = .form, _ handler: @escaping Handler) {
        (self.method, self.path, self.access, self.body, self.handler) = (method, path, access, body, handler)
    }

    package static func get(_ path: String, _ access: Access, _ handler: @escaping Handler) -> Route {
        Route(.get, path, access, handler)
    }

    package static func post(_ path: String, _ access: Access, body: Body = .form, _ handler: @escaping Handler) -> Route {
        Route(.post, path, access, body: body, handler)
    }

    package static func delete(_ path: String, _ access: Access, _ handler: @escaping Handler) -> Route {
        Route(.delete, path, access, handler)
    }
}
