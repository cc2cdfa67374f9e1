import Testing

@testable import MailReading

@Suite("Mails as they come") struct ReceivedMailTests {
    private func mail(_ text: String) -> ReceivedMail { ReceivedMail(Array(text.replacing("\n", with: "\r\n").utf8)) }

    @Test("a plain mail is its subject and its text")
    func plain() {
        let one = mail("Subject: Hello\n there\nFrom: a@b.example\n\nOne.\n\nTwo.\n")
        #expect(one.subject == "Hello there")
        #expect(one.texts.map(\.text) == ["One.\r\n\r\nTwo.\r\n"])
        #expect(one.attachments.isEmpty)
        #expect(mail("").texts.map(\.text) == [""])
        #expect(mail("").subject.isEmpty)
        #expect(ReceivedMail(Array("Subject: bare\n\nline ends".utf8)).texts.map(\.text) == ["line ends"])
    }

    @Test(
        "the sender is a name, or else the address",
        arguments: [
            ("a@b.example", "a@b.example"), ("Ada Lovelace <a@b.example>", "Ada Lovelace"),
            ("\"Lovelace, Ada\" <a@b.example>", "Lovelace, Ada"),
            ("<a@b.example>", "a@b.example"), ("=?UTF-8?Q?Zo=C3=AB?= <z@b.example>", "Zoë"),
        ])
    func sender(written: String, read: String) {
        let one = mail("From: \(written)\nDate: Tue, 24 Nov 2026\n 10:00:00 +0100\n\nx")
        #expect(one.sender == read)
        #expect(one.date == "Tue, 24 Nov 2026 10:00:00 +0100")
    }

    @Test(
        "encoded words are read, whatever they are cut into",
        arguments: [
            ("=?UTF-8?Q?caf=C3=A9_cr=C3=A8me?=", "café crème"), ("=?utf-8?B?Y2Fmw6k=?= and =?iso-8859-1?q?th=E9?=", "café and thé"),
            ("=?UTF-8?B?Y2Fmww==?=\n =?UTF-8?B?qSBhdSBsYWl0?=", "café au lait"), ("=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=", "日本"),
            ("=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=\n =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=", "日本日本"),
            ("=?utf-8*en?Q?a?= =?utf-8?q?b?= c", "ab c"), ("=?utf-8?X?a?= b", "=?utf-8?X?a?= b"), ("=?nowhere-1?Q?caf=C3=A9?=", "café"),
            ("a =?", "a =?"), ("=?utf-8?Q?a", "=?utf-8?Q?a"), ("Größe", "Größe"), ("2 =?= 3", "2 =?= 3"),
        ])
    func words(written: String, read: String) { #expect(mail("Subject: \(written)\n\nx").subject == read) }

    @Test("charsets and encodings of the text are undone")
    func charsets() {
        func text(_ fields: String, _ body: [UInt8]) -> String? {
            ReceivedMail(Array("Content-Type: text/plain\(fields)\r\n\r\n".utf8) + body).texts.first?.text
        }
        #expect(text("; charset=iso-8859-1", [0x63, 0xE9]) == "cé")
        #expect(text("; charset=\"UTF-8\"", Array("cé".utf8)) == "cé")
        #expect(text("", [0x63, 0xE9]) == "cé")
        #expect(
            text("; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable", Array("c=C3=A9 is=\r\n one = line=20".utf8))
                == "cé is one = line ")
        #expect(text("; charset=utf-8\r\nContent-Transfer-Encoding: BASE64", Array("Y8\r\nOp!".utf8)) == "cé")
        #expect(text("; charset=shift_jis\r\nContent-Transfer-Encoding: base64", Array("k/qWew==".utf8)) == "日本")
    }

