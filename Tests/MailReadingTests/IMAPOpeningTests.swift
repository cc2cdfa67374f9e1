import Foundation
import Records
import Testing

@testable import MailReading

@Suite("Getting into a mailbox") struct IMAPOpeningTests {
    private func account(_ security: DocumentMailbox.Security = .tls, password: String = "p\"w") -> DocumentMailbox.Account {
        .init(host: "mail.example", port: 993, security: security, user: "ada", password: password, folder: "INBOX")
    }

    private func line(_ text: String) -> IMAPResponse { IMAPResponse([.text(Array(text.utf8))]) }

    private func reply(_ last: String, _ untagged: String..., outcome: IMAPReply.Outcome = .ok) -> IMAPReply {
        IMAPReply(outcome: outcome, untagged: untagged.map(line), last: line(last))
    }

    private func fault(_ body: () throws -> IMAPOpening.Action) -> DocumentMailbox.Fault? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? MailboxError)?.code }
    }

    @Test("the password goes by the way that the server offers, in one line where that is known")
    func login() throws {
        let plain = Data("\0ada\0p\"w".utf8).base64EncodedString()
        for (capabilities, words) in [
            ("* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR", "AUTHENTICATE PLAIN \(plain)"),
            ("* CAPABILITY IMAP4rev1 auth=plain", "AUTHENTICATE PLAIN"), ("* CAPABILITY IMAP4rev1", #"LOGIN "ada" "p\"w""#),
        ] {
            var opening = IMAPOpening(account())
            #expect(try opening.greeted(line("* OK hello")) == .send("CAPABILITY"))
            #expect(try opening.accept(reply("a1 OK done", capabilities)) == .send(words))
            if words == "AUTHENTICATE PLAIN" { #expect(try opening.accept(reply("+ ", outcome: .more)) == .add(plain)) }
            // Credentials are sent only once, even if they are requested again.
            var again = opening
            #expect(fault { try again.accept(reply("+ ", outcome: .more)) } == .login)
            #expect(try opening.accept(reply("a2 OK in")) == .ready)
        }
    }

    @Test("no password is sent before a connection is encrypted, and what was said before doesn't count")
    func startTLS() throws {
        var opening = IMAPOpening(account(.startTLS))
        #expect(try opening.greeted(line("* OK hello")) == .send("CAPABILITY"))
        #expect(try opening.accept(reply("a1 OK done", "* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN SASL-IR")) == .send("STARTTLS"))
        #expect(try opening.accept(reply("a2 OK go")) == .encrypt)
        #expect(opening.secured() == .send("CAPABILITY"))
        #expect(try opening.accept(reply("a3 OK done", "* CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=PLAIN")) == .send("AUTHENTICATE PLAIN"))
        var other = IMAPOpening(account(.startTLS))
        _ = try other.greeted(line("* OK hello"))
        #expect(fault { try other.accept(reply("a1 OK done", "* CAPABILITY IMAP4rev1 AUTH=PLAIN")) } == .encryption)
        // Signing in before encryption is impossible.
        var third = IMAPOpening(account(.startTLS))
        #expect(fault { try third.greeted(line("* PREAUTH welcome")) } == .interrupted)
    }

    @Test("what the server refuses says whose fault it is")
    func refusals() throws {
        func opened() throws -> IMAPOpening {
            var opening = IMAPOpening(account())
            _ = try opening.greeted(line("* OK hello"))
            _ = try opening.accept(reply("a1 OK done", "* CAPABILITY IMAP4rev1"))
            return opening
        }
        var opening = try opened()
        #expect(fault { try opening.accept(reply("a2 NO [AUTHENTICATIONFAILED] no", outcome: .no)) } == .login)
        opening = try opened()
        #expect(fault { try opening.accept(reply("a2 NO [UNAVAILABLE] later", outcome: .no)) } == .interrupted)
        opening = IMAPOpening(account())
        #expect(fault { try opening.greeted(line("220 mail.example ESMTP")) } == .notMail)
        opening = IMAPOpening(account())
        #expect(fault { try opening.greeted(line("* BYE too many")) } == .interrupted)
        opening = IMAPOpening(account())
        _ = try opening.greeted(line("* OK hello"))
        #expect(fault { try opening.accept(reply("a1 OK done", "* CAPABILITY IMAP4rev1 LOGINDISABLED")) } == .encryption)
        // Log output contains nothing of an account.
        #expect("\(account())" == "mail.example:993")
        #expect(String(reflecting: account()) == "mail.example:993")
    }
}
