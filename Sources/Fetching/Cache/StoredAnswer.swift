import Crypto
import Foundation
import NIOHTTP1

/// What the cache keeps of an answer beside its body: one variant of one resource, in one partition.
///
/// Source: RFC 9111, sections 3.1 (what is stored), 3.2 (updating), 4.1 (`Vary`), 4.2.3 (age).
struct StoredAnswer: Codable, Sendable, Equatable {
    private(set) var status: Int
    private(set) var reason: String
    private(set) var fields: [[String]]
    /// What the request had in the fields that `Vary` names, by their names in lower case. A field that was not there is not here.
    private(set) var selecting: [String: String]
    /// When it was asked for, and when its head was there.
    private(set) var requested: Date
    private(set) var received: Date
    /// The file with the body, and its bytes.
    let body: String
    let size: Int

    init(_ answer: Answer, to request: Outgoing, requested: Date, received: Date, body: String, size: Int) {
        status = answer.status
        reason = answer.reason
        fields = Self.kept(answer.headers)
        selecting = [:]
        self.requested = requested
        self.received = received
        self.body = body
        self.size = size
        for name in Self.varying(answer.headers) { selecting[name] = Self.selector(name, request.headers[name]) }
    }

    var headers: HTTPHeaders { HTTPHeaders(fields.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) }

    var etag: String? { headers.first(name: "ETag") }
    var lastModified: String? { headers.first(name: "Last-Modified") }
    var cacheControl: CacheControl { CacheControl(headers["Cache-Control"]) }

    /// What the origin calls the moment it answered; where it does not say, the moment it came.
    var date: Date { headers.first(name: "Date").flatMap { HTTPDate.date($0, now: received) } ?? received }

    /// Seconds since the origin made it or last said that it holds.
    func age(now: Date) -> TimeInterval {
        let said = FieldValue.elements(headers["Age"]).first.flatMap { FieldValue.seconds($0) } ?? 0
        let apparent = max(0, received.timeIntervalSince(date))
        let corrected = TimeInterval(said) + max(0, received.timeIntervalSince(requested))
        // By a clock that was set back it came in the future: it is at least as old as that is far.
        return max(apparent, corrected) + abs(now.timeIntervalSince(received))
    }

    /// Whether it is an answer to this request too, as far as the request's fields decide it.
    func answers(_ request: Outgoing) -> Bool {
        let names = Self.varying(headers)
        return !names.contains("*") && names.allSatisfy { Self.selector($0, request.headers[$0]) == selecting[$0] }
    }

    /// The origin has said that it still holds (a 304, or the head of the same): its fields take the place of those of the same names.
    /// Those that describe the body as it is stored stay, and an old `Set-Cookie` is not said again.
    mutating func update(with newer: HTTPHeaders, for request: Outgoing, requested: Date, received: Date) {
        var merged = headers
        merged.remove(name: "Set-Cookie")
        let newer = HTTPHeaders(Self.kept(newer).map { ($0[0], $0[1]) })
        for name in Set(newer.map { $0.name.lowercased() }) where !Self.describingBody.contains(name) {
            merged.remove(name: name)
            merged.add(contentsOf: newer[name].map { (name, $0) })
        }
        // An age that was said then is not said again by silence.
        if !newer.contains(name: "Age") { merged.remove(name: "Age") }
        fields = merged.map { [$0.name, $0.value] }
        self.requested = requested
        self.received = received
        selecting = [:]
        for name in Self.varying(merged) { selecting[name] = Self.selector(name, request.headers[name]) }
    }

    // MARK: Inside

    /// The fields that are about the resource and not about the connection.
    private static func kept(_ headers: HTTPHeaders) -> [[String]] {
        let named = Set(FieldValue.elements(headers["Connection"]).map { $0.lowercased() })
        return headers.filter { field in
            let name = field.name.lowercased()
            return !ofConnection.contains(name) && !named.contains(name)
        }.map { [$0.name, $0.value] }
    }

    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "te",
        "trailer", "transfer-encoding", "upgrade", "authentication-info",
    ]

    private static let describingBody: Set<String> = ["content-length", "content-encoding", "content-range", "content-type"]

    private static func varying(_ headers: HTTPHeaders) -> [String] { FieldValue.elements(headers["Vary"]).map { $0.lowercased() } }

    /// One line, without the spaces that mean nothing; of what is secret, a digest. nil if the field is not there.
    private static func selector(_ name: String, _ lines: [String]) -> String? {
        guard !lines.isEmpty else { return nil }
        let line = FieldValue.elements(lines).joined(separator: ",")
        guard secret.contains(name) else { return line }
        return Data(SHA256.hash(data: Data(line.utf8))).base64EncodedString()
    }

    private static let secret: Set<String> = ["authorization", "cookie"]
}