    @Test("of alternatives the plain text is read, if it says anything; what is attached counts wherever it is")
    func parts() {
        func alternatives(_ plain: String) -> ReceivedMail {
            mail(
                """
                Content-Type: multipart/mixed; boundary="out er"

                For old programs.
                --out er
                Content-Type: multipart/alternative; boundary=in

                --in
                Content-Type: text/plain

                \(plain)
                --in
                Content-Type: multipart/related; boundary=page

                --page
                Content-Type: text/html

                <p>The page.</p>
                --page
                Content-Type: image/png; name=dot.png
                Content-Transfer-Encoding: base64

                AAAA
                --page--
                --in--
                --out er
                Content-Type: application/pdf
                Content-Disposition: attachment; filename*=utf-8''caf%C3%A9%20menu.pdf

                %PDF-
                --out er
                Content-Type: message/rfc822

                Subject: inner
                Content-Type: text/plain

                Forwarded.
                --out er
                Content-Type: application/octet-stream; name="=?utf-8?q?b=C3=BCcher=2Eepub?="

                PK
                --out er--
                After all of it.
                """)
        }
        let long = String(repeating: "a word and another ", count: 6)
        let one = alternatives(long)
        #expect(one.texts.map(\.type) == ["text/plain", "text/plain"])
        #expect(one.texts.first?.text == long)
        #expect(one.texts.last?.text == "Forwarded.")
        #expect(one.attachments.map(\.name) == ["café menu.pdf", "bücher.epub"])
        #expect(one.attachments.first?.bytes == Array("%PDF-".utf8))
        let other = alternatives("See the page.")
        #expect(other.texts.map(\.type) == ["text/html", "text/plain"])
        #expect(other.texts.first?.text == "<p>The page.</p>")
    }

    @Test("a name in pieces and in another charset is put together (RFC 2231)")
    func pieces() {
        let parameters = FieldParameters(
            "attachment; filename*0*=iso-8859-1'de'B%FC; filename*1=\"cher; \"; filename*2*=%28neu%29; size=3; note=\"a\\\"b\" (c)")
        #expect(parameters.word == "attachment")
        #expect(parameters["filename"] == "Bücher; (neu)")
        #expect(parameters["size"] == "3")
        #expect(parameters["note"] == "a\"b")
        #expect(parameters["other"] == nil)
    }

    @Test("parts in parts, and their number, have bounds, and what is cut off is read as far as it goes")
    func bounds() {
        var nested = "Content-Type: text/plain\n\nThe core."
        for depth in 0..<100 { nested = "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n\(nested)\n--b\(depth)--" }
        #expect(mail(nested).texts.isEmpty)
        let many = (0..<5_000).map { "--b\nContent-Type: text/plain; name=\($0).txt\n\nx\n" }.joined()
        #expect(mail("Content-Type: multipart/mixed; boundary=b\n\n\(many)--b--").attachments.count < MailPart.countLimit)
        let cut = mail("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nOne.\n--b\n\nTwo, and no e")
        #expect(cut.texts.map(\.text) == ["One.", "Two, and no e"])
        let header = String(repeating: "X-Field: =?utf-8?q?", count: 20_000)
        #expect(mail("Subject: \(header)\nX: y\n\nText.").texts.map(\.text) == ["Text."])
    }

    @Test("whatever the bytes are, there is a mail")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let whole = """
            Subject: =?utf-8?B?Y2Fmw6k=?=\r
            Content-Type: multipart/mixed; boundary="b"\r
            \r
            --b\r
            Content-Type: text/plain; charset*0*=utf-8''x; format=flowed\r
            Content-Transfer-Encoding: quoted-printable\r
            \r
            a=C3=A9=\r
            --b\r
            Content-Disposition: attachment; filename="a\\"b.pdf"\r
            Content-Transfer-Encoding: base64\r
            \r
            JVBERi0=\r
            --b--\r
            """
        for _ in 0..<3_000 {
            var bytes = Array(whole.utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...60, using: &random)), at: place)
                default: bytes = Array(bytes.prefix(place + 1))
                }
            }
            let mail = ReceivedMail(bytes)
            #expect(mail.texts.count + mail.attachments.count <= MailPart.countLimit)
            for leaf in mail.texts + mail.attachments { _ = (leaf.text.utf8.count, leaf.bytes.count, leaf.name) }
        }
    }
}
