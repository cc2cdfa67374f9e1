import Crypto
import Foundation
import Records
import Testing

@testable import Notifying

@Suite("Encryption of push messages")
struct PushEncryptionTests {
    /// RFC 8291, section 5 and appendix A.
    private enum Vector {
        static let text = "When I grow up, I want to be a watermelon"
        static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let senderPublicKey = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let receiverPublicKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let authentication = "BTBZMqHH6r4Tts7J_aSIgg"
        static let sharedSecret = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
        static let keyInfo =
            "V2ViUHVzaDogaW5mbwAEJXGyvs3942BVGq8e0PTNNmwRzr5VX4m8t7GGpTM5FzFo7OLr4BhZe9MEebhuPI-OztV3ylkYfpJGmQ22ggCLDgT-"
            + "M_SrDepxkU21WCP3O1SUj0EwbZIHMtu5pZpTKGSCIA5Zent7wmC6HCJ5mFgJkuk5cwAvMBKiiujwa7t45ewP"
        static let inputKey = "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"
        static let contentKey = "oIhVW04MRdy2XN9CiKLxTg"
        static let nonce = "4h_95klXJ5E_qnoN"
        static let body =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
            + "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

        static func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](base64URL: text)) }

        static func encryption() throws -> PushEncryption {
            let subscription = try PushSubscription(
                endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", key: receiverPublicKey,
                authentication: authentication)
            return PushEncryption(
                for: subscription, sender: try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(senderKey)), salt: try bytes(salt))
        }
    }

    @Test("the example of RFC 8291 is reproduced, every value on the way and the body byte for byte")
    func vector() throws {
        let encryption = try Vector.encryption()
        #expect(String(base64URL: encryption.sender.publicKey.x963Representation) == Vector.senderPublicKey)
        let keys = try encryption.keys()
        #expect(String(base64URL: keys.sharedSecret) == Vector.sharedSecret)
        #expect(String(base64URL: keys.keyInfo) == Vector.keyInfo)
        #expect(String(base64URL: keys.inputKey.withUnsafeBytes { Array($0) }) == Vector.inputKey)
        #expect(String(base64URL: keys.contentKey.withUnsafeBytes { Array($0) }) == Vector.contentKey)
        #expect(String(base64URL: keys.nonce) == Vector.nonce)
        let body = try encryption.body(of: Array(Vector.text.utf8), padding: 0)
        #expect(body.count == 144)
        #expect(String(base64URL: body) == Vector.body)
    }

    @Test("the tests' own receiver opens the body of RFC 8291")
    func receiver() throws {
        let browser = StandInBrowser(
            key: try P256.KeyAgreement.PrivateKey(rawRepresentation: Vector.bytes(Vector.receiverKey)),
            authentication: try Vector.bytes(Vector.authentication))
        #expect(try String(decoding: browser.open(Vector.bytes(Vector.body)), as: UTF8.self) == Vector.text)
    }

    @Test("a text of any length comes back whole", arguments: [0, 1, 255, 256, 257, 1000, 3992, 3993])
    func roundTrip(length: Int) throws {
        let browser = StandInBrowser()
        let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let body = try PushEncryption(for: browser.subscription(at: "https://push.example/1")).body(of: text)
        #expect(body.count <= 4096)
        #expect(try browser.open(body) == text)
    }

    @Test("texts of nearly the same length have bodies of the same length")
    func padding() throws {
        let subscription = try StandInBrowser().subscription(at: "https://push.example/1")
        func length(_ count: Int) throws -> Int {
            try PushEncryption(for: subscription).body(of: [UInt8](repeating: 65, count: count)).count
        }
        #expect(try length(1) == length(256))
        #expect(try length(257) == length(512))
        #expect(try length(256) != length(257))
        #expect(try length(3993) == 4096)
    }

    @Test("a text of one byte more than can be pushed is an error that names the limit")
    func tooLong() throws {
        let subscription = try StandInBrowser().subscription(at: "https://push.example/1")
        let error = #expect(throws: AddressError.self) {
            try PushEncryption(for: subscription).body(of: [UInt8](repeating: 65, count: 3994))
        }
        #expect(error?.description == "the message has 3994 bytes; 3993 can be pushed")
    }

    @Test("no two bodies of one text are alike")
    func freshness() throws {
        let subscription = try StandInBrowser().subscription(at: "https://push.example/1")
        let bodies = try (0..<20).map { _ in try PushEncryption(for: subscription).body(of: [1, 2, 3]) }
        #expect(Set(bodies.map { Array($0[..<16]) }).count == 20)
        #expect(Set(bodies.map { Array($0[21..<86]) }).count == 20)
    }

    @Test("Python's http_ece opens what we encrypt", .enabled(if: Python.has("http_ece")))
    func httpECE() throws {
        let browser = StandInBrowser()
        let text = try PushText.bytes(of: .sample(title: "Grüße, 世界"))
        let body = try PushEncryption(for: browser.subscription(at: "https://push.example/1")).body(of: text)
        let program = """
            import base64, sys, http_ece
            from cryptography.hazmat.primitives.asymmetric import ec
            key, secret, body = (base64.b64decode(line) for line in sys.stdin.read().split())
            private = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
            sys.stdout.buffer.write(http_ece.decrypt(body, private_key=private, auth_secret=secret, version="aes128gcm"))
            """
        let input = [Array(browser.key.rawRepresentation), browser.authentication, body].map { Data($0).base64EncodedString() }
        let opened = try Python.run(program, with: "http_ece", input: input.joined(separator: "\n"))
        #expect(opened == String(decoding: text, as: UTF8.self))
    }
}
