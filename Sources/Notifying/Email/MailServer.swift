import Fetching
package import Foundation
import Records

/// The operator's outgoing mail server. It may be on a private network, because only the operator configures it.
package struct MailServer: Sendable, CustomStringConvertible, CustomReflectable {
    /// How the connection is encrypted. Certificates are always checked.
    package enum Security: String, CaseIterable, Hashable, Sendable, Codable {
        /// From the first byte (RFC 8314): port 465.
        case tls
        /// After STARTTLS, which is required: port 587.
        case startTLS = "starttls"
        /// After STARTTLS if the server offers it, otherwise unencrypted and without a password. Port 25, for a server on the same machine.
        case whereOffered = "where-offered"

        package var defaultPort: Int {
            switch self {
            case .tls: 465
            case .startTLS: 587
            case .whereOffered: 25
            }
        }
    }

    /// The timeout of each stage (RFC 5321, section 4.5.3.2, asks for minutes).
    package struct Timeouts: Hashable, Sendable {
        package var connect: Duration = .seconds(20)
        /// For each reply, including the greeting and encryption.
        package var reply: Duration = .seconds(120)
        /// From the end of a message to its acceptance.
        package var acceptance: Duration = .seconds(600)

        package init() {}
    }

    package let host: String
    package let port: Int
    package let security: Security
    let login: (user: String, password: SecretText)?
    /// PEM certificates to trust instead of the system's.
    package var authorities: URL?
    /// Our own host name for EHLO, in ASCII.
    package let ownName: String
    package var timeouts = Timeouts()
    /// The most concurrent connections.
    package var connectionLimit = 2
    /// The most messages per connection.
    package var messageLimit = 50
    /// How long an idle connection stays open.
    package var idleTime: Duration = .seconds(10)

    /// `port`: nil for the default. `ownName` is the server's public host name.
    package init(
        host: String, port: Int? = nil, security: Security, user: String? = nil, password: String? = nil, ownName: String = "localhost"
    ) throws(AddressError) {
        self.host = try Self.hostName(host, of: "the mail server")
        self.port = port ?? security.defaultPort
        guard (1...65_535).contains(self.port) else { throw AddressError("\(self.port) isn't a port") }
        self.security = security
        // RFC 4616: a zero byte would terminate the name.
        guard !((user ?? "") + (password ?? "")).utf8.contains(0) else {
            throw AddressError("the mail server's name or password holds a zero byte")
        }
        login = user.map { ($0, SecretText(password ?? "")) }
        self.ownName = try Self.hostName(ownName, of: "this server")
    }

    package var description: String { "\(host):\(port)" }

    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// A name or an address, without brackets.
    private static func hostName(_ text: String, of whom: String) throws(AddressError) -> String {
        let literal = text.contains(":") && !text.hasPrefix("[") ? "[\(text)]" : text
        guard !text.contains(where: { "/?#@%".contains($0) }), let address = try? WebAddress("https://\(literal)/"), address.target == "/",
            address.port == 443
        else { throw AddressError("'\(text.prefix(80))' isn't a host name of \(whom)") }
        let host = address.host.description
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
