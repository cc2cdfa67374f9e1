import Testing

@testable import PDFText

@Suite("Encrypted documents")
struct EncryptionTests {
    private func reading(_ name: String, password: String = "") throws -> Reading {
        Reading(try FixtureTests.bytes("encryption-\(name).pdf"), cut: 7, password: password)
    }

    private static let open = ["rc4-40", "rc4-128", "aes-128", "clear-metadata", "aes-256-r5", "aes-256-r6", "object-streams"]

    @Test("where the user's password is empty, the owner's and any other do too", arguments: open)
    func empty(name: String) throws {
        #expect(try reading(name, password: "owner").texts == ["20110029648 Issued"])
        #expect(try reading(name, password: "of another file").texts == ["20110029648 Issued"])
    }

    @Test("a document that needs a password says so, and is read with the owner's too", arguments: ["password-rc4", "password-aes"])
    func password(name: String) throws {
        let refused = try reading(name)
        #expect(refused.error?.code == .needsPassword)
        #expect(refused.texts.isEmpty)
        #expect(refused.error?.detail == "the document is encrypted and needs a password")
        #expect(try reading(name, password: "wrong").error?.detail.contains("another password") == true)
        #expect(try reading(name, password: "owner").texts == ["20110029648 Issued"])
    }

    @Test("with the tail fetched first, text comes before the end", arguments: open)
    func tailFirst(name: String) throws {
        let bytes = try FixtureTests.bytes("encryption-\(name).pdf")
        var stream = PDFTextStream()
        let half = bytes.count / 2
        try stream.foresee(Array(bytes[half...]), at: half)
        var texts: [String] = []
        for byte in bytes {
            try stream.append([byte]) { if case .final(let page) = $0 { texts += page.runs.map(\.text) } }
        }
        #expect(texts == ["20110029648 Issued"])
    }

    @Test("streams are held until the key is known, up to a bound that is named")
    func bound() throws {
        var limits = PDFLimits()
        limits.heldStreamBytes = 40
        let reading = Reading(try FixtureTests.bytes("encryption-aes-256-r6.pdf"), cut: 7, limits: limits)
        #expect(reading.error?.description.contains("bytes of streams held until the encryption is known, 40") == true)
    }

    @Test("the title is decrypted too, in objects of their own and in object streams", arguments: open)
    func metadata(name: String) throws {
        let document = try PDFDocument(bytes: FixtureTests.bytes("encryption-\(name).pdf"))
        #expect(document.metadata.title == "A sealed list")
        #expect(document.metadata.author == "The office")
        #expect(document.pages.flatMap { $0.runs.map(\.text) } == ["20110029648 Issued"])
    }

    @Test("RC4 gives the bytes of its first description")
    func rc4() {
        #expect(RC4.apply(Array("Plaintext".utf8), key: Array("Key".utf8)) == [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3])
    }
}
