import HTTPTypes
import Hummingbird
import Serving
import Storage

/// A form that came while the database was away. Nothing of it is stored, and its sender gets it back, to send it again.
struct UnsentForm: Error {
    /// Bytes of a form that is taken only to be given back.
    static let byteLimit = 256 << 10

    let cause: StorageError
    let fields: [String: String]
    /// Where it was sent to.
    let action: LocalPath

    /// nil for anything but a form from one of our pages. The body is in memory (`WholeBody`).
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
