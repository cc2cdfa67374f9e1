import Foundation
import Testing

@testable import MailReading

/// Deviations of real programs from the standards, from which nothing may be lost. The mails in `Fixtures` are named after them.
@Suite("What mails break") struct MailHazardsTests {
    private func fixture(_ name: String) throws -> ReceivedMail {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        return ReceivedMail([UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).eml"))))
    }

    private func mail(_ text: String) -> ReceivedMail { ReceivedMail(Array(text.replacing("\n", with: "\r\n").utf8)) }

    @Test("a name of encoded words that are cut into pieces is one name")
    func pieces() throws {
        let mail = try fixture("encoded-words-in-pieces-of-a-name")
        #expect(mail.attachments.map(\.name) == ["Grüße aus 😁 Köln.txt", "Übersicht.txt"])
        #expect(
            mail.attachments.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                "Der Gruß ist angekommen, und zwar gut.", "Die Übersicht hat drei Zeilen.",
            ])
    }

    @Test("a name without quotes has its blanks, and other parameters end at the first")
    func unquoted() throws {
        let named = try fixture("names-without-quotes")
        #expect(named.attachments.map(\.name) == ["My short notes.txt", "A long book.epub"])
        let one = mail("Content-Type: application/pdf; charset=utf-8 (yes); name=Offer (2).pdf; x=y\nContent-Disposition: inline\n\nx")
            .attachments.first
        #expect(one?.name == "Offer (2).pdf")
        #expect(one?.charset == "utf-8")
    }

    @Test("lines that were cut for the mail are whole again, with the blank before the cut or without it")
    func flowed() throws {
        let text = try #require(try fixture("flowed-without-blanks").texts.first?.text)
        for part in [
            "umgebrochen wurde, wie https://example.org/eine/lange/adresse/mit/viel/weg zeigt.\n", "Fest.\n", "\nFrom hier",
            "> Zitiert wurde dieses eine Wort.\n", "\n-- \nJo",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        func flowed(_ more: String, _ lines: String) -> String? {
            mail("Content-Type: text/plain; format=flowed\(more)\n\n\(lines)").texts.first?.text
        }
        #expect(flowed("", "one \ntwo\nthree\n") == "one two\nthree\n")
        #expect(flowed("; DelSp=Yes", "one \n two\n>> three \n>> four\n> five") == "onetwo\n>> threefour\n> five")
        #expect(flowed("", "one \n-- \ntwo") == "one \n-- \ntwo")
        #expect(mail("Content-Type: text/plain\n\none \ntwo").texts.first?.text == "one \r\ntwo")
    }

    @Test("a file beside the page of a mail is attached; what the page is made of isn't")
    func related() throws {
        let one = try fixture("file-beside-a-page")
        #expect(one.texts.map(\.type) == ["text/html"])
        #expect(one.attachments.map(\.name) == ["Offer 12.pdf"])
        #expect(one.attachments[0].bytes.starts(with: "%PDF".utf8))
        let pictures = mail(
            """
            Content-Type: multipart/related; boundary=r

            --r
            Content-Type: text/html

            <p>x
            --r
            Content-Type: image/png; name=a.png
            Content-ID: <a>

            PNG
            --r
            Content-Type: text/css; name=a.css

            p {}
            --r--
            """)
        #expect(pictures.attachments.isEmpty)
        #expect(pictures.closed.isEmpty)
    }

    @Test("winmail.dat is the files in it")
    func outlook() throws {
        let mail = try fixture("winmail")
        try #require(mail.attachments.map(\.name) == ["Report.pdf"])
        #expect(mail.attachments[0].bytes.starts(with: "%PDF".utf8))
        #expect(mail.texts.map(\.text).first?.hasPrefix("Please find it attached.") == true)
        #expect(mail.texts.count == 1)
        #expect(mail.closed.isEmpty)
    }

    private func attribute(_ level: UInt8, _ id: UInt32, _ value: [UInt8]) -> [UInt8] {
        [level] + bytes(id) + bytes(UInt32(value.count)) + value + [0, 0]
    }

    private func bytes(_ number: UInt32) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }

    private func outlookMail(_ file: [UInt8]) -> ReceivedMail {
        let head = "Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        return ReceivedMail(Array((head + Data(file).base64EncodedString()).utf8))
    }

    @Test("the long name of a file counts, texts stand in for the mail's, and what isn't whole or no file is said")
    func outlookMore() {
        let signature: [UInt8] = [0x78, 0x9F, 0x3E, 0x22, 1, 0]
        func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
        let name = joined("Größerer Bericht.pdf".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, [0, 0])
        let padded = joined(name, [UInt8](repeating: 0, count: (4 - name.count % 4) % 4))
        // A named property with two values precedes it.
        let named = joined(
            [0x03, 0x10, 0, 0x80], [UInt8](repeating: 7, count: 16), bytes(1), bytes(6), [65, 0, 66, 0, 0, 0, 0, 0], bytes(2), bytes(8),
            bytes(9))
        let long = joined(bytes(2), named, [0x1F, 0, 0x07, 0x37], bytes(1), bytes(UInt32(name.count)), padded)
        let begin = attribute(2, 0x69002, [UInt8](repeating: 0, count: 14))
        let file = joined(
            begin, attribute(2, 0x18010, Array("GROESS~1.PDF\0".utf8)), attribute(2, 0x6800F, Array("%PDF".utf8)),
            attribute(2, 0x69005, long))
        let text = attribute(1, 0x69007, bytes(1252) + bytes(0)) + attribute(1, 0x2800C, [0x48, 0xE4, 0x6C, 0x6C, 0x6F, 0])
        let whole = outlookMail(signature + text + file)
        #expect(whole.attachments.map(\.name) == ["Größerer Bericht.pdf"])
        #expect(whole.texts.map(\.text) == ["Hällo"])
        #expect(whole.closed.isEmpty)
        let cut = outlookMail(Array((signature + text + file + file).dropLast(30)))
        #expect(cut.attachments.count == 2)
        #expect(cut.closed == ["winmail.dat"])
        #expect(outlookMail(Array("none".utf8)).closed == ["winmail.dat"])
        let object = joined(bytes(1), [0x0D, 0, 0x01, 0x37], bytes(1), bytes(4), [1, 2, 3, 4])
        #expect(outlookMail(signature + begin + attribute(2, 0x69005, object)).closed == ["winmail.dat: ?"])
    }

    @Test("a boundary that begins with the outer one doesn't end it")
    func boundaries() {
        let one = mail(
            """
            Content-Type: multipart/mixed; boundary=foo

            --foo
            Content-Type: multipart/mixed; boundary="foo--sub"

            --foo--sub
            Content-Type: text/plain

            One.
            --foo--sub
            Content-Type: application/pdf; name=a.pdf

            %PDF
            --foo--sub--
            --foo
            Content-Type: application/pdf; name=b.pdf

            %PDF
            --foo--
            """)
        #expect(one.texts.map(\.text) == ["One."])
        #expect(one.attachments.map(\.name) == ["a.pdf", "b.pdf"])
    }

    @Test(
        "base64 in two pieces is both", arguments: ["SGVsbG8=IHRoZXJl", "SGVsbG8=\nIHRoZXJl\n", "SGU=bGxvIHRoZXJl", "SA==ZWxsbyB0aGVyZQ=="])
    func base64(text: String) {
        #expect(mail("Content-Transfer-Encoding: base64\n\n\(text)").texts.first?.text == "Hello there")
    }

    @Test("files that are written into a text are files, and the text goes on without them")
    func uuencode() throws {
        let one = mail("Subject: x\n\nBefore.\nbegin 644 Greeting note.txt\n+2&5L;&\\@=&AE<F4`\n`\nend\nAfter.\n")
        #expect(one.attachments.map(\.name) == ["Greeting note.txt"])
        #expect(one.attachments.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Hello there"])
        #expect(one.texts.map(\.text) == ["Before.\r\nAfter.\r\n"])
        for text in ["begin 644 a.txt\nnot such a line\nend\n", "begin at the beginning\nend\n", "begin 644 a.txt\n+2&5L;&\\@=&AE<F4`\n"] {
            let none = mail("\n" + text)
            #expect(none.attachments.isEmpty)
            #expect(none.texts.map(\.text) == [text.replacing("\n", with: "\r\n")])
        }
        let cut = mail("\nBefore.\nbegin 644 a.pdf\nM\(String(repeating: "A", count: 60))\nM\(String(repeating: "B", count: 60))\n")
        #expect(cut.closed == ["a.pdf"])
        #expect(cut.attachments.isEmpty)
        #expect(cut.texts.map(\.text) == ["Before.\r\n"])
        let part = mail(
            "Content-Type: text/plain; name=a.txt\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a.txt\n+2&5L;&\\@=&AE<F4`\n`\nend\n")
        #expect(part.attachments.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Hello there"])
    }

    @Test("UTF-8 that is said to be ASCII is UTF-8")
    func ascii() {
        #expect(mail("Content-Type: text/plain; charset=us-ascii\n\nGrüße").texts.first?.text == "Grüße")
        #expect(ReceivedMail(Array("Content-Type: text/plain; charset=US-ASCII\r\n\r\nGr".utf8) + [0xFC]).texts.first?.text == "Grü")
    }

    @Test("what is encrypted is said to be closed; a signature says nothing")
    func closed() {
        let smime = mail("Content-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA")
        #expect(smime.closed == ["smime.p7m"])
        #expect(smime.attachments.isEmpty)
        let pgp = mail(
            "Content-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\nx\n--b--\n"
        )
        #expect(pgp.closed == ["multipart/encrypted"])
        #expect(pgp.attachments.isEmpty)
        let signed = mail(
            "Content-Type: multipart/signed; boundary=b\n\n--b\n\nHello.\n--b\nContent-Type: application/pgp-signature; name=signature.asc\n\nx\n--b--\n"
        )
        #expect(signed.texts.map(\.text) == ["Hello."])
        #expect(signed.attachments.isEmpty)
        #expect(signed.closed.isEmpty)
    }

    @Test("a mail in a mail is looked into, also where it is encoded")
    func forwarded() {
        let inner = Data("Subject: inner\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF".utf8).base64EncodedString()
        #expect(mail("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(inner)").attachments.map(\.name) == ["a.pdf"])
    }

    /// Mails with nested parts, boundaries that are prefixes of others, and files in each encoding: all come out unchanged.
    @Test("nothing of a mail is lost, however it is put together")
    func generated() {
        var made = MailMaker(state: 9)
        for _ in 0..<400 { check(made.mail()) }
    }

    private func check(_ made: (mail: String, files: [String], texts: [String])) {
        let read = ReceivedMail(Array(made.mail.utf8))
        let files = read.attachments.map { "\($0.name ?? "-"): \(String(decoding: $0.bytes, as: UTF8.self))" }
        #expect(files == made.files, "\(made.mail)")
        #expect(read.texts.map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) } == made.texts, "\(made.mail)")
        #expect(read.closed.isEmpty)
    }

    private static let seconds = ProcessInfo.processInfo.environment["TIDINGS_FUZZ_SECONDS"].flatMap { Double($0) }

    @Test("the same for as long as Scripts/fuzz asks", .enabled(if: Self.seconds != nil))
    func generatedLong() {
        let end = ContinuousClock.now + .seconds(Self.seconds ?? 0)
        var made = MailMaker(state: .random(in: 0...(.max)))
        while ContinuousClock.now < end { check(made.mail()) }
    }

    @Test("damaged bytes end nothing but themselves")
    func damaged() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        var chance = MailMaker(state: 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            for _ in 0..<200 {
                var bytes = whole
                for _ in 0...chance.below(4) { bytes[chance.below(bytes.count)] = UInt8(chance.below(256)) }
                let mail = ReceivedMail(Array(bytes.prefix(chance.below(bytes.count) + 1)))
                #expect(mail.attachments.reduce(0) { $0 + $1.bytes.count } <= bytes.count)
            }
        }
    }
}

