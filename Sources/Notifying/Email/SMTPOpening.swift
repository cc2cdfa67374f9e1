import Foundation
import Records

/// The start of a connection to a mail server, from its greeting until it accepts messages: decides what to send next.
///
/// RFC 5321 (greeting, EHLO), RFC 3207 (STARTTLS, which discards everything learned before), RFC 4954 (AUTH: PLAIN, otherwise LOGIN). No
/// password is sent before encryption. Errors here are configuration problems, not the message's fault.
struct SMTPOpening {
    enum Action: Hashable {
        /// Send a line (without its ending), then wait for the next reply.
        case send(String)
        /// Start encryption, then call `secured()`.
        case encrypt
        /// The server accepts messages, with these extensions.
        case ready(SMTPExtensions)
    }

    private enum Stage { case greeting, hello, startTLS, plain, loginName, loginPassword, loginEnd, over }

    private let server: MailServer
    private var stage = Stage.greeting
    private var isSecure: Bool
    private var extensions = SMTPExtensions([])

    init(_ server: MailServer) {
        self.server = server
        isSecure = server.security == .tls
    }

    /// Handles a reply.
    mutating func accept(_ reply: SMTPReply) throws(MailError) -> Action {
        switch (stage, reply.code) {
        case (.greeting, 220): return hello()
        case (.hello, 250):
            extensions = SMTPExtensions(reply.lines)
            return try afterHello()
        case (.startTLS, 220): return .encrypt
        case (.loginName, 334):
            stage = .loginPassword
            return .send(Self.base64(server.login?.user ?? ""))
        case (.loginPassword, 334):
            stage = .loginEnd
            return .send(Self.base64(server.login?.password.text(for: .itsServer) ?? ""))
        case (.plain, 235), (.loginEnd, 235): return ready()
        case (.plain, _), (.loginName, _), (.loginPassword, _), (.loginEnd, _):
            // The server's text may repeat the credentials.
            throw MailError("does not let us in with the name and password that are set (\(reply.code))")
        case (.startTLS, _): throw MailError("offers encryption and then refuses it: \(reply.description)")
        case (.greeting, _): throw MailError("takes nothing now: \(reply.description)")
        case (.hello, _): throw MailError("does not answer EHLO: \(reply.description)")
        case (.over, _): throw MailError("says more than it was asked: \(reply.description)")
        }
    }

    /// Continues after encryption has started.
    mutating func secured() -> Action {
        isSecure = true
        return hello()
    }

    private mutating func hello() -> Action {
        stage = .hello
        let isAddress = server.ownName.contains(":") || server.ownName.allSatisfy { $0.isNumber || $0 == "." }
        let literal = server.ownName.contains(":") ? "[IPv6:\(server.ownName)]" : "[\(server.ownName)]"
        return .send("EHLO \(isAddress ? literal : server.ownName)")
    }

    private mutating func afterHello() throws(MailError) -> Action {
        if !isSecure {
            if extensions.has("STARTTLS") {
                stage = .startTLS
                return .send("STARTTLS")
            }
            guard server.security == .whereOffered else {
                throw MailError("offers no encryption (STARTTLS), without which nothing is sent to it")
            }
        }
        guard let login = server.login else { return ready() }
        guard isSecure else { throw MailError("offers no encryption, without which no password is sent to it") }
        if extensions.logins.contains("PLAIN") {
            stage = .plain
            return .send("AUTH PLAIN " + Self.base64("\0\(login.user)\0\(login.password.text(for: .itsServer))"))
        }
        guard extensions.logins.contains("LOGIN") else { throw MailError("offers no sign-in method that Tidings knows (PLAIN, LOGIN)") }
        stage = .loginName
        return .send("AUTH LOGIN")
    }

    private mutating func ready() -> Action {
        stage = .over
        return .ready(extensions)
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

/// The extensions of a mail server: the lines of its EHLO reply after the first.
struct SMTPExtensions: Hashable, Sendable {
    /// Keyword in upper case → its parameters.
    private let keywords: [String: [String]]

    init(_ lines: [String]) {
        var keywords: [String: [String]] = [:]
        for line in lines.dropFirst() {
            // Some old servers write `AUTH=PLAIN`.
            let words = line.uppercased().replacing("AUTH=", with: "AUTH ").split(separator: " ").map(String.init)
            guard let keyword = words.first else { continue }
            keywords[keyword, default: []] += words.dropFirst()
        }
        self.keywords = keywords
    }

    func has(_ keyword: String) -> Bool { keywords[keyword] != nil }

    /// Supported login methods.
    var logins: [String] { keywords["AUTH"] ?? [] }

    /// The maximum message size in bytes (RFC 1870); nil if unspecified or 0, which means no limit.
    var sizeLimit: Int? { keywords["SIZE"]?.first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
