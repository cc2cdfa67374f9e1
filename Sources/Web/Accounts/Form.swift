import HTTPTypes
import Hummingbird
import Localisation
import NIOCore

/// What a form of ours sends: the fields by name, within bounds.
struct Form: Sendable {
    private static let byteLimit = 16 << 10
    private let fields: [String: String]

    init(_ request: Request) async throws {
        guard request.isFromOurPages() else { throw HTTPError(.forbidden, message: "This form was sent from another site.") }
        let body = try await request.body.collect(upTo: Self.byteLimit)
        guard let fields = try? URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body)) else {
            throw HTTPError(.badRequest, message: "This form cannot be read.")
        }
        self.fields = fields
    }

    /// Empty if it is not there.
    subscript(name: String) -> String { fields[name] ?? "" }
}

extension Response {
    /// After a form: on to a page.
    static func on(to path: String) -> Response { Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"]) }
}

extension HTTPError {
    /// Too fast: how long to wait, in whole seconds.
    static func tooMany(_ wait: Duration, _ context: PageContext) -> HTTPError {
        let seconds = max(1, Int((wait.components.seconds)) + 1)
        return HTTPError(
            .tooManyRequests, headers: [.retryAfter: "\(seconds)"],
            message: context.words("Too many attempts. Try again in \(seconds) seconds."))
    }
}
