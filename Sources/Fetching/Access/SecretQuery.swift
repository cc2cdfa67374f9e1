import Foundation

/// A secret that a source wants as a part of the query (`?apikey=…`).
public struct SecretQuery: Hashable, Sendable, CustomStringConvertible {
    let name: String
    let value: String

    /// A part of the query, both as they are meant and not yet percent-encoded.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The name, and no more.
    public var description: String { "\(name)=…" }

    func added(to url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
        var unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{21}"..."\u{7E}"))
        unreserved.insert(charactersIn: "-._~")
        let pair = [name, value].map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }.joined(separator: "=")
        parts.percentEncodedQuery = [parts.percentEncodedQuery, pair].compactMap { $0 }.joined(separator: "&")
        return parts.url ?? url
    }
}

/// Adds the secret to what goes over the wire to its origin, and to nothing else: the cache and every message know the address without.
struct SecretQueryExchange: Exchange {
    let secret: SecretQuery
    let origin: Origin
    let next: any Exchange

    func answer(to request: Outgoing) async throws -> Answer {
        guard Origin(request.url) == origin else { return try await next.answer(to: request) }
        var outgoing = request
        outgoing.url = secret.added(to: request.url)
        let shown = request.url.absoluteString
        var answer = try await Self.hiding(shown) { [outgoing] in try await next.answer(to: outgoing) }
        answer.next = { [read = answer.next] in try await Self.hiding(shown) { try await read() } }
        return answer
    }

    private static func hiding<Result>(_ url: String, _ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch let error as FetchError {
            throw FetchError(error.code, at: url, error.detail, pause: error.pause)
        }
    }
}
