import Foundation
import HTTPTypes
package import Hummingbird

/// Where people find this server, for addresses that are read elsewhere: in mails, invitations, feeds and lists of feeds.
///
/// As the operator has said (`public-url`). Where they have not, as whoever asks has reached it, so that what they say leads nobody astray but
/// those whom they tell it.
package struct WebOrigin: Sendable {
    /// `https://tidings.example`, with the base path and without a slash at the end.
    package let text: String
    /// Without a port: what identifiers begin with, so that they stay when the port changes.
    package let host: String

    package init(of request: Request, _ site: Site) {
        if let known = site.operating.publicURL, let host = known.host {
            let address = known.absoluteString
            text = address.hasSuffix("/") ? String(address.dropLast()) : address
            self.host = host
            return
        }
        let authority = request.head.authority ?? request.headers[HTTPField.Name("Host")!] ?? ""
        // What else stands there is no host of ours.
        let isHost = !authority.isEmpty && authority.utf8.count <= 255 && authority.utf8.allSatisfy(Self.isOfHost)
        let name = isHost ? authority : "localhost"
        // As the proxy says, or as the operator does.
        let isSecure = request.head.scheme == "https" || site.isSecure
        text = (isSecure ? "https://" : "http://") + name + BasePath.current
        host = name.hasPrefix("[") ? "localhost" : String(name.prefix { $0 != ":" })
    }

    /// Of a path from the app's root.
    package func address(_ path: String) -> String { text + path }

    /// A tag URI (RFC 4151): the same thing has the same one for ever.
    package func tag(_ path: String) -> String { "tag:\(host),2026:\(path)" }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-.:[]".utf8.contains(byte)
        }
    }
}