/// Generates random mails, the same in each run (SplitMix64).
private struct MailMaker {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % UInt64(bound))
    }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

    mutating func mail() -> (mail: String, files: [String], texts: [String]) {
        var (files, texts): ([String], [String]) = ([], [])
        let body = part(depth: 0, boundary: "b", &files, &texts)
        return (("Subject: x\n" + body).replacing("\n", with: "\r\n"), files, texts)
    }

    private mutating func part(depth: Int, boundary: String, _ files: inout [String], _ texts: inout [String]) -> String {
        if depth < 4, depth == 0 || below(3) == 0 {
            let own = depth == 0 ? boundary : boundary + one(of: ["-1", "x", "--sub", ".1"])
            let parts = (0...below(4)).map { _ in "--\(own)\n" + part(depth: depth + 1, boundary: own, &files, &texts) + "\n" }
            return "Content-Type: multipart/mixed; boundary=\"\(own)\"\n\n" + parts.joined() + "--\(own)--\(one(of: ["", " ", "\t"]))"
        }
        let text = one(of: ["Grüße", "Hello there", "a=b;c", "x", "--b", "日本"]) + " \(below(1000))"
        if below(3) == 0 {
            texts.append(text)
            return body(of: text)
        }
        let name = one(of: ["a b.txt", "Übersicht.pdf", "x.epub", "Offer (2).pdf"])
        files.append("\(name): \(text)")
        return "Content-Type: application/octet-stream\nContent-Disposition: attachment;\n \(written(name))\n\(encoded(Array(text.utf8)))"
    }

    /// A text in a charset that has its letters, or falsely declared as ASCII, perhaps with lines that were split for the mail.
    private mutating func body(of text: String) -> String {
        let latin = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        if latin.count == text.unicodeScalars.count, below(3) == 0 {
            return "Content-Type: text/plain; charset=\(one(of: ["iso-8859-1", "\"ISO-8859-1\"", "windows-1252"]))\n"
                + encoded(latin, isBare: false)
        }
        let type = "Content-Type: text/plain; charset=\(one(of: ["utf-8", "us-ascii", "\"UTF-8\""]))"
        let manner = below(3)
        guard manner > 0 else { return type + "\n" + encoded(Array(text.utf8)) }
        let deletesBlank = manner == 1
        return type + "; format=flowed" + (deletesBlank ? ";\n delsp=yes\n" : "\n") + encoded(Array(split(text, deletesBlank).utf8))
    }

    /// RFC 3676, sections 4.1 to 4.4.
    private mutating func split(_ text: String, _ deletesBlank: Bool) -> String {
        var lines = [""]
        for character in text {
            let line = lines[lines.count - 1]
            // "--b " would be a boundary.
            let mayCut = !line.hasPrefix("--") && (deletesBlank ? !line.isEmpty : line.hasSuffix(" "))
            if mayCut, below(4) == 0 {
                if deletesBlank { lines[lines.count - 1] += " " }
                lines.append("")
            }
            lines[lines.count - 1].append(character)
        }
        return lines.map { [" ", ">"].contains($0.first) || $0.hasPrefix("From ") ? " " + $0 : $0 }.joined(separator: "\n")
    }

    private mutating func written(_ name: String) -> String {
        let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let word = "=?utf-8?B?\(Data(name.utf8).base64EncodedString())?="
        let half = word.index(word.startIndex, offsetBy: word.count / 2)
        return one(of: [
            "filename=\"\(name)\"", "filename=\(name)", "filename*=utf-8''\(escaped)", "filename=\"\(word)\"", "filename=\(word)",
            "filename*0=\"\(word[..<half])\";\n filename*1=\"\(word[half...])\"", "filename*0*=utf-8'de'\(escaped);\n filename*1=\"\"",
        ])
    }

    /// `isBare`: the bytes are UTF-8, and may stand as they are.
    private mutating func encoded(_ bytes: [UInt8], isBare: Bool = true) -> String {
        switch below(isBare ? 4 : 3) {
        case 0:
            let cut = below(bytes.count + 1)
            return "Content-Transfer-Encoding: base64\n\n" + Data(bytes[..<cut]).base64EncodedString() + "\n"
                + Data(bytes[cut...]).base64EncodedString()
        case 1:
            return "Content-Transfer-Encoding: quoted-printable\n\n"
                + bytes.map { "=" + String($0, radix: 16, uppercase: true).leftPadded }.joined()
        case 2: return "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 n\n\(uu(bytes))\n`\nend"
        default: return "Content-Transfer-Encoding: 8bit\n\n" + String(decoding: bytes, as: UTF8.self)
        }
    }

    /// At most 45 bytes.
    private func uu(_ bytes: [UInt8]) -> String {
        func sign(_ value: Int) -> Character { Character(Unicode.Scalar(UInt8(value == 0 ? 0x60 : value + 0x20))) }
        var line = String(sign(bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for shift in [18, 12, 6, 0] { line.append(sign(group >> shift & 63)) }
        }
        return line
    }
}

extension String {
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
