import Foundation
import NIOHTTP1

/// A secret that a source expects in the query (`?apikey=…`).
public struct SecretQuery: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let name: String
    let value: String

    /// A query parameter; name and value are not percent-encoded yet.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Only the name.
    public var description: String { "\(name)=…" }

    /// Only the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }

    /// `name=value` with everything except unreserved characters percent-encoded.
    var pair: String {
        var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{21}"..."\u{7E}"))
        unreserved.insert(charactersIn: "-._~")
        return [name, value].map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }.joined(separator: "=")
    }

    func added(to url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
        parts.percentEncodedQuery = [parts.percentEncodedQuery, pair].compactMap { $0 }.joined(separator: "&")
        return parts.url ?? url
    }

    /// Removes the secret from a redirect's `Location` if the server repeats it there.
    func removed(from location: String) -> String {
        var rest = location
        for (written, left) in [("?\(pair)&", "?"), ("&\(pair)", ""), ("?\(pair)", ""), (pair, "")] {
            rest = rest.replacing(written, with: left)
        }
        return rest
    }
}

/// A secret that a source expects in its own header (`X-Api-Key: …`).
public struct SecretHeader: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let name: String
    let value: String

    /// A header and its value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Only the name.
    public var description: String { "\(name): …" }

    /// Only the name.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// Adds secrets to requests for their origin only. The cache and error messages see the request without them.
struct SecretExchange: Exchange {
    let query: SecretQuery?
    let header: SecretHeader?
    let origin: Origin
    let next: any Exchange

    func answer(to request: Outgoing) async throws -> Answer {
        guard Origin(request.url) == origin else { return try await next.answer(to: request) }
        var outgoing = request
        if let query { outgoing.url = query.added(to: request.url) }
        if let header { outgoing.headers.replaceOrAdd(name: header.name, value: header.value) }
        let shown = request.url.absoluteString
        var answer = try await Self.hiding(shown) { [outgoing] in try await next.answer(to: outgoing) }
        if let query {
            for name in ["Location", "Content-Location"] {
                guard let location = answer.headers.first(name: name) else { continue }
                answer.headers.replaceOrAdd(name: name, value: query.removed(from: location))
            }
        }
        answer.next = { [read = answer.next] in try await Self.hiding(shown) { try await read() } }
        return answer
    }

    private static func hiding<Result>(_ url: String, _ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let error as FetchError {
            throw FetchError(error.code, at: url, error.detail, pause: error.pause)
        }
    }
}
