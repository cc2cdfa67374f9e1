package import HTTPTypes
package import Hummingbird

/// An address of the app: who may use it, what may be sent to it, and what answers. A route without an access doesn't compile.
package struct Route: Sendable {
    /// What may be sent.
    package enum Body: Hashable, Sendable {
        /// A form, or what a kiosk sends: `Form.byteLimit`.
        case form
        /// So many bytes at most.
        case bytes(Int)
        /// A form that has a file, of so many bytes at most.
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
