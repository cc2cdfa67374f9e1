import Foundation

/// Why a fetch failed: what happened, at which address, and who is responsible.
public struct FetchError: Error, Hashable, Codable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Hashable, Sendable, Codable {
        /// The address is not allowed: unsupported scheme, or a private network that isn't listed. Fault of the person who entered it.
        case refused
        /// No connection: unknown host, connection refused, or untrusted certificate. Fault of the source or the network.
        case unreachable
        /// The server answered with this error status, or in a format that wasn't requested. Fault of the source.
        case status(Int)
        /// A redirect loop, or too many redirects. Fault of the source.
        case redirects
        /// A stage exceeded its timeout. Could be either side.
        case timedOut
        /// The body ended before its announced length, or the connection broke. Could be either side.
        case truncated
        /// The body exceeds the request's limit. Fault of the source.
        case tooLarge
        /// The body arrived complete but doesn't match its checksum or format. Fault of the source.
        case damaged
        /// A browser was needed, and didn't read the page. Could be either side.
        case browser(BrowserFault)
        /// The fetch was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// The address that failed; after a redirect it differs from the requested one.
    public let url: String
    /// A short description for people, as half a sentence.
    public let detail: String

    /// How long the server asks clients to wait, if it says so.
    public let pause: Pause?

    /// Whether the host doesn't exist or isn't allowed. The error is the same, so that people can't learn which.
    public var isUnlisted: Bool { unlisted ?? false }
    /// Optional because errors stored with older downloads lack it.
    private let unlisted: Bool?

    init(_ code: Code, at url: String, _ detail: String, pause: Pause? = nil, isUnlisted: Bool = false) {
        unlisted = isUnlisted ? true : nil
        self.code = code
        self.pause = pause
        self.url = Self.withoutSecrets(url)
        self.detail = detail
    }

    /// The address in a form safe for logs and pages: without user and password, and without the query, which often contains a key.
    public static func withoutSecrets(_ url: String) -> String {
        let shown = url.firstIndex(of: "?").map { url[..<$0] + "?…" } ?? url
        guard let scheme = shown.range(of: "://") else { return shown }
        let authority = shown[scheme.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return shown }
        return shown[..<scheme.upperBound] + "…" + shown[at...]
    }

    /// Address and description in one line.
    public var description: String {
        switch code {
        case .unreachable: "could not reach \(url): \(detail)"
        case .cancelled: "the fetch of \(url) was cancelled"
        default: "\(url) \(detail)"
        }
    }
}

/// Why a browser couldn't read a page.
public enum BrowserFault: String, Hashable, Sendable, Codable {
    /// No browser is installed.
    case absent
    /// The browser doesn't start, or can't run in its sandbox.
    case start
    /// The page wasn't ready in time.
    case late
    /// The page exceeded its memory limit.
    case memory
    /// The response isn't a page, or lacks the awaited element.
    case page
}
