import HTTPTypes
package import Hummingbird
import NIOCore
import Operating
import Records
package import Serving
package import Speaking
import Storage
import Synchronization

/// Reads a request's whole body before any decision about the request.
///
/// A client can send a body as slowly as it likes. If its rights were checked first, it could lose them meanwhile and still succeed.
/// Handlers get the body in memory, so none of them can decide first and read later. A route that accepts more than a form declares it
/// (`Route.Body`); a client that isn't signed in can't send more than a form. The body of a GET is read too, although nothing uses it: an
/// answer that ends when its client leaves (`whileClientWaits`) needs the end of its request.
///
/// An uploaded file of a signed-in person is written to the disk instead: `PageContext.upload`. The other fields of its form, if any, are
/// in `PageContext.uploadForm`.
package struct WholeBody: RouterMiddleware {
    package let identification: Identification
    private let limits: [String: Int]
    private let uploads: [String: Int]
    private let formUploads: [String: Int]
    private let documents: DocumentLibrary?

    /// `uploads`: the paths that accept a file, with the limit in bytes; `formUploads`: those that accept a form with a file.
    package init(
        identification: Identification, limits: [(path: String, bytes: Int)], uploads: [(path: String, bytes: Int)] = [],
        formUploads: [(path: String, bytes: Int)] = [], documents: DocumentLibrary? = nil
    ) {
        self.identification = identification
        self.documents = documents
        self.uploads = Dictionary(uploads.map { (RouterPath($0.path).description, $0.bytes) }, uniquingKeysWith: max)
        self.formUploads = Dictionary(formUploads.map { (RouterPath($0.path).description, $0.bytes) }, uniquingKeysWith: max)
        self.limits = Dictionary(limits.map { (RouterPath($0.path).description, $0.bytes) }, uniquingKeysWith: max)
    }

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        guard let path = context.endpointPath else { return try await next(request, context) }
        var request = request
        if let limit = uploads[path], request.method == .post, let documents,
            let person = try await identification.person(changing: request, context)
        {
            var context = context
            context.upload = try await upload(&request, upTo: limit, of: person, to: documents)
            return try await next(request, context)
        }
        if let limit = formUploads[path], request.method == .post, let documents,
            let form = MultipartForm(contentType: request.headers[.contentType]),
            let person = try await identification.person(changing: request, context)
        {
            var context = context
            (context.upload, context.uploadForm) = try await upload(form, in: &request, upTo: limit, of: person, to: documents)
            return try await next(request, context)
        }
        var away: StorageError?
        let limit: Int
        do { limit = try await self.limit(of: path, request, context) } catch let error as StorageError where error.code == .away {
            // The input is returned to the sender (`UnsentForm`).
            limit = min(limits[path] ?? Form.byteLimit, UnsentForm.byteLimit)
            away = error
        }
        do { _ = try await request.collectBody(upTo: limit) } catch let error as any HTTPResponseError
            where error.status == .contentTooLarge
        {
            throw Refusal(.contentTooLarge, text: "This takes \(limit) bytes at most.")
        }
        do {
            if let away { throw away }
            return try await next(request, context)
        } catch let error as StorageError where error.code == .away {
            guard let unsent = try await UnsentForm(request, error) else { throw error }
            throw unsent
        }
    }

    /// Writes an upload to the disk while it arrives.
    private func upload(_ request: inout Request, upTo limit: Int, of person: Person, to documents: DocumentLibrary) async throws
        -> IncomingFile
    {
        let tooLarge = Refusal(.contentTooLarge, text: "This takes \(limit) bytes at most.")
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said > limit { throw tooLarge }
        let body = request.body
        let file = try await documents.receive(for: person.id) { file in
            var count = 0
            for try await buffer in body {
                count += buffer.readableBytes
                guard count <= limit else { throw tooLarge }
                try await file.take(Array(buffer.readableBytesView))
            }
        }
        guard let file else {
            throw Refusal(.serviceUnavailable, text: "Too many files are being sent at once.", headers: [.retryAfter: "5"])
        }
        request.body = RequestBody(buffer: ByteBuffer())
        return file
    }

    /// Writes a form's file to the disk while it arrives. Bytes over the limit are read and dropped, so that the page can report the error:
    /// a browser shows no response before it has sent everything.
    private func upload(_ form: MultipartForm, in request: inout Request, upTo limit: Int, of person: Person, to documents: DocumentLibrary)
        async throws -> (IncomingFile?, UploadForm)
    {
        let drainLimit = Self.drained * limit
        let tooLarge = Refusal(.contentTooLarge, text: "This takes \(limit) bytes at most.")
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said > drainLimit { throw tooLarge }
        let body = request.body
        let result = Mutex(UploadForm())
        let file = try await documents.receive(for: person.id) { file in
            var (reading, count, all) = (form, 0, 0)
            var fault: UploadForm.Fault?
            for try await buffer in body {
                all += buffer.readableBytes
                guard all <= drainLimit else { throw tooLarge }
                guard fault == nil else { continue }
                guard let piece = try? reading.parse(buffer.readableBytesView) else {
                    fault = .broken
                    continue
                }
                count += piece.count
                guard count <= limit else {
                    fault = .tooLarge
                    continue
                }
                try await file.take(piece)
            }
            let (fields, name, isWhole) = (reading.fields, reading.fileName, reading.isWhole)
            let sent = fault ?? (isWhole ? nil : .broken)
            result.withLock { $0 = UploadForm(fields: fields, fileName: name, fault: sent) }
        }
        request.body = RequestBody(buffer: ByteBuffer())
        guard let file else {
            // The form's token is in the unread body, so the form can't be attributed to a person.
            throw Refusal(.serviceUnavailable, text: "Too many files are being sent at once.", headers: [.retryAfter: "5"])
        }
        let sent = result.withLock { $0 }
        return (sent.fault == nil ? file : nil, sent)
    }

    /// The limit on a form's body, as a multiple of its file's limit.
    private static let drained = 4

    private func limit(of path: String, _ request: Request, _ context: PageContext) async throws -> Int {
        guard let declared = limits[path], declared > Form.byteLimit else { return Form.byteLimit }
        let said = request.headers[.contentLength].flatMap { Int($0) }
        if let said, said <= Form.byteLimit { return declared }
        return try await identification.person(asking: request, context) != nil ? declared : Form.byteLimit
    }
}
