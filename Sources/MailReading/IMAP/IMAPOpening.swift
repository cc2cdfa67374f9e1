import Foundation
import Records

/// Decides what to send until a mailbox can be read: the greeting, encryption, signing in. `IMAPConnection` performs it.
///
/// RFC 9051, sections 6.1.1, 6.2 and 7.1; RFC 8314 for encryption; RFC 4959 for signing in with the command itself. No password is sent
/// over an unencrypted connection unless the account permits it.
struct IMAPOpening {
    enum Action: Hashable {
        /// Send a command, without its tag.
        case send(String)
        /// Send a continuation line of a command.
        case add(String)
        /// Start encryption; then `secured` is called.
        case encrypt
        case ready
    }

    private enum Stage { case greeting, capabilities, startTLS, login, over }

    private let account: DocumentMailbox.Account
    private var stage = Stage.greeting
    private var isSecure: Bool
    private var isIn = false
    /// Whether the server may still request the credentials: once, if they weren't sent with the command.
    private var isAwaited = false
    private var capabilities: Set<String> = []

    init(_ account: DocumentMailbox.Account) {
        self.account = account
        isSecure = account.security != .startTLS
    }

    /// Handles the server's greeting.
    mutating func greeted(_ response: IMAPResponse) throws(MailboxError) -> Action {
        guard stage == .greeting, response.tag == "*", let status = response.status else {
            throw MailboxError(.notMail, "it doesn’t speak IMAP: \(response.shown)")
        }
        switch status.word {
        case "OK": break
        // Signed-in state is impossible before encryption, so it isn't trusted then.
        case "PREAUTH" where account.security != .startTLS: isIn = true
        default: throw MailboxError(.interrupted, "it accepts no sign-in now: \(response.shown)")
        }
        stage = .capabilities
        return .send("CAPABILITY")
    }

    mutating func accept(_ reply: IMAPReply) throws(MailboxError) -> Action {
        switch (stage, reply.outcome) {
        case (.capabilities, .ok):
            capabilities = reply.capabilities
            return try afterCapabilities()
        case (.startTLS, .ok): return .encrypt
        case (.startTLS, _): throw MailboxError(.encryption, "it offers encryption and then refuses it: \(reply.last.shown)")
        case (.login, .ok):
            stage = .over
            return .ready
        case (.login, .more) where isAwaited:
            isAwaited = false
            return .add(plain)
        case (.login, _):
            // The server's text may repeat what was sent.
            let code = reply.last.code?.first ?? ""
            if ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"].contains(code) {
                throw MailboxError(.interrupted, "it accepts no sign-in now (\(code))")
            }
            throw MailboxError(.login, "it doesn’t let this user in")
        default: throw MailboxError(.notMail, "it doesn’t speak IMAP: \(reply.last.shown)")
        }
    }

    /// Encryption has started; everything before it is discarded.
    mutating func secured() -> Action {
        (isSecure, stage, capabilities) = (true, .capabilities, [])
        return .send("CAPABILITY")
    }

    private mutating func afterCapabilities() throws(MailboxError) -> Action {
        if !isSecure {
            guard capabilities.contains("STARTTLS") else { throw MailboxError(.encryption, "it offers no encryption (STARTTLS)") }
            stage = .startTLS
            return .send("STARTTLS")
        }
        if isIn {
            stage = .over
            return .ready
        }
        stage = .login
        if capabilities.contains("AUTH=PLAIN") {
            isAwaited = !capabilities.contains("SASL-IR")
            return .send(isAwaited ? "AUTHENTICATE PLAIN" : "AUTHENTICATE PLAIN \(plain)")
        }
        guard !capabilities.contains("LOGINDISABLED") else {
            throw MailboxError(.encryption, "it offers no sign-in method that Tidings knows (PLAIN, LOGIN)")
        }
        return .send("LOGIN \(IMAPText.quoted(account.user)) \(IMAPText.quoted(password))")
    }

    /// RFC 4616.
    private var plain: String { Data("\0\(account.user)\0\(password)".utf8).base64EncodedString() }

    private var password: String { account.password.text(for: .itsServer) }
}

/// The answer to one command.
struct IMAPReply: Hashable {
    enum Outcome: Hashable {
        case ok, no, bad
        /// The server waits for a continuation of the command.
        case more
    }

    let outcome: Outcome
    let untagged: [IMAPResponse]
    /// The tagged line at its end.
    let last: IMAPResponse

    var capabilities: Set<String> {
        let lists = untagged.compactMap(\.values).filter { $0.first?.word?.uppercased() == "CAPABILITY" }
        return Set(lists.flatMap { $0.dropFirst() }.compactMap { $0.word?.uppercased() })
    }
}
