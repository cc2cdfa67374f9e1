import Records
import Testing

@testable import MailReading

@Suite("What a mail server says, byte by byte") struct IMAPReaderTests {
    private func read(_ text: String, cut: Int = .max, limit: Int = IMAPReader.lineLimit) throws -> [IMAPResponse] {
        var reader = IMAPReader()
        reader.limit = limit
        var (rest, found) = (Array(text.utf8)[...], [IMAPResponse]())
        while !rest.isEmpty {
            found += try reader.parse(rest.prefix(cut))
            rest = rest.dropFirst(cut)
        }
        return found
    }

    private let talk = """
        * OK [CAPABILITY IMAP4rev1] hello (it's "me")\r
        * SEARCH 2 84 882\r
        * 12 FETCH (UID 7 FLAGS (\\Seen) BODY[] {11}\r
        a\r
        b)\r
        c {9}\r)\r
        * LIST () "/" "a \\"b\\" c"\r
        * 3 EXISTS\r
        * 1 FETCH (UID 9 RFC822.SIZE 44827 BODY[] {0}\r
        )\r
        a1 OK [UIDNEXT 9] done\r

        """

    @Test("responses are the same however the bytes are cut", arguments: [1, 2, 3, 5, 7, 64])
    func cuts(cut: Int) throws {
        let whole = try read(talk)
        #expect(whole.count == 7)
        #expect(try read(talk, cut: cut) == whole)
    }

    @Test("literals, quoted strings, lists and statuses are told apart")
    func values() throws {
        let found = try read(talk)
        #expect(found[0].status?.word == "OK")
        #expect(found[0].code == ["CAPABILITY", "IMAP4REV1"])
        #expect(found[0].tag == "*")
        #expect(found[1].values?.compactMap(\.number) == [2, 84, 882])
        let fetched = try #require(found[2].fetched)
        #expect(fetched["UID"]?.number == 7)
        #expect(fetched["BODY[]"] == .string(Array("a\r\nb)\r\nc {9}".utf8).prefix(11).map { $0 }))
        #expect(found[3].values?.last == .string(Array("a \"b\" c".utf8)))
        #expect(found[4].values == [.word("3"), .word("EXISTS")])
        #expect(found[5].fetched?["BODY[]"] == .string([]))
        #expect(found[5].fetched?["RFC822.SIZE"]?.number == 44827)
        #expect(found[6].tag == "a1")
        #expect(found[6].code == ["UIDNEXT", "9"])
    }

    @Test("what isn't closed, or is too deep, is no data, and nothing breaks")
    func broken() throws {
        for line in ["* 1 FETCH (UID 1", "* 1 FETCH UID 1)", "* LIST \"abc", "* \(String(repeating: "(", count: 100_000))", ""] {
            let response = try #require(try read(line + "\r\n").first)
            #expect(response.values == nil, "\(line.prefix(20))")
            #expect(response.fetched == nil, "\(line.prefix(20))")
        }
    }

    @Test("a number that IMAP doesn't have names no mail and no edition of a folder")
    func numbers() throws {
        func folder(validity: String, next: String) throws -> IMAPConnection.Folder {
            let said = try read("* 3 EXISTS\r\n* OK [UIDVALIDITY \(validity)] ok\r\n* OK [UIDNEXT \(next)] ok\r\nr OK done\r\n")
            return try IMAPConnection.Folder(IMAPReply(outcome: .ok, untagged: Array(said.dropLast()), last: try #require(said.last)))
        }
        let largest = 4_294_967_295
        let whole = try folder(validity: "1", next: "\(largest)")
        #expect(whole.validity == 1)
        #expect(whole.nextNumber == largest)
        #expect(whole.mailCount == 3)
        for text in ["-9223372036854775808", "9223372036854775807", "99999999999999999999", "4294967296", "0", "-1", "x"] {
            #expect(try folder(validity: "1", next: text).nextNumber == nil, "\(text)")
            #expect(throws: MailboxError.self, "\(text)") { try folder(validity: text, next: "1") }
        }
        let found = try read("* SEARCH 9223372036854775807 4294967296 0 -1 7 \(largest)\r\n")
        #expect(found[0].values?.compactMap(\.mailNumber) == [7, largest])
        // Bytes have 63 bits.
        #expect(IMAPValue.word("9223372036854775807").number == Int.max)
        let numbers = [Int.min, -1, 0, 1, largest - 1, largest, Int.max]
        #expect(numbers.map { IMAPNumber.next(after: $0) } == [1, 1, 1, 2, largest, largest, largest])
    }

    @Test("a line, a literal and what they are together have bounds")
    func bounds() {
        #expect(throws: MailboxError.self) { try read(String(repeating: "x", count: IMAPReader.lineLimit + 1)) }
        for text in [
            "* 1 FETCH (BODY[] {101}\r\n", "* 1 FETCH (BODY[] {9999999999}\r\n",
            "* {60}\r\n" + String(repeating: "a", count: 60) + "{60}\r\n",
        ] {
            #expect(throws: MailboxError.self, "\(text.prefix(30))") { try read(text, limit: 100) }
        }
        #expect(throws: Never.self) { try read("* 1 FETCH (BODY[] {99999999999999999999}\r\n", limit: 100) }
    }

    @Test("names of folders are in the alphabet that every server knows")
    func folders() {
        #expect(IMAPText.folder("INBOX") == "INBOX")
        #expect(IMAPText.folder("R&D") == "R&-D")
        #expect(IMAPText.folder("~peter/mail/台北/日本語") == "~peter/mail/&U,BTFw-/&ZeVnLIqe-")
        #expect(IMAPText.folder("Entwürfe") == "Entw&APw-rfe")
        #expect(IMAPText.folder("😀") == "&2D3eAA-")
        #expect(IMAPText.quoted(#"a "b" \c"#) == #""a \"b\" \\c""#)
    }

    @Test("whatever bytes come, there are responses or an error")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["* ", "(", ")", "\"", "{3}\r\n", "{", "}", "\\", "\r\n", "UID", " ", "7", "\u{0}", "FETCH", "BODY[]", "a1 OK", "["]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            for response in (try? read(text, limit: 50)) ?? [] { _ = (response.values, response.fetched, response.code, response.shown) }
        }
    }
}
