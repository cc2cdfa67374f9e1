import Foundation
import Notifying
import Testing

@Suite("Mail addresses")
struct MailAddressTests {
    @Test(
        "an address as people type it is taken, its domain in one form",
        arguments: [
            ("ana@example.org", "ana@example.org"), ("Ana.Mendes+visa@Example.ORG", "Ana.Mendes+visa@example.org"),
            ("o'neil_3@mail.example", "o'neil_3@mail.example"), ("jörg@bücher.example", "jörg@xn--bcher-kva.example"),
            ("用户@example.org", "用户@example.org"),
        ])
    func taken(text: String, form: String) throws { #expect(try MailAddress(text).description == form) }

    @Test(
        "whatever could be more than one address, or a command, is none",
        arguments: [
            "", "ana", "@example.org", "ana@", "a b@example.org", "ana@example.org\r\nRCPT TO:<b@example.org>", "ana\r\n@example.org",
            "ana@exa\nmple.org", "<ana@example.org>", "ana@example.org>", "a,b@example.org", "ana@[127.0.0.1]", "ana@127.0.0.1",
            "\"a b\"@example.org", ".ana@example.org", "ana.@example.org", "a..b@example.org", "ana@example.org:25", "ana@example.org/x",
            "ana@b@", "a@b@example.org", "ana\u{0}@example.org", "ana\u{2028}x@example.org", "ana\u{200B}@example.org", "ana@ example.org",
            "\(String(repeating: "a", count: 65))@example.org",
        ])
    func refused(text: String) { #expect(throws: AddressError.self) { try MailAddress(text) } }

    @Test("a recipient is kept as JSON, and checked when it is read")
    func json() throws {
        let recipient = Email.Recipient(try MailAddress("ana@example.org"), unsubscribe: URL(string: "https://tidings.example/u/1"))
        let again = try JSONDecoder().decode(Email.Recipient.self, from: JSONEncoder().encode(recipient))
        #expect(again == recipient)
        let forged = Data(#"{"address": "a@example.org\r\nDATA"}"#.utf8)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Email.Recipient.self, from: forged) }
    }
}
