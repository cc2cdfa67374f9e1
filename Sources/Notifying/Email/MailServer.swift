import Fetching
package import Foundation

/// The mail server that takes our messages, as the operator sets it. It may be on a private network: nobody else names it.
package struct MailServer: Sendable, CustomStringConvertible, CustomReflectable {
    /// How the connection is encrypted. Certificates are always checked.
    package enum Security: String, CaseIterable, Hashable, Sendable, Codable {
        /// From the first byte on (RFC 8314): port 465.
        case tls
        /// After STARTTLS, and never without it: port 587.
        case startTLS = "starttls"
        /// After STARTTLS where the server offers it, else not at all; then no password is sent. Port 25, for a server on the same machine.
        case whereOffered = "where-offered"

        package var usualPort: Int {
            switch self {
            case .tls: 465
            case .startTLS: 587
            case .whereOffered: 25
            }
        }
    }

    /// How long each stage may take (RFC 5321, section 4.5.3.2, asks for minutes).
    package struct Timeouts: Hashable, Sendable {
        package var connect: Duration = .seconds(20)
        /// Of each answer, the greeting and encryption included.
        package var reply: Duration = .seconds(120)
        /// From the end of a message to its being taken.
        package var acceptance: Duration = .seconds(600)

        package init() {}
    }

    package let host: String
    package let port: Int
    package let security: Security
    let login: (user: String, password: String)?
    /// Certificates in PEM that are trusted in place of the system's.
    package var authorities: URL?
    /// What we call ourselves to it: a name in ASCII.
    package let ownName: String
    package var timeouts = Timeouts()
    /// At the same time.
    package var connectionLimit = 2
    /// On one connection.
    package var messageLimit = 50
    /// A connection that has nothing to do is kept for this long.
    package var idleTime: Duration = .seconds(10)

    /// `port` nil: the usual one. `ownName` is the server's public host name.
    package init(
        host: String, port: Int? = nil, security: Security, user: String? = nil, password: String? = nil, ownName: String = "localhost"
    ) throws(AddressError) {
        self.host = try Self.hostName(host, of: "the mail server")
        self.port = port ?? security.usualPort
        guard (1...65_535).contains(self.port) else { throw AddressError("\(self.port) is no port") }
        self.security = security
        // RFC 4616: a zero byte would end the name.
        guard !((user ?? "") + (password ?? "")).utf8.contains(0) else {
            throw AddressError("the mail server's name or password holds a zero byte")
        }
        login = user.map { ($0, password ?? "") }
        self.ownName = try Self.hostName(ownName, of: "this server")
    }

    package var description: String { "\(host):\(port)" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// A name or an address, without brackets.
    private static func hostName(_ text: String, of whom: String) throws(AddressError) -> String {
        let literal = text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text
        guard !text.contains(where: { "/?#@%".contains($0) }), let address = try? WebAddress("https://\(literal)/"), address.target == "/",
            address.port == 443
        else { throw AddressError("'\(text.prefix(80))' is no host name of \(whom)") }
        let host = address.host.description
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
