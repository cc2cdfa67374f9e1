import Testing

@testable import Notifying

@Suite("Replies of mail servers")
struct SMTPReplyTests {
    private func read(_ text: String, by size: Int) throws -> [SMTPReply] {
        var parser = SMTPReplyParser()
        var replies: [SMTPReply] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            replies += try parser.parse(bytes[start..<min(start + size, bytes.count)])
        }
        return replies
    }

    @Test("replies of one line and of several are the same however they are cut", arguments: [1, 2, 3, 7, 1000])
    func cuts(size: Int) throws {
        let replies = try read("220 hello\r\n250-mail.example\r\n250-STARTTLS\r\n250 SIZE 10\r\n354\r\n421-\r\n421 5\n", by: size)
        #expect(replies.map(\.code) == [220, 250, 354, 421])
        #expect(replies[1].lines == ["mail.example", "STARTTLS", "SIZE 10"])
        #expect(replies[2].lines == [""])
        #expect(replies[3].lines == ["", "5"])
    }

    @Test(
        "what is no reply is an error",
        arguments: ["HTTP/1.1 400 Bad\r\n", "22 x\r\n", "99\r\n", "150 x\r\n", "250_x\r\n", "250-a\r\n251 b\r\n", "\r\n"])
    func damaged(text: String) { #expect(throws: MailError.self) { try read(text, by: 1000) } }

    @Test("a line and a reply without end are cut off")
    func limits() {
        let long = #expect(throws: MailError.self) { try read("250 " + String(repeating: "a", count: 5000), by: 100) }
        #expect(long?.description == "sends a line of more than 2000 bytes")
        let many = #expect(throws: MailError.self) { try read(String(repeating: "250-a\r\n", count: 201), by: 100) }
        #expect(many?.description == "answers with more than 200 lines")
    }

    @Test("an enhanced code is read where it fits the code")
    func enhanced() throws {
        #expect(try read("550 5.1.1 no such user\r\n", by: 99)[0].enhancedCode == [5, 1, 1])
        #expect(try read("550 4.1.1 no such user\r\n", by: 99)[0].enhancedCode == nil)
        #expect(try read("550 no such user\r\n", by: 99)[0].enhancedCode == nil)
    }

    @Test("no control character of a reply reaches a log")
    func shown() throws {
        #expect(try read("550 a\u{1B}[31mb\r\n", by: 99)[0].description == "550 a[31mb")
    }
}
