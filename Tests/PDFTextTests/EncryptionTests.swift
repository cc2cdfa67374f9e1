import Testing

@testable import PDFText

@Suite("Encrypted documents")
struct EncryptionTests {
    private func texts(_ name: String, cut: Int, password: String = "") -> (texts: [String], error: PDFError?) {
        let bytes = EncryptedSamples.bytes(name)
        var stream = PDFTextStream(password: password)
        var texts: [String] = []
        do {
            for start in stride(from: 0, to: bytes.count, by: cut) {
                try stream.append(Array(bytes[start..<min(start + cut, bytes.count)])) {
                    if case .final(let page) = $0 { texts += page.runs.map(\.text) }
                }
            }
            try stream.finish { if case .final(let page) = $0 { texts += page.runs.map(\.text) } }
        } catch {
            return (texts, error as? PDFError)
        }
        return (texts, nil)
    }

    private static let open = ["rc4-40", "rc4-128", "aes-128", "aes-128-clear", "aes-256-r5", "aes-256-r6", "aes-256-objects"]

    @Test("with an empty password, the key comes at the end and the text with it", arguments: open)
    func empty(name: String) {
        for cut in [1, 2, 3, 7, 4_096] {
            let (texts, error) = texts(name, cut: cut)
            #expect(texts == ["20110029648 Issued"] && error == nil)
        }
        #expect(self.texts(name, cut: 4_096, password: "owner").texts == ["20110029648 Issued"])
        #expect(self.texts(name, cut: 4_096, password: "of another file").texts == ["20110029648 Issued"])
    }

    @Test("a document that needs a password says so, and is read with the user's or the owner's", arguments: ["secret-rc4", "secret-aes"])
    func password(name: String) {
        let refused = texts(name, cut: 7)
        #expect(refused.error?.code == .needsPassword && refused.texts.isEmpty)
        #expect(refused.error?.detail == "the document is encrypted and needs a password")
        #expect(texts(name, cut: 7, password: "wrong").error?.detail.contains("another password") == true)
        #expect(texts(name, cut: 7, password: "secret").texts == ["20110029648 Issued"])
        #expect(texts(name, cut: 7, password: "owner").texts == ["20110029648 Issued"])
    }

    @Test("with the tail fetched first, text comes before the end", arguments: open)
    func tailFirst(name: String) throws {
        let bytes = EncryptedSamples.bytes(name)
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
    func bound() {
        var limits = PDFLimits()
        limits.heldStreamBytes = 40
        let reading = Reading(EncryptedSamples.bytes("aes-256-r6"), cut: 7, limits: limits)
        #expect(reading.error?.description.contains("bytes of streams held until the encryption is known, 40") == true)
    }

    @Test("the title is decrypted too, in objects of their own and in object streams", arguments: open)
    func metadata(name: String) throws {
        let document = try PDFDocument(bytes: EncryptedSamples.bytes(name))
        #expect(document.metadata.title == "A sealed list" && document.metadata.author == "The office")
        #expect(document.pages.flatMap { $0.runs.map(\.text) } == ["20110029648 Issued"])
    }

    @Test("RC4 gives the bytes of its first description")
    func rc4() {
        #expect(RC4.apply(Array("Plaintext".utf8), key: Array("Key".utf8)) == [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3])
    }
}
