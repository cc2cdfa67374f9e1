import Foundation
import NIOSSL
import Synchronization
import TestSupport
import Testing

@testable import Notifying

@Suite("Mail over SMTP")
struct EmailTests {
    private let folder: TemporaryFolder
    private let authorities: URL

    init() throws {
        folder = try TemporaryFolder()
        authorities = try folder.file("authorities.pem", Array(TestCertificate.certificate.utf8))
    }

    private func email(
        _ server: StandInMailServer, _ security: MailServer.Security = .startTLS, user: String? = nil, password: String? = nil,
        from: String = "tidings@example.org",
        _ change: (inout MailServer) -> Void = { _ in }
    ) throws -> Email {
        var settings = try MailServer(
            host: "127.0.0.1", port: server.port, security: security, user: user, password: password, ownName: "tidings.example")
        settings.authorities = authorities
        (settings.timeouts.connect, settings.timeouts.reply) = (.seconds(3600), .seconds(3600))
        change(&settings)
        return Email(server: settings, from: try MailAddress(from))
    }

    private func send(_ notice: Notice = .sample(), by email: Email, to address: String = "ana@example.net") async throws -> Delivery {
        let delivery = await email.send(notice, to: Email.Recipient(try MailAddress(address)))
        await email.shutdown()
        return delivery
    }

    @Test("a message goes out after STARTTLS, and everything that matters after it is encrypted")
    func startTLS() async throws {
        let server = try await StandInMailServer()
        #expect(try await send(.sample(lines: [".", ".. and more", "end"]), by: email(server)) == .delivered)
        let heard = server.heard
        let commands = heard.lines.filter { $0 != "QUIT" }
        #expect(commands.prefix(4) == ["EHLO tidings.example", "STARTTLS", "EHLO tidings.example", commands[3]])
        #expect(commands[3].hasPrefix("MAIL FROM:<tidings@example.org> SIZE="))
        #expect(commands.dropFirst(4) == ["RCPT TO:<ana@example.net>", "DATA", "."])
        #expect(Array(heard.wereSecure.prefix(commands.count)) == [false, false, true, true, true, true, true])
        let message = try #require(heard.messages.first)
        #expect(message.contains("\r\n..\r\n... and more\r\nend\r\n"), "lines that begin with a dot have one more")
        try await server.close()
    }

    @Test("a server that repeats the password, as it is or as it was sent, isn't quoted; other words are")
    func repeating() async throws {
        for words in ["hush-hush-9 may not send", Data("\0tidings\0hush-hush-9".utf8).base64EncodedString(), "no such user"] {
            let server = try await StandInMailServer(extensions: ["AUTH PLAIN"], isEncrypted: true) { line, _ in
                line.hasPrefix("RCPT") ? .say("554 5.7.1 \(words)") : nil
            }
            let delivery = try await send(by: email(server, .tls, user: "tidings", password: "hush-hush-9"))
            guard case .refused(let said) = delivery else {
                Issue.record("\(delivery)")
                return
            }
            #expect(said.contains(words) == (words == "no such user"), "\(said)")
            try await server.close()
        }
    }

    @Test("a connection that is encrypted from the first byte logs in with PLAIN")
    func implicitTLS() async throws {
        let server = try await StandInMailServer(extensions: ["AUTH LOGIN PLAIN"], isEncrypted: true)
        #expect(try await send(by: email(server, .tls, user: "tidings", password: "pässword")) == .delivered)
        #expect(server.heard.lines.contains("AUTH PLAIN " + Data("\0tidings\0pässword".utf8).base64EncodedString()))
        #expect(server.heard.wereSecure.allSatisfy { $0 })
        try await server.close()
    }

    @Test("where there is no PLAIN it is LOGIN")
    func login() async throws {
        let server = try await StandInMailServer(extensions: ["STARTTLS", "AUTH=LOGIN"]) { line, _ in
            switch line {
            case "AUTH LOGIN": .say("334 VXNlcm5hbWU6")
            case Data("tidings".utf8).base64EncodedString(): .say("334 UGFzc3dvcmQ6")
            case Data("secret".utf8).base64EncodedString(): .say("235 welcome")
            default: nil
            }
        }
        #expect(try await send(by: email(server, user: "tidings", password: "secret")) == .delivered)
        try await server.close()
    }

    @Test("a wrong password is told without repeating it")
    func wrongPassword() async throws {
        let server = try await StandInMailServer(extensions: ["STARTTLS", "AUTH PLAIN"]) { line, _ in
            line.hasPrefix("AUTH") ? .say("535 5.7.8 \(line) is wrong") : nil
        }
        let delivery = try await send(by: email(server, user: "tidings", password: "secret"))
        #expect(delivery == .later(nil, "the mail server 127.0.0.1 does not let us in with the name and password that are set (535)"))
        try await server.close()
    }

