import Foundation
import Records
import Testing

@testable import Notifying

@Suite("Mail messages")
struct MailMessageTests {
    private func message(_ notice: Notice, fromName: String? = "Tidings", unsubscribe: String? = nil) throws -> String {
        let message = MailMessage(
            notice, from: try MailAddress("tidings@example.org"), fromName: fromName, to: try MailAddress("ana@example.net"),
            unsubscribe: unsubscribe.flatMap { URL(string: $0) })
        return String(decoding: message.bytes, as: UTF8.self)
    }

    private static let nasty = Notice.sample(
        title: "Grüße: “20120070012” \r\nBcc: eve@example.org — ist auf der Liste, und zwar an einer Stelle weiter hinten 世界",
        lines: [
            ".", "..", "From the list", "a <b> & \"c\" <\u{338}script>", String(repeating: "lang ", count: 100), "trailing  ", "a\rb\nc",
            "",
        ])

    @Test("a plain notice, whole")
    func whole() throws {
        var notice = Notice.sample(lines: ["Status: issued"], topic: nil)
        notice.link = URL(string: "https://tidings.example/visa")
        let expected = """
            Date: Wed, 07 Mar 2012 09:30:00 +0000
            From: Tidings <tidings@example.org>
            To: ana@example.net
            Subject: 20120070012 is on the list
            Message-ID: <6f1b2c3d-0000-4000-8000-000000000001@example.org>
            Auto-Submitted: auto-generated
            MIME-Version: 1.0
            Content-Type: multipart/alternative;
             boundary="=_6f1b2c3d-0000-4000-8000-000000000001"
            List-Unsubscribe: <https://tidings.example/stop>
            List-Unsubscribe-Post: List-Unsubscribe=One-Click

            --=_6f1b2c3d-0000-4000-8000-000000000001
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Status: issued

            https://tidings.example/visa

            --=_6f1b2c3d-0000-4000-8000-000000000001
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <!DOCTYPE html>
            <html><head><meta charset=3D"utf-8"><title>20120070012 is on the list</titl=
            e></head>
            <body>
            <h1 dir=3D"auto">20120070012 is on the list</h1>
            <p dir=3D"auto">Status: issued</p>
            <p><a href=3D"https://tidings.example/visa">https://tidings.example/visa</a=
            ></p>
            </body></html>

            --=_6f1b2c3d-0000-4000-8000-000000000001--

            """
        #expect(try message(notice, unsubscribe: "https://tidings.example/stop") == expected.replacing("\n", with: "\r\n"))
    }

    @Test("every line is plain ASCII of at most 78 characters and ends in CRLF, whatever the notice says")
    func lines() throws {
        let text = try message(Self.nasty, fromName: "Ana\r\nBcc: eve@example.org, \"Mendes\"", unsubscribe: "mailto:stop@example.org")
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) })
        #expect(!lines.prefix { !$0.isEmpty }.contains { $0.hasPrefix("Bcc") })
    }

    @Test("a topic binds the mails about it together, and shows nothing of itself")
    func topic() throws {
        let (one, two) = (try message(.sample(id: UUID())), try message(.sample(id: UUID(), title: "Another")))
        let references = { (text: String) in text.components(separatedBy: "\r\n").first { $0.hasPrefix("References:") } }
        #expect(references(one) != nil)
        #expect(references(one) == references(two))
        #expect(references(one)?.contains("visa") == false)
    }

    @Test("Python's email package reads the message back", .enabled(if: Python.has("email")))
    func readBack() throws {
        let program = """
            import email, email.policy, json, sys
            message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            parts = list(message.iter_parts())
            print(json.dumps({
                "subject": message["Subject"], "from": message["From"].addresses[0].addr_spec, "name": message["From"].addresses[0].display_name,
                "to": [a.addr_spec for a in message["To"].addresses], "bcc": message["Bcc"], "date": message["Date"].datetime.isoformat(),
                "id": message["Message-ID"], "types": [p.get_content_type() for p in parts],
                "text": parts[0].get_content(), "html": parts[1].get_content(), "unsubscribe": message["List-Unsubscribe"],
                "defects": [str(d) for p in [message, *parts] for d in p.defects],
            }))
            """
        let text = try message(Self.nasty, fromName: "Ana “Anita” Mendes, Tidings", unsubscribe: "https://tidings.example/u?t=1")
        let output = try Python.run(program, with: "email", input: text)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        #expect(read["subject"] as? String == Self.nasty.title.replacing("\r\n", with: "  "))
        #expect(read["from"] as? String == "tidings@example.org")
        #expect(read["name"] as? String == "Ana “Anita” Mendes, Tidings")
        #expect(read["to"] as? [String] == ["ana@example.net"])
        #expect(read["bcc"] is NSNull)
        #expect(read["date"] as? String == "2012-03-07T09:30:00+00:00")
        #expect(read["id"] as? String == "<6f1b2c3d-0000-4000-8000-000000000001@example.org>")
        #expect(read["types"] as? [String] == ["text/plain", "text/html"])
        #expect(read["unsubscribe"] as? String == "<https://tidings.example/u?t=1>")
        #expect(read["defects"] as? [String] == [])
        let lines = Self.nasty.lines.map { $0.replacing("\r", with: "\n") } + ["", "https://tidings.example/visa?batch=20120070012"]
        #expect((read["text"] as? String)?.replacing("\r\n", with: "\n") == lines.joined(separator: "\n") + "\n")
        let html = try #require(read["html"] as? String)
        #expect(html.contains("a &lt;b&gt; &amp; &quot;c&quot; &lt;\u{338}script&gt;"))
    }

    @Test(
        "quoted-printable keeps spaces at the ends of lines, breaks long lines and ends each in CRLF",
        arguments: [
            ("", ""), ("a", "a\r\n"), ("a\n", "a\r\n"), ("a=b", "a=3Db\r\n"), ("a \nb\t", "a=20\r\nb=09\r\n"), ("é", "=C3=A9\r\n"),
            ("a\r\r\nb", "a\r\n\r\nb\r\n"),
            (String(repeating: "x", count: 76), String(repeating: "x", count: 76) + "\r\n"),
            (String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx\r\n"),
            (String(repeating: "x", count: 75) + "é", String(repeating: "x", count: 75) + "=\r\n=C3=A9\r\n"), ("\u{0}\u{7F}", "=00=7F\r\n"),
        ])
    func quotedPrintable(text: String, encoded: String) { #expect(QuotedPrintable.text(text) == encoded) }

    @Test("a date is in the words of RFC 5322, in Greenwich")
    func dates() {
        #expect(MailMessage.date(Timestamp(milliseconds: 0)) == "Thu, 01 Jan 1970 00:00:00 +0000")
        #expect(MailMessage.date(Timestamp(milliseconds: 1_735_689_599_999)) == "Tue, 31 Dec 2024 23:59:59 +0000")
    }
}
