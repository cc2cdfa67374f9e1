import Foundation

/// Why a fetch gave nothing: what happened, where, and whose fault it is.
public struct FetchError: Error, Hashable, Codable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable, Codable {
        /// The address is not one we fetch: a scheme we do not speak, or a private network nobody allowed. The person's.
        case refused
        /// No connection: no such host, nobody listens, no trust. The source's, or nobody's.
        case unreachable
        /// The server answered with this status and not with the resource, or not in a form that was asked for. The source's.
        case status(Int)
        /// Redirects lead in a circle or too far. The source's.
        case redirects
        /// A stage took longer than its bound. Nobody's.
        case timedOut
        /// The body ended before its announced length, or the connection broke. Nobody's.
        case truncated
        /// The body is larger than the request allows. The source's.
        case tooLarge
        /// The body came whole, and is not what was promised. The source's.
        case damaged
        /// Somebody asked for it.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The address it happened at, which after a redirect is not the one asked for.
    public let url: String
    /// What happened, as half a sentence for people.
    public let detail: String

    /// How long the server asks to be left alone, if it does.
    public let pause: Pause?

    /// That there is no such host, or none that may be reached from here. Whoever must not learn which of the two is told the same of both.
    public var isUnlisted: Bool { unlisted ?? false }
    /// nil in what was kept before there was this: errors are stored with downloads.
    private let unlisted: Bool?

    init(_ code: Code, at url: String, _ detail: String, pause: Pause? = nil, isUnlisted: Bool = false) {
        unlisted = isUnlisted ? true : nil
        self.code = code
        self.pause = pause
        self.url = Self.withoutSecrets(url)
        self.detail = detail
    }

    /// An address as it may stand in a log and on a page: without the name and password before the host, and without its query, which often
    /// holds a key.
    public static func withoutSecrets(_ url: String) -> String {
        let shown = url.firstIndex(of: "?").map { url[..<$0] + "?…" } ?? url
        guard let scheme = shown.range(of: "://") else { return shown }
        let authority = shown[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return shown }
        return shown[..<scheme.upperBound] + "…" + shown[at...]
    }

    /// Where and what, in one line.
    public var description: String {
        switch code {
        case .unreachable: "could not reach \(url): \(detail)"
        case .cancelled: "the fetch of \(url) was cancelled"
        default: "\(url) \(detail)"
        }
    }
}
