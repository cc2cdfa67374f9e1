import Foundation
import HTTPTypes
package import Hummingbird

/// The server's public address, for links that are opened elsewhere: in mail, invitations, feeds and lists of feeds.
///
/// The operator's `public-url`; without it, the host of the request, so that a false host only misleads the caller and the people they send
/// the link to.
package struct WebOrigin: Sendable {
    /// `https://tidings.example`, with the base path and without a trailing slash.
    package let text: String
    /// Without a port: it begins identifiers, which must not change with the port.
    package let host: String

    package init(of request: Request, _ site: Site) {
        if let known = site.operating.publicURL, let host = known.host {
            let address = known.absoluteString
            text = address.hasSuffix("/") ? String(address.dropLast()) : address
            self.host = host
            return
        }
        let authority = request.head.authority ?? request.headers[HTTPField.Name("Host")!] ?? ""
        // A text that isn't a valid host isn't ours.
        let isHost = !authority.isEmpty && authority.utf8.count <= 255 && authority.utf8.allSatisfy(Self.isOfHost)
        let name = isHost ? authority : "localhost"
        // From the proxy's header or the operator's setting.
        let isSecure = request.head.scheme == "https" || site.isSecure
        text = (isSecure ? "https://" : "http://") + name + BasePath.current
        host = name.hasPrefix("[") ? "localhost" : String(name.prefix { $0 != ":" })
    }

    /// The absolute URL of a path from the app's root.
    package func address(_ path: String) -> String { text + path }

    /// A tag URI (RFC 4151), which never changes for the same thing.
    package func tag(_ path: String) -> String { "tag:\(host),2026:\(path)" }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-.:[]".utf8.contains(byte)
        }
    }
}
