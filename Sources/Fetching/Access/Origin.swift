import Foundation

/// Who an address belongs to: scheme, host and port (RFC 6454). Credentials are given to one origin and to no other.
struct Origin: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// nil if the address is none of the web's, or can be read in two ways.
    init?(_ url: URL) {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        description = address.origin
    }
}
