import HTTPTypes
import Hummingbird
import Serving
import Storage

/// A form that arrived while the database was unavailable. Nothing of it is stored; the response returns the input to its sender, to send
/// it again.
struct UnsentForm: Error {
    /// The limit on a form that is only read to be returned.
    static let byteLimit = 256 << 10

    let cause: StorageError
    let fields: [String: String]
    /// The form's target.
    let action: LocalPath

    /// nil unless the request is a form from one of our pages. The body is in memory (`WholeBody`).
    init?(_ request: Request, _ cause: StorageError) async throws {
        var request = request
        guard request.method == .post, request.isFromOurPages(),
            request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true,
            let action = LocalPath(request.head.path ?? "/"),
            let fields = Percent.fields(String(buffer: try await request.collectBody(upTo: .max)))
        else { return nil }
        (self.cause, self.fields, self.action) = (cause, fields, action)
    }
}
