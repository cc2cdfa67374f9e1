import Records
import Testing

/// RFC 4648, sections 5 and 10.
@Suite struct Base64URLTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
    func `the examples of the standard are written without padding and read with and without`(plain: String, text: String) {
        let bytes = Array(plain.utf8)
        #expect(String(base64URL: bytes) == text)
        #expect([UInt8](base64URL: text) == bytes)
        #expect([UInt8](base64URL: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)) == bytes)
    }

    @Test func `every byte comes back, in letters that an address may have`() {
        let bytes = [UInt8](0...255)
        let text = String(base64URL: bytes)
        #expect(!text.contains { "+/=".contains($0) })
        #expect([UInt8](base64URL: text) == bytes)
    }

    @Test(arguments: ["a", "a+b/", "Zm9v Zg", "Zg=a", "=Zg", "Zm9v\n", "Zé"])
    func `what isn't of its letters is nothing`(text: String) {
        #expect([UInt8](base64URL: text) == nil)
    }
}
