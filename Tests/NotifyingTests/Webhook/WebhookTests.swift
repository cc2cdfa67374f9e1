import Foundation
import Records
import TestSupport
import Testing

@testable import Notifying

@Suite("Webhooks")
struct WebhookTests {
    private static let secret = "0123456789abcdef"

    private func send(_ notice: Notice = .sample(), to endpoint: Webhook.Endpoint) async throws -> Delivery {
        try await withFetcher { await Webhook(fetcher: $0, now: { .sample }).send(notice, to: endpoint) }
    }

    @Test("a program gets a notice as signed JSON")
    func delivered() async throws {
        let server = try ScriptedServer { try $0.answer("204 No Content") }
        let endpoint = try Webhook.Endpoint(url: server.url("/hook?key=1").absoluteString, secret: Self.secret)
        #expect(try await send(to: endpoint) == .delivered)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/hook?key=1")
        #expect(request["Content-Type"] == ["application/json"])
        #expect(request["Tidings-Notice"] == ["6f1b2c3d-0000-4000-8000-000000000001"])
        #expect(request["Tidings-Signature"] == [WebhookSignature.text(of: request.body, secret: Self.secret, at: .sample)])
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"board":"visa","body":"Status: issued (before: pending)\nDate: 7 March 2012","id":"6f1b2c3d-0000-4000-8000-000000000001",\#
                "lines":["Status: issued (before: pending)","Date: 7 March 2012"],"link":"https://tidings.example/visa?batch=20120070012",\#
                "time":"2012-03-07T09:30:00Z","title":"20120070012 is on the list","topic":"visa/20120070012","urgency":"normal"}
                """#)
    }

    @Test("a signature is that of the documented recipe")
    func signature() {
        // printf '1331112600.{"a":1}' | openssl dgst -sha256 -hmac 0123456789abcdef
        #expect(
            WebhookSignature.text(of: Array(#"{"a":1}"#.utf8), secret: Self.secret, at: .sample)
                == "t=1331112600,v1=32890b68c298d170cdb061722bc541a575c3cf90f3fc9b0eab4dd13616374e5f")
    }

    @Test("the recipe in Python verifies a signature, and refuses another body", .enabled(if: Python.has("hmac")))
    func recipe() throws {
        let signature = WebhookSignature.text(of: Array("body".utf8), secret: Self.secret, at: .sample)
        let program = """
            import hashlib, hmac, sys
            def is_genuine(header, body, secret, now):
                fields = dict(field.split("=", 1) for field in header.split(","))
                expected = hmac.new(secret, fields["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
                return abs(now - int(fields["t"])) <= 300 and hmac.compare_digest(expected, fields["v1"])
            header, secret = sys.stdin.read().split()
            for body, now in [(b"body", 1331112700), (b"Body", 1331112700), (b"body", 1331113000)]:
                print(is_genuine(header, body, secret.encode(), now))
            """
        #expect(try Python.run(program, with: "hmac", input: "\(signature) \(Self.secret)") == "True\nFalse\nFalse\n")
    }

    @Test(
        "a status says what became of the notice",
        arguments: [
            ("200 OK", "delivered"), ("202 Accepted", "delivered"), ("302 Found", "refused"), ("400 Bad Request", "refused"),
            ("404 Not Found", "refused"), ("408 Request Timeout", "later"), ("410 Gone", "gone"), ("429 Too Many Requests", "later"),
            ("502 Bad Gateway", "later"),
        ])
    func statuses(status: String, meaning: String) async throws {
        let server = try ScriptedServer { try $0.answer(status, [("Location", "/other")]) }
        let delivery = try await send(to: Webhook.Endpoint(url: server.url("/secret-path").absoluteString, secret: Self.secret))
        #expect(delivery.name == meaning)
        #expect(!delivery.reason.contains("secret-path"))
        #expect(server.requests.count == 1, "no redirect is followed")
    }

    @Test("an answer that never ends, is far too long or breaks off after its head has been taken all the same")
    func afterTheHead() async throws {
        let scripts: [ScriptedServer.Script] = [
            { connection in
                try connection.sendHead("200 OK", [("Content-Length", "10")])
                try connection.stall()
            },
            { try $0.sendHead("200 OK", [("Content-Length", "9999999999")]) },
            { try $0.sendHead("202 Accepted", [("Content-Length", "10")]) },
            { try $0.answer("200 OK", [("Content-Encoding", "br")], body: [1]) },
        ]
        for script in scripts {
            let server = try ScriptedServer(script)
            #expect(try await send(to: Webhook.Endpoint(url: server.url().absoluteString, secret: Self.secret)) == .delivered)
        }
    }

    @Test("a template is filled, and nothing in a notice changes its shape")
    func template() throws {
        let template = try WebhookTemplate(
            #"{"text": "{title}: {body}", "meta": {"board": "{board}", "link": "{link}", "when": "{time} {urgency}"}, "n": {}}"#)
        let notice = Notice.sample(title: "\" , \"admin\": true, \"{board}\\", lines: ["a\tb\r", "\u{1}\"\u{301}", "\u{2028}é"])
        let filled = try #require(try JSONSerialization.jsonObject(with: Data(template.body(of: notice))) as? [String: Any])
        #expect(Set(filled.keys) == ["text", "meta", "n"])
        #expect(filled["text"] as? String == "\(notice.title): \(notice.body)")
        let meta = try #require(filled["meta"] as? [String: String])
        #expect(meta == ["board": "visa", "link": "https://tidings.example/visa?batch=20120070012", "when": "2012-03-07T09:30:00Z normal"])
    }

    @Test("the recipe for Apprise is a template")
    func apprise() throws {
        let template = try WebhookTemplate(#"{"title": "{title}", "body": "{body}\n{link}", "type": "info", "format": "text"}"#)
        let filled = try #require(try JSONSerialization.jsonObject(with: Data(template.body(of: .sample()))) as? [String: String])
        #expect(filled["body"] == "Status: issued (before: pending)\nDate: 7 March 2012\nhttps://tidings.example/visa?batch=20120070012")
    }

    @Test(
        "a template that could not work is refused with words",
        arguments: [
            (#"{"text": {title}}"#, "the template isn't JSON, or a placeholder is outside a string"),
            (#"{"text": "{title}""#, "the template isn't JSON, or a placeholder is outside a string"),
            ("", "the template isn't JSON, or a placeholder is outside a string"),
            (
                #"{"text": "{headline}"}"#,
                "the template has an unknown placeholder {headline}; there are {id}, {title}, {body}, {link}, {board}, {time}, {urgency}"
            ),
        ])
    func badTemplate(text: String, words: String) {
        let error = #expect(throws: AddressError.self) { try WebhookTemplate(text) }
        #expect(error?.description == words)
    }

    @Test("an endpoint is kept as JSON and shows no secret; a short secret is none")
    func endpoint() throws {
        let endpoint = try Webhook.Endpoint(url: "https://example.org/secret-path", template: WebhookTemplate(#""{title}""#))
        #expect(endpoint.secret.text(for: .itsOwner).utf8.count == 43)
        #expect(try JSONDecoder().decode(Webhook.Endpoint.self, from: JSONEncoder().encode(endpoint)) == endpoint)
        var dumped = "\(endpoint)"
        dump(endpoint, to: &dumped)
        #expect(!dumped.contains("secret-path"))
        #expect(!dumped.contains(endpoint.secret.text(for: .itsOwner)))
        #expect(throws: AddressError.self) { try Webhook.Endpoint(url: "https://example.org/", secret: "short") }
        #expect(throws: AddressError.self) { try Webhook.Endpoint(url: "ftp://example.org/") }
    }
}
