import DemoPublishing
import HTTPTypes
import Hummingbird
import Serving
import Synchronization

/// `/demo/contacts.xml` and what belongs to it: the sample directory's web service, with portraits.
///
/// Speaks of versions (ETag, Last-Modified, 304), and can be as slow and as unreliable as services are: `?latency=` milliseconds on
/// average, half to one and a half of them in turn, at most ten seconds; `?failures=` percent of the answers are 503. What is no
/// number is 0. The list's
/// photo addresses carry both along. Portraits are painted for each request.
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

    /// The person with the id that is asked for; errors are XML, as services have it.
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

    /// Waits as long as is asked for, and answers, or fails when it is time for that.
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

    /// The bytes, or that they have not changed. Dates are compared as texts: what comes back is what was sent.
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

    /// Where this server was asked, for addresses in its answers.
    private static func base(of request: Request) -> String {
        request.head.authority.map { "http://\($0)/demo/" } ?? "/demo/"
    }
}

/// How slow and how unreliable an answer is to be. Numbers out of bounds are brought into them.
struct DemoManners: Sendable {
    /// On average; 0 to 10,000.
    let latencyMilliseconds: Int
    /// 0 to 100.
    let failurePercent: Int

    init(latencyMilliseconds: Int, failurePercent: Int) {
        self.latencyMilliseconds = min(max(latencyMilliseconds, 0), 10_000)
        self.failurePercent = min(max(failurePercent, 0), 100)
    }

    /// The part of an address that asks for the same again; empty for an answer at once.
    var query: String {
        let parts = [("latency", latencyMilliseconds), ("failures", failurePercent)].filter { $0.1 > 0 }.map { "\($0)=\($1)" }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// From half the latency to one and a half of it, by the number of the request, and at most ten seconds.
    func delayMilliseconds(ofRequest number: Int) -> Int {
        min(10_000, latencyMilliseconds / 2 + latencyMilliseconds * (number % 101 * 37 % 101) / 100)
    }

    /// Spread evenly: of any hundred requests in a row exactly `failurePercent` fail.
    func fails(request number: Int) -> Bool {
        let place = number % 100
        return (place + 1) * failurePercent / 100 > place * failurePercent / 100
    }
}
