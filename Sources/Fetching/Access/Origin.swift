import Foundation

/// An origin: scheme, host and port (RFC 6454). Credentials belong to exactly one origin.
struct Origin: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Returns nil if the URL isn't a web address or is ambiguous.
    init?(_ url: URL) {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        description = address.origin
    }
}
