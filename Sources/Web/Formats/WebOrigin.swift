import HTTPTypes
import Hummingbird

/// Scheme and host under which whoever asks reaches this server, for addresses that are read elsewhere: in feeds, in links that are handed on.
struct WebOrigin: Sendable {
    /// `https://tidings.example`, without a slash at the end.
    let text: String
    /// Without a port: what identifiers begin with, so that they stay when the port changes.
    let host: String

    init(of request: Request, _ site: Site) {
        let authority = request.head.authority ?? request.headers[HTTPField.Name("Host")!] ?? ""
        // What else stands there is no host of ours.
        let isHost = !authority.isEmpty && authority.utf8.count <= 255 && authority.utf8.allSatisfy(Self.isOfHost)
        let name = isHost ? authority : "localhost"
        // As the proxy says, or as the operator does.
        let isSecure = request.head.scheme == "https" || site.accounts.configuration.isSecure
        text = (isSecure ? "https://" : "http://") + name
        host = name.hasPrefix("[") ? "localhost" : String(name.prefix { $0 != ":" })
    }

    /// Of a path from the app's own root.
    func address(_ path: String) -> String { text + BasePath.address(path) }

    /// A tag URI (RFC 4151): the same thing has the same one for ever.
    func tag(_ path: String) -> String { "tag:\(host),2026:\(path)" }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-.:[]".utf8.contains(byte)
        }
    }
}
