import Foundation
import Testing

@testable import Records

@Suite("Texts that are secret") struct SecretTextTests {
    private struct Holder { let name = "ada", password = SecretText("open sesame") }

    @Test("no description, dump or mirror shows one, and its ways out do")
    func shown() {
        let secret = SecretText("open sesame")
        var dumped = ""
        dump(Holder(), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\(Holder())", String(reflecting: Holder()), dumped, "\([secret])"] {
            #expect(!text.contains("sesame"), "\(text)")
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
        for way in [SecretText.Way.itsServer, .theSeal, .itsOwner] { #expect(secret.text(for: way) == "open sesame") }
    }

    @Test("a text that repeats one is found, in other letters, in base64 and in an address too")
    func repeated() {
        let secret = SecretText("pässword!9")
        let plain = Data("\0ada\0pässword!9".utf8).base64EncodedString()
        for text in [
            "535 ada:pässword!9 is wrong", "NO PÄSSWORD!9", "you sent \(plain).", Data("pässword!9".utf8).base64EncodedString(),
            "x=p%C3%A4ssword!9", "(\(Data("pässword!9".utf8).base64EncodedString().replacing("=", with: "")))",
        ] {
            #expect(secret.isRepeated(in: text), "\(text)")
        }
        for text in ["", "535 authentication failed", "password", "NO [AUTHENTICATIONFAILED] Invalid credentials"] {
            #expect(!secret.isRepeated(in: text), "\(text)")
        }
        #expect(!SecretText("").isRepeated(in: "anything"))
    }
}
