import Foundation
import Operating
import TestSupport
import Testing

@testable import Notifying

@Suite("Mail to Python's aiosmtpd")
struct SMTPDTests {
    @Test("aiosmtpd takes a message over STARTTLS with a password, and email reads it", .enabled(if: Python.has("aiosmtpd")))
    func delivered() async throws {
        let server = try await MailDaemon()
        defer { server.end() }
        var settings = try MailServer(host: "127.0.0.1", port: server.port, security: .startTLS, user: "tidings", password: "secret")
        settings.authorities = server.certificate
        let email = Email(server: settings, from: try MailAddress("tidings@example.org"), fromName: "Tidings")
        let notice = Notice.sample(title: "Grüße", lines: [".", "..", "世界"])
        #expect(await email.send(notice, to: Email.Recipient(try MailAddress("ana@example.net"))) == .delivered)
        await email.shutdown()
        let received = try await server.firstMessage()
        #expect(received["to"] as? [String] == ["ana@example.net"])
        #expect(received["subject"] as? String == "Grüße")
        #expect((received["text"] as? String)?.replacing("\r\n", with: "\n").hasPrefix(".\n..\n世界\n\nhttps://") == true)
    }
}

/// aiosmtpd in its own process: prints its port on its first line, then each message on a line.
private final class MailDaemon {
    private(set) var port = 0
    let certificate: URL
    private let process: ChildProcess
    private var received: [UInt8] = []
    private let folder: TemporaryFolder

    private static let program = """
        import asyncio, email, email.policy, json, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult

        class Handler:
            async def handle_DATA(self, server, session, envelope):
                message = email.message_from_bytes(envelope.content, policy=email.policy.default)
                text = next(message.iter_parts()).get_content()
                print(json.dumps({"to": envelope.rcpt_tos, "subject": message["Subject"], "text": text}), flush=True)
                return "250 taken"

        def authenticate(server, session, envelope, mechanism, login):
            return AuthResult(success=(login.login, login.password) == (b"tidings", b"secret"))

        async def main():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            def session():
                return SMTP(Handler(), tls_context=context, require_starttls=True, authenticator=authenticate, auth_required=True)
            loop = asyncio.get_running_loop()
            server = await loop.create_server(session, "127.0.0.1", 0)
            print(server.sockets[0].getsockname()[1], flush=True)
            await loop.run_in_executor(None, sys.stdin.read)

        asyncio.run(main())
        """

    init() async throws {
        folder = try TemporaryFolder()
        certificate = try folder.file("certificate.pem", Array(TestCertificate.certificate.utf8))
        let key = try folder.file("key.pem", Array(TestCertificate.key.utf8))
        let script = try folder.file("daemon.py", Array(Self.program.utf8))
        process = try ChildProcess(
            Python.interpreter(with: "aiosmtpd") ?? "", [script.path, certificate.path, key.path], input: .pipe, output: .pipe,
            fence: nil)
        port = try #require(Int(try await nextLine()))
    }

    func firstMessage() async throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(try await nextLine().utf8)) as? [String: Any])
    }

    func end() {
        process.kill()
        _ = process.wait()
        for end in [process.input, process.output] { _ = end.map { close($0) } }
    }

    /// Waits for a line; the process's end ends the wait.
    private func nextLine() async throws -> String {
        let output = try #require(process.output)
        try await eventually("aiosmtpd has said a line") {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard !received.contains(UInt8(ascii: "\n")), poll(&waiting, 1, 0) > 0 else { return received.contains(UInt8(ascii: "\n")) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            try #require(count > 0, "aiosmtpd has ended")
            received += bytes[..<count]
            return received.contains(UInt8(ascii: "\n"))
        }
        let end = received.firstIndex(of: UInt8(ascii: "\n")) ?? received.endIndex
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
    }
}