    @Test("without encryption nothing is sent where it is required, and never a password")
    func noEncryption() async throws {
        let server = try await StandInMailServer(extensions: ["AUTH PLAIN"])
        let required = try await send(by: email(server, .startTLS))
        #expect(required.reason.hasSuffix("offers no encryption (STARTTLS), without which nothing is sent to it"))
        let password = try await send(by: email(server, .whereOffered, user: "tidings", password: "secret"))
        #expect(password.reason.hasSuffix("offers no encryption, without which no password is sent to it"))
        #expect(!server.heard.lines.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
        #expect(try await send(by: email(server, .whereOffered)) == .delivered)
        try await server.close()
    }

    @Test("what stands behind the word for STARTTLS in the clear is not taken for said in private")
    func injection() async throws {
        let server = try await StandInMailServer { line, _ in
            line == "STARTTLS" ? .encrypt("220 go ahead\r\n250 I am the man in the middle") : nil
        }
        let delivery = try await send(by: email(server))
        #expect(delivery.reason == "the mail server 127.0.0.1 says more in the clear than it was asked")
        try await server.close()
    }

    @Test("a certificate that is not trusted ends it")
    func untrusted() async throws {
        for security in [MailServer.Security.tls, .startTLS, .whereOffered] {
            let server = try await StandInMailServer(isEncrypted: security == .tls)
            let delivery = try await send(by: email(server, security) { $0.authorities = nil })
            #expect(delivery.reason == "the mail server 127.0.0.1 has a certificate that is not trusted", "\(security)")
            #expect(!server.heard.lines.contains { $0.hasPrefix("MAIL") })
            try await server.close()
        }
    }

    @Test("a certificate for another host is told apart, and the words say how to mend it")
    func wrongName() {
        let words = "has a certificate for another host; set mail-host to a name that is in the certificate"
        #expect(MailError(of: NIOSSLExtraError.failedToValidateHostname).description == words)
    }

    @Test(
        "an answer of the mail server says what became of the notice",
        arguments: [
            ("", "421 4.3.2 too busy", "later"), ("", "554 no service", "later"), ("EHLO", "502 what?", "later"),
            ("MAIL", "451 4.7.1 greylisted", "later"),
            ("MAIL", "550 5.1.8 bad sender", "refused"), ("MAIL", "550 5.1.1 bad sender", "refused"),
            ("MAIL", "530 5.7.0 Authentication required", "later"), ("MAIL", "535 no", "later"),
            ("MAIL", "550 5.7.60 not this sender", "later"),
            ("RCPT", "550 relay not permitted", "later"), ("RCPT", "554 5.7.1 <ana@example.net>: Relay access denied", "later"),
            ("RCPT", "550-Please\r\n550 use SMTP Authentication", "later"), ("RCPT", "530 5.7.0 Must issue STARTTLS", "later"),
            ("RCPT", "553 that domain isn't in my list of allowed rcpthosts (#5.7.1)", "later"),
            ("RCPT", "550 5.1.1 no such user, says the relay", "gone"), ("DATA", "530 no", "later"),
            ("RCPT", "450 4.2.1 try again", "later"),
            ("RCPT", "550 no such user", "gone"), ("RCPT", "550 5.1.1 no such user", "gone"), ("RCPT", "550 5.7.1 policy", "refused"),
            ("RCPT", "551 5.1.6 moved", "gone"), ("RCPT", "552 full", "later"), ("RCPT", "552 5.2.2 full", "later"),
            ("RCPT", "421 4.3.2 bye", "later"),
            ("DATA", "451 later", "later"), ("DATA", "554 no", "refused"), (".", "452 4.3.1 disk full", "later"),
            (".", "554 5.6.0 spam", "refused"),
            (".", "550 5.1.1 no such user", "gone"), (".", "250-2.0.0 queued\r\n250 2.0.0 as 1234", "delivered"),
        ])
    func answers(command: String, answer: String, meaning: String) async throws {
        let server = try await StandInMailServer { line, _ in
            (command.isEmpty ? line.isEmpty : line.hasPrefix(command)) ? .say(answer) : nil
        }
        let delivery = try await send(by: email(server))
        #expect(delivery.name == meaning)
        #expect(meaning == "delivered" || delivery.reason.contains(answer.prefix(3)))
        try await server.close()
    }

    @Test(
        "a server that falls silent or hangs up at any stage is for later",
        arguments: ["", "EHLO", "STARTTLS", "MAIL", "RCPT", "DATA", "."])
    func silence(command: String) async throws {
        for answer in [StandInMailServer.Answer.silence, .close] {
            let server = try await StandInMailServer { line, _ in (command.isEmpty ? line.isEmpty : line.hasPrefix(command)) ? answer : nil
            }
            let delivery = try await send(
                by: email(server) {
                    $0.timeouts.reply = .milliseconds(300); $0.timeouts.acceptance = .milliseconds(300)
                })
            #expect(delivery.name == "later", "\(delivery)")
            try await server.close()
        }
    }

