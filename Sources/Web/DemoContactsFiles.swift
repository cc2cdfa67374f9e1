import DemoPublishing
import HTTPTypes
import Hummingbird
import Serving
import Synchronization

/// `/demo/contacts.xml` and its portraits: the sample directory's web service.
///
/// Supports validators (ETag, Last-Modified, 304), and can be as slow and as unreliable as real services: `?latency=` is the average in
/// milliseconds (each response takes half to one and a half of it, at most ten seconds); `?failures=` is the percentage of responses that
/// are 503. A value that isn't a number counts as 0. The list's photo URLs carry both parameters. Portraits are drawn for each request.
final class DemoContactsFiles: Sendable {
    private let publisher: DemoPublisher
    private let requests = Atomic(0)

    init(_ publisher: DemoPublisher) { self.publisher = publisher }

    func list(for request: Request) async throws -> Response {
        try await answer(request) { manners in
            let (contacts, since) = await publisher.contacts()
            let xml = contacts.list(base: Self.base(of: request), query: manners.query)
            return Self.document(Array(xml.utf8), .xml, cache: "no-cache", since: since, for: request)
        }
    }

    func listJSON(for request: Request) async throws -> Response {
        try await answer(request) { manners in
            let (contacts, since) = await publisher.contacts()
            let json = contacts.listJSON(base: Self.base(of: request), query: manners.query)
            return Self.document(Array(json.utf8), .json, cache: "no-cache", since: since, for: request)
        }
    }

    /// The person with the requested id. Errors are XML, as usual for such services.
    func contact(for request: Request) async throws -> Response {
        try await answer(request) { _ in
            guard let id = request.uri.queryParameters["id"].flatMap({ Int($0) }) else {
                return Self.error(.badRequest, "'id' is the number of a contact")
            }
            guard let contact = await publisher.contacts().edition.contact(id) else {
                return Self.error(.notFound, "there is no contact \(id)")
            }
            return Self.document(Array(contact.utf8), .xml, cache: "no-cache", since: nil, for: request)
        }
    }

    /// `name` is `7.png`.
    func photo(_ name: String?, for request: Request) async throws -> Response {
        try await answer(request) { _ in
            guard let name, name.hasSuffix(".png"), let id = Int(name.dropLast(4)), let png = publisher.people.portrait(id) else {
                throw Refusal(.notFound, text: "There is no such photo.")
            }
            return Self.document(png, .png, cache: "max-age=3600", since: publisher.began, for: request)
        }
    }

    /// Waits for the requested latency, then answers, or fails if this request is due to fail.
    private func answer(_ request: Request, _ body: (DemoManners) async throws -> Response) async throws -> Response {
        let query = request.uri.queryParameters
        let manners = DemoManners(
            latencyMilliseconds: query["latency"].flatMap { Int($0) } ?? 0, failurePercent: query["failures"].flatMap { Int($0) } ?? 0)
        let number = requests.wrappingAdd(1, ordering: .relaxed).oldValue
        try await Task.sleep(for: .milliseconds(manners.delayMilliseconds(ofRequest: number)))
        guard manners.fails(request: number) else { return try await body(manners) }
        var response = Self.error(.serviceUnavailable, "the directory is busy")
        response.headers[.retryAfter] = "1"
        return response
    }

    private enum Kind: String {
        case xml = "application/xml; charset=utf-8"
        case json = "application/json"
        case png = "image/png"
    }

    /// The bytes, or 304 if they haven't changed. Dates are compared as text, because clients return what was sent.
    private static func document(_ bytes: [UInt8], _ kind: Kind, cache: String, since: Int?, for request: Request) -> Response {
        let etag = entityTag(of: bytes)
        var headers: HTTPFields = [.eTag: etag, .cacheControl: cache]
        headers[.lastModified] = since.map(InternetDate.text(unixSeconds:))
        let isKnown =
            request.headers[.ifNoneMatch].map { $0 == "*" || $0.contains(etag) }
            ?? (since != nil && request.headers[.ifModifiedSince] == headers[.lastModified])
        if isKnown { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = kind.rawValue
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func error(_ status: HTTPResponse.Status, _ message: String) -> Response {
        Response(
            status: status, headers: [.contentType: Kind.xml.rawValue, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: DemoContacts.error(message))))
    }

    /// The server's URL as the client requested it, for links in its responses.
    private static func base(of request: Request) -> String {
        request.head.authority.map { "http://\($0)/demo/" } ?? "/demo/"
    }
}

/// How slow and how unreliable a response is to be. Numbers out of range are clamped.
struct DemoManners: Sendable {
    /// On average; 0 to 10,000.
    let latencyMilliseconds: Int
    /// 0 to 100.
    let failurePercent: Int

    init(latencyMilliseconds: Int, failurePercent: Int) {
        self.latencyMilliseconds = min(max(latencyMilliseconds, 0), 10_000)
        self.failurePercent = min(max(failurePercent, 0), 100)
    }

    /// The query that requests the same manners; empty for an immediate response.
    var query: String {
        let parts = [("latency", latencyMilliseconds), ("failures", failurePercent)].filter { $0.1 > 0 }.map { "\($0)=\($1)" }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Between half and one and a half of the latency, depending on the request's number, and at most ten seconds.
    func delayMilliseconds(ofRequest number: Int) -> Int {
        min(10_000, latencyMilliseconds / 2 + latencyMilliseconds * (number % 101 * 37 % 101) / 100)
    }

    /// Evenly spread: of any hundred consecutive requests, exactly `failurePercent` fail.
    func fails(request number: Int) -> Bool {
        let place = number % 100
        return (place + 1) * failurePercent / 100 > place * failurePercent / 100
    }
}
