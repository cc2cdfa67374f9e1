import Fetching
import Foundation
import Notifying
import Records
import Testing

@Suite("Push subscriptions")
struct PushSubscriptionTests {
    private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let authentication = "BTBZMqHH6r4Tts7J_aSIgg"

    @Test("what a browser gives is read, kept and given back")
    func json() throws {
        let text = """
            {"endpoint": "https://push.example/send/abc:DEF", "expirationTime": null, "keys": {"p256dh": "\(Self.key)=", "auth": "\(Self.authentication)=="}}
            """
        let subscription = try JSONDecoder().decode(PushSubscription.self, from: Data(text.utf8))
        #expect(subscription.endpoint.description == "https://push.example/send/abc:DEF")
        #expect(subscription.key.count == 65)
        #expect(subscription.authentication.count == 16)
        let again = try JSONDecoder().decode(PushSubscription.self, from: JSONEncoder().encode(subscription))
        #expect(again == subscription)
    }

    @Test(
        "what is no subscription is refused with words",
        arguments: [
            ("push.example/1", key, authentication, "the endpoint is not fetched: only http and https are"),
            ("https://push.example/\(String(repeating: "a", count: 2048))", key, authentication, "the endpoint is longer than 2048 bytes"),
            (
                "https://push.example/1", String(key.dropLast(4)), authentication,
                "the key 'p256dh' isn't a P-256 point in 65 bytes of base64url"
            ),
            (
                "https://push.example/1", "BA" + String(key.dropFirst(2).reversed()), authentication,
                "the key 'p256dh' isn't a P-256 point in 65 bytes of base64url"
            ),
            (
                "https://push.example/1", "A!" + key.dropFirst(2), authentication,
                "the key 'p256dh' isn't a P-256 point in 65 bytes of base64url"
            ),
            ("https://push.example/1", key, "BTBZMqHH6r4Tts7J_aSI", "the key 'auth' is not 16 bytes of base64url"),
        ])
    func refused(endpoint: String, key: String, authentication: String, words: String) {
        let error = #expect(throws: AddressError.self) {
            try PushSubscription(endpoint: endpoint, key: key, authentication: authentication)
        }
        #expect(error?.description == words)
    }

    @Test("no description shows the endpoint's secret path or the keys")
    func secrets() throws {
        let subscription = try PushSubscription(endpoint: "https://push.example/secret", key: Self.key, authentication: Self.authentication)
        #expect("\(subscription)" == "a subscription at push.example")
        #expect(String(reflecting: subscription) == "a subscription at push.example")
        var dumped = ""
        dump(subscription, to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test("base64url is read with and without padding, and nothing else is")
    func base64URL() {
        #expect(String(base64URL: [0xFB, 0xFF, 0xFE] as [UInt8]) == "-__-")
        #expect([UInt8](base64URL: "-__-") == [0xFB, 0xFF, 0xFE])
        #expect([UInt8](base64URL: "AQ") == [1])
        #expect([UInt8](base64URL: "AQ==") == [1])
        #expect([UInt8](base64URL: "") == [])
        for text in ["A", "A+__", "A/__", "AQ Q", "AQ\n", "AQ==AQ"] { #expect([UInt8](base64URL: text) == nil, "\(text)") }
    }
}
