import Crypto
import Foundation
import NIOHTTP1

/// The cache's record of one variant of one resource in one partition, without its body.
///
/// Source: RFC 9111, sections 3.1 (what is stored), 3.2 (updating), 4.1 (`Vary`), 4.2.3 (age).
struct StoredAnswer: Codable, Sendable, Equatable {
    private(set) var status: Int
    private(set) var reason: String
    private(set) var fields: [[String]]
    /// The request's values of the fields that `Vary` names, keyed by lower-case name. Missing fields have no entry.
    private(set) var selecting: [String: String]
    /// When the request was sent, and when the head arrived.
    private(set) var requested: Date
    private(set) var received: Date
    /// The name and size in bytes of the body file.
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

    /// The origin's `Date`, or the time of arrival if there is none.
    var date: Date { headers.first(name: "Date").flatMap { HTTPDate.date($0, now: received) } ?? received }

    /// Seconds since the origin generated or last validated it.
    func age(now: Date) -> TimeInterval {
        let said = FieldValue.elements(headers["Age"]).first.flatMap { FieldValue.seconds($0) } ?? 0
        let apparent = max(0, received.timeIntervalSince(date))
        let corrected = TimeInterval(said) + max(0, received.timeIntervalSince(requested))
        // If the clock was set back, the answer seems to come from the future; that difference is added to its age.
        return max(apparent, corrected) + abs(now.timeIntervalSince(received))
    }

    /// Whether the answer also fits this request, by the fields in `Vary`.
    func answers(_ request: Outgoing) -> Bool {
        let names = Self.varying(headers)
        return !names.contains("*") && names.allSatisfy { Self.selector($0, request.headers[$0]) == selecting[$0] }
    }

    /// Merges the fields of a validation (a 304, or the head of the same version): newer fields replace older ones of the same name. Fields
    /// that describe the stored body stay, and an old `Set-Cookie` is dropped.
    mutating func update(with newer: HTTPHeaders, for request: Outgoing, requested: Date, received: Date) {
        var merged = headers
        merged.remove(name: "Set-Cookie")
        let newer = HTTPHeaders(Self.kept(newer).map { ($0[0], $0[1]) })
        for name in Set(newer.map { $0.name.lowercased() }) where !Self.describingBody.contains(name) {
            merged.remove(name: name)
            merged.add(contentsOf: newer[name].map { (name, $0) })
        }
        // If the new answer has no `Age`, the old one no longer applies.
        if !newer.contains(name: "Age") { merged.remove(name: "Age") }
        fields = merged.map { [$0.name, $0.value] }
        self.requested = requested
        self.received = received
        selecting = [:]
        for name in Self.varying(merged) { selecting[name] = Self.selector(name, request.headers[name]) }
    }

    // MARK: Internals

    /// The fields that describe the resource, without those of the connection.
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

    /// Joins the lines without insignificant spaces and hashes secret fields; nil if the field is missing.
    private static func selector(_ name: String, _ lines: [String]) -> String? {
        guard !lines.isEmpty else { return nil }
        let line = FieldValue.elements(lines).joined(separator: ",")
        guard secret.contains(name) else { return line }
        return Data(SHA256.hash(data: Data(line.utf8))).base64EncodedString()
    }

    private static let secret: Set<String> = ["authorization", "cookie"]
}
