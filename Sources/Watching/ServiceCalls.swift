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
    package let methods: [ServiceMethod]
    private let fetcher: Fetcher
    private let secrets: Secrets

    package init(boards: [Board], fetcher: Fetcher, secrets: Secrets) {
        methods = boards.flatMap(\.services)
        self.fetcher = fetcher
        self.secrets = secrets
    }

    package func method(_ name: String) throws(ServiceError) -> ServiceMethod {
        if let method = methods.first(where: { $0.name == name }) { return method }
        let known = methods.map(\.name).joined(separator: ", ")
        throw ServiceError(
            .badUse, name, "there is no method '\(name)'; " + (known.isEmpty ? "no board registers any" : "there are \(known)"))
    }

    /// Asks the service, or takes what is kept of it. Cancelling the task ends it; nothing comes after that.
    package func call(_ name: String, _ arguments: [String: String], for requester: String, cache: CacheMode = .useProtocol)
        async throws(ServiceError) -> ServiceAnswer
    {
        let method = try method(name)
        do {
            let request = try request(of: method, arguments, cache)
            let body = try await fetcher.body(request, for: requester)
            return try method.answer(to: body.bytes, DocumentHints(body.head), age: body.head["age"].flatMap { Int($0) })
        } catch {
            throw ServiceError(error, of: name)
        }
    }

    private func request(of method: ServiceMethod, _ arguments: [String: String], _ cache: CacheMode) throws -> Request {
        let values = try method.values(arguments)
        guard let url = method.address.url(values) else {
            throw ServiceError(.ours, method.name, "'\(method.address.source)' gives no address with these arguments")
        }
        var request = Request(url: url, headers: method.headers, bodyLimit: method.limit)
        if method.isPost {
            request.method = .post
            request.body = Array(method.body(values).utf8)
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
    /// What an answer's Content-Type says (RFC 9110, section 8.3).
    package init(_ head: ResponseHead) {
        self.init()
        let type = head.contentType
        mediaType = type?.mediaType
        charset = type?.charset
    }
}

/// What a method gave.
package struct ServiceAnswer: Sendable {
    package enum Rows: Sendable {
        case records([Record], Schema)
        case open([OpenRow])
    }

    package let rows: Rows
    /// Seconds since the source said it, where it comes from the cache.
    package let age: Int?

    package init(rows: Rows, age: Int?) {
        self.rows = rows
        self.age = age
    }

    package var count: Int {
        switch rows {
        case .records(let records, _): records.count
        case .open(let rows): rows.count
        }
    }

    /// Each row as one JSON object. A name that came more than once is a list.
    package var json: [JSONLine] {
        switch rows {
        case .records(let records, let schema): records.map { $0.json(schema) }
        case .open(let rows): rows.map { $0.json }
        }
    }

    /// Each row as a value of a type of the caller's, by the names of its fields.
    package func decoded<Row: Decodable>(as _: Row.Type) throws -> [Row] {
        let decoder = JSONDecoder()
        return try json.map { try decoder.decode(Row.self, from: Data($0.closed.utf8)) }
    }
}

extension OpenRow {
    package var json: JSONLine {
        var line = JSONLine()
        var names: [String] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        for name in names {
            let texts = fields.filter { $0.name == name }.map(\.text)
            if texts.count == 1 { line.add(name, texts[0]) } else { line.add(name, texts) }
        }
        return line
    }
}

extension ServiceMethod {
    /// Reads an answer, of the service or of its sample. Throws `ExtractionError`.
    package func answer(to document: [UInt8], _ hints: DocumentHints = DocumentHints(), age: Int? = nil) throws -> ServiceAnswer {
        switch answer {
        case .open(let open): return ServiceAnswer(rows: .open(try open.rows(of: document, hints)), age: age)
        case .records(let extractor, let schema):
            var run = extractor.begin(hints)
            var records: [Record] = []
            let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { records.append(record) } }
            try run.append(document, keep)
            try run.finish(keep)
            return ServiceAnswer(rows: .records(records, schema), age: age)
        }
    }
}

/// Why a call gave nothing: whose fault it is, which method, and a sentence for people.
package struct ServiceError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// No such method, or arguments it does not take. The caller's.
        case badUse
        /// The service does not have that. The caller's, or nobody's.
        case notFound
        /// Out of reach, or what it answers is not what its board expects. The source's.
        case source
        /// A secret is not set. The operator's.
        case secret
        case ours
        case cancelled
    }

    package let code: Code
    package let method: String
    package let detail: String

    package var description: String { code == .badUse ? detail : "\(method): \(detail)" }

    init(_ code: Code, _ method: String, _ detail: String) {
        self.code = code
        self.method = method
        self.detail = detail
    }

    init(_ error: any Error, of method: String) {
        switch error {
        case let error as ServiceError: self = error
        case let error as ParameterError: self.init(.badUse, method, "\(error)")
        case let error as MissingSecret: self.init(.secret, method, "\(error)")
        case let error as ExtractionError: self.init(.source, method, "its answer cannot be read: \(error)")
        case let error as FetchError where [.status(404), .status(410)].contains(error.code): self.init(.notFound, method, "\(error)")
        case let error as FetchError where error.code == .cancelled: self.init(.cancelled, method, "was cancelled")
        case is CancellationError: self.init(.cancelled, method, "was cancelled")
        case let error as FetchError: self.init(.source, method, "\(error)")
        default: self.init(.ours, method, "\(error)")
        }
    }
}
