package import Boards
package import Extraction
package import Fetching
import Foundation
package import Records

/// Calls the methods that boards register: a name and arguments in, rows out.
///
/// For a board's `detail`, the command line, the API, and Swift:
///
/// ```swift
/// let answer = try await services.call("contacts.detail", ["id": "7"], for: "page")
/// for contact in try answer.decoded(as: Contact.self) { … }
/// ```
package struct ServiceCalls: Sendable {
    private let boards: BoardRegistry
    private let fetcher: Fetcher
    private let secrets: Secrets

    package init(boards: BoardRegistry, fetcher: Fetcher, secrets: Secrets) {
        self.boards = boards
        self.fetcher = fetcher
        self.secrets = secrets
    }

    /// The methods of all current boards.
    package var methods: [ServiceMethod] { boards.current.all.flatMap(\.services) }

    package func method(_ name: String) throws(ServiceError) -> ServiceMethod {
        // `visa.detail` belongs to the board named before the full stop.
        if let method = board(of: name)?.services.first(where: { $0.name == name }) { return method }
        let known = methods.map(\.name).joined(separator: ", ")
        throw ServiceError(
            .badUse, name, "there is no method '\(name)'; " + (known.isEmpty ? "no board registers any" : "there are \(known)"))
    }

    /// Calls the service, or uses the cached answer. Cancelling the task ends the call; no results follow.
    package func call(_ name: String, _ arguments: [String: String], for requester: String, cache: CacheMode = .useProtocol)
        async throws(ServiceError) -> ServiceAnswer
    {
        let method = try method(name)
        do {
            var request = try request(of: method, arguments, cache)
            board(of: name)?.bound(&request)
            let body = try await fetcher.body(request, for: requester)
            return try method.answer(to: body.bytes, DocumentHints(body.head), age: body.head["age"].flatMap { Int($0) })
        } catch {
            throw ServiceError(error, of: name)
        }
    }

    private func board(of method: String) -> Board? { boards[String(method.prefix { $0 != "." })] }

    private func request(of method: ServiceMethod, _ arguments: [String: String], _ cache: CacheMode) throws -> Request {
        let values = try method.values(arguments)
        guard let url = method.address.url(values) else {
            throw ServiceError(.badUse, method.name, "\(method.name): '\(method.address.source)' gives no address with these arguments")
        }
        var request = Request(url: url, headers: method.headers, bodyLimit: method.limit)
        if method.isPost {
            request.method = .post
            if let body = method.body {
                request.body = Array(body.text(values).utf8)
                if !method.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                    request.headers.append(("Content-Type", body.mediaType))
                }
            }
        }
        if let timeout = method.timeout { request.timeouts.total = timeout }
        request.priority = .interactive
        request.cache = method.keeping == .never ? .bypass : cache
        if case .fixed(let time) = method.keeping { request.keepsFor = time }
        try secrets.apply(method.access, to: &request)
        return request
    }
}

extension DocumentHints {
    /// The document type in an answer's Content-Type (RFC 9110, section 8.3).
    package init(_ head: ResponseHead) {
        self.init()
        address = head.url
        let type = head.contentType
        mediaType = type?.mediaType
        charset = type?.charset
        isLengthKnown = head.expectedWireBytes != nil || head["transfer-encoding"]?.lowercased().contains("chunked") == true
    }
}

/// Why a call failed: who is responsible, the method, and a sentence for people.
package struct ServiceError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// No such method, wrong arguments, or an address that may not be fetched: the caller is responsible.
        case badUse
        /// The service doesn't have it: the caller is responsible, or no one.
        case notFound
        /// The service can't be reached, or its answer doesn't match its board: the source is responsible.
        case source
        /// A secret is not set: the operator is responsible.
        case secret
        case ours
        case cancelled
    }

    package let code: Code
    package let method: String
    package let failure: SourceFailure
    var detail: String { failure.message }

    package var description: String { code == .badUse ? detail : "\(method): \(detail)" }

    init(_ code: Code, _ method: String, _ detail: String) { self.init(code, method, SourceFailure(.other, message: detail)) }

    private init(_ code: Code, _ method: String, _ failure: SourceFailure) {
        self.code = code
        self.method = method
        self.failure = failure
    }

    init(_ error: any Error, of method: String) {
        switch error {
        case let error as ServiceError: self = error
        case let error as ParameterError: self.init(.badUse, method, "\(error)")
        case let error as MissingSecret: self.init(.secret, method, "\(error)")
        case let error as ExtractionError:
            let failure = SourceFailure(.unreadable, at: method, detail: "\(error)", message: "its answer can’t be read: \(error)")
            self.init(.source, method, failure)
        case let error as FetchError:
            let code: Code =
                switch error.code {
                case .status(404), .status(410): .notFound
                case .cancelled: .cancelled
                case .refused: .badUse
                default: .source
                }
            self.init(code, method, code == .cancelled ? "was cancelled" : SourceFailure(error))
        case is CancellationError: self.init(.cancelled, method, "was cancelled")
        default: self.init(.ours, method, "\(error)")
        }
    }
}