    @Test("several messages share a connection, up to the limit")
    func reuse() async throws {
        let server = try await StandInMailServer()
        let email = try email(server) {
            $0.messageLimit = 3; $0.connectionLimit = 1; $0.idleTime = .seconds(600)
        }
        let recipient = Email.Recipient(try MailAddress("ana@example.net"))
        for _ in 0..<7 { #expect(await email.send(.sample(id: UUID()), to: recipient) == .delivered) }
        await email.shutdown()
        #expect(server.heard.messages.count == 7)
        #expect(server.heard.connectionCount == 3)
        try await server.close()
    }

    @Test("messages at the same time use no more connections than are allowed, and all arrive")
    func atOnce() async throws {
        let server = try await StandInMailServer()
        let email = try email(server) {
            $0.connectionLimit = 2; $0.idleTime = .seconds(600)
        }
        let recipient = Email.Recipient(try MailAddress("ana@example.net"))
        let deliveries = await withTaskGroup(of: Delivery.self) { group in
            for _ in 0..<20 { group.addTask { await email.send(.sample(id: UUID()), to: recipient) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        await email.shutdown()
        #expect(deliveries == Array(repeating: .delivered, count: 20))
        #expect(server.heard.messages.count == 20)
        #expect(server.heard.connectionCount <= 2)
        try await server.close()
    }

    @Test("a kept connection that the server has had enough of is replaced, and the message goes out once")
    func staleConnection() async throws {
        for answer in [StandInMailServer.Answer.say("421 4.4.2 bye"), .close] {
            let mails = Mutex(0)
            let server = try await StandInMailServer { line, connection in
                guard line.hasPrefix("MAIL") else { return nil }
                let count = mails.withLock { count in
                    count += 1
                    return count
                }
                return count == 2 && connection == 1 ? answer : nil
            }
            let email = try email(server) { $0.idleTime = .seconds(600) }
            let recipient = Email.Recipient(try MailAddress("ana@example.net"))
            for _ in 0..<2 { #expect(await email.send(.sample(id: UUID()), to: recipient) == .delivered) }
            await email.shutdown()
            #expect(server.heard.messages.count == 2)
            #expect(server.heard.connectionCount == 2)
            try await server.close()
        }
    }

    @Test("an address beyond ASCII needs SMTPUTF8 and 8BITMIME, and is refused without them")
    func international() async throws {
        let plain = try await StandInMailServer()
        #expect(try await send(by: email(plain), to: "jörg@bücher.example").name == "refused")
        try await plain.close()
        let server = try await StandInMailServer(extensions: ["STARTTLS", "8BITMIME", "SMTPUTF8"])
        #expect(try await send(by: email(server), to: "jörg@bücher.example") == .delivered)
        #expect(server.heard.lines.contains("MAIL FROM:<tidings@example.org> BODY=8BITMIME SMTPUTF8"))
        #expect(server.heard.lines.contains("RCPT TO:<jörg@xn--bcher-kva.example>"))
        try await server.close()
    }

    @Test("a message that the server would not take for its size is not sent")
    func size() async throws {
        let server = try await StandInMailServer(extensions: ["STARTTLS", "SIZE 500"])
        #expect(try await send(by: email(server)).name == "refused")
        #expect(!server.heard.lines.contains { $0.hasPrefix("MAIL") })
        try await server.close()
    }

    @Test("nobody at the port is for later")
    func closed() async throws {
        let port = try ClosedPort()
        let server = try MailServer(host: "127.0.0.1", port: port.port, security: .startTLS)
        let delivery = try await send(by: Email(server: server, from: try MailAddress("tidings@example.org")))
        #expect(delivery == .later(nil, "the mail server 127.0.0.1 refuses connections"))
    }

    @Test("a cancelled send ends")
    func cancelled() async throws {
        let server = try await StandInMailServer { line, _ in line.hasPrefix("RCPT") ? .silence : nil }
        let email = try email(server)
        let recipient = Email.Recipient(try MailAddress("ana@example.net"))
        let task = Task { await email.send(.sample(), to: recipient) }
        try await eventually("the recipient was named") { server.heard.lines.contains { $0.hasPrefix("RCPT") } }
        task.cancel()
        #expect(await task.value.name == "later")
        try await server.close()
    }

    @Test(
        "settings that could not work, or would say more than one line, are refused",
        arguments: ["", "mail example", "mail.example\r\nQUIT", "mail.example:25", "user@mail.example", "mail.example/x"])
    func settings(host: String) {
        #expect(throws: AddressError.self) { try MailServer(host: host, security: .tls) }
        #expect(throws: AddressError.self) { try MailServer(host: "mail.example", security: .tls, ownName: host) }
    }
}
