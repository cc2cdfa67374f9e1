package import HTTPTypes
package import Hummingbird
package import Localisation
import Records

/// A refusal as a response for programs: RFC 9457.
///
/// A problem's type links to the page `/api`, which explains it. Detail and errors contain no secret.
package struct Problem: Sendable {
    package let status: HTTPResponse.Status
    /// One sentence about this case; nil: the kind is explanation enough.
    package let detail: String?
    /// The errors of the body or of a parameter.
    package var errors: [Misfit] = []
    /// Headers of this response only: Allow, Retry-After.
    package var headers: HTTPFields = [:]

    package init(_ status: HTTPResponse.Status, _ detail: String? = nil, errors: [Misfit] = [], headers: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.errors = errors
        self.headers = headers
    }

    package init(_ refusal: Refusal, _ words: Words) {
        self.init(refusal.status, refusal.sentence(words), errors: refusal.errors, headers: refusal.headers)
    }

    /// A kind of problem, one for each status in use.
    package struct Kind: Sendable {
        package let status: HTTPResponse.Status
        /// The fragment of its type URI.
        package let name: String
        package let title: String
        /// What the client can do about it, for the page.
        package let about: String
    }

    package static let kinds = [
        Kind(
            status: .badRequest, name: "unreadable", title: "The request cannot be read",
            about: "A parameter is unknown, missing, repeated or invalid, or the body isn't JSON. The answer names it."),
        Kind(status: .unauthorized, name: "not-signed-in", title: "Not signed in", about: "Send a token: Authorization: Bearer …"),
        Kind(
            status: .forbidden, name: "not-allowed", title: "Not allowed",
            about: "The token lacks the scope, or the person the role, that this needs; or a browser sent it from another site."),
        Kind(
            status: .notFound, name: "not-found", title: "Not found",
            about: "It may have been removed. What a person may not see is not there for them either."),
        Kind(
            status: .methodNotAllowed, name: "wrong-method", title: "This address doesn't accept that method",
            about: "Allow lists those it accepts."),
        Kind(
            status: .notAcceptable, name: "not-acceptable", title: "No acceptable format",
            about: "Ask for application/json, or leave Accept out."),
        Kind(
            status: .conflict, name: "conflict", title: "This conflicts with what exists",
            about: "Something of that name already exists, or it is in use."),
        Kind(
            status: .preconditionFailed, name: "changed-meanwhile", title: "It has changed since",
            about: "The ETag in If-Match isn't current: read it again."),
        Kind(status: .contentTooLarge, name: "too-large", title: "The body is too large", about: "Each address documents its limit."),
        Kind(
            status: .unsupportedMediaType, name: "wrong-type", title: "The body's type isn't accepted",
            about: "Send Content-Type: application/json."),
        Kind(
            status: .unprocessableContent, name: "unfit", title: "What was sent isn't valid",
            about: """
                The body or a value was read, but isn't valid. Each entry of errors has a pointer (RFC 6901) into the body, \
                or the name of a parameter, and says how to fix it.
                """),
        Kind(
            status: .locked, name: "not-open", title: "The queue is not open",
            about: "It is closed, or staff have paused it. Retry-After says when it opens, where that is known."),
        Kind(status: .tooManyRequests, name: "too-often", title: "Too many requests", about: "Wait as long as Retry-After says."),
        Kind(
            status: .internalServerError, name: "internal", title: "Something went wrong here",
            about: "It isn't the caller's fault; the server's log has the details."),
        Kind(
            status: .badGateway, name: "source-failed", title: "The source failed",
            about: "A service couldn't be reached, or didn't answer as its board declares."),
        Kind(
            status: .serviceUnavailable, name: "not-ready", title: "Not ready",
            about: "Something is not set up on this server; the detail says what."),
        Kind(
            status: .insufficientStorage, name: "no-room", title: "The server's disk is full",
            about: "Nothing can be saved until an administrator frees some space. Existing data can still be read."),
    ]

    package var kind: Kind? { Self.kinds.first { $0.status.code == status.code } }
    package var title: String { kind?.title ?? status.reasonPhrase }

    package func response(to request: Request) -> Response {
        var line = JSONLine()
        // A self-explanatory status needs no type of its own (section 4.2.1).
        line.add("type", kind.map { BasePath.address("/api#\($0.name)") } ?? "about:blank")
        line.add("title", title)
        line.add("status", status.code)
        line.add("detail", detail ?? kind?.about ?? title)
        line.add("instance", BasePath.address(request.uri.path))
        if !errors.isEmpty {
            line.add(
                "errors",
                errors.map { misfit in
                    var line = JSONLine()
                    line.add(misfit.place.isEmpty || misfit.place.hasPrefix("/") ? "pointer" : "parameter", misfit.place)
                    line.add("detail", misfit.detail)
                    return line
                })
        }
        var response = Response.json(line.closed, status: status, type: "application/problem+json")
        for field in headers { response.headers[field.name] = field.value }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    package static let schema = JSONSchema.object([
        .init("type", .text(), about: "What kind of problem, explained on the page it leads to."),
        .init("title", .text()), .init("status", .integer(400...599)), .init("detail", .text()),
        .init("instance", .text(), about: "The path that was asked for."),
        .init(
            "errors",
            .list(
                .object([
                    .init("pointer", .text(), isRequired: false), .init("parameter", .text(), isRequired: false), .init("detail", .text()),
                ])),
            isRequired: false),
    ])
}

extension HTTPResponse.Status {
    /// RFC 4918, section 11.3.
    package static let locked = Self(code: 423, reasonPhrase: "Locked")
    /// Section 11.5.
    package static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
