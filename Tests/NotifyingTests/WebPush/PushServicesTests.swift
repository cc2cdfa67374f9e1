import Notifying
import Testing

@Suite("Push services of browsers") struct PushServicesTests {
    private func subscription(_ endpoint: String) throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint, key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            authentication: "BTBZMqHH6r4Tts7J_aSIgg")
    }

    @Test(
        "those of the makers are known, and what is below them; a name that only looks like one is not",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/x", true), ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
            ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
            ("https://FCM.googleapis.com/x", true),
            ("https://push.example/x", false), ("https://evilfcm.googleapis.com/x", false),
            ("https://fcm.googleapis.com.evil.example/x", false),
            ("https://127.0.0.1/x", false), ("https://googleapis.com/x", false),
        ])
    func known(endpoint: String, isKnown: Bool) throws {
        #expect(try PushServices.known.takes(subscription(endpoint)) == isKnown)
    }

    @Test("an operator adds more of them")
    func adding() throws {
        let services = PushServices.known.adding(["Push.example", "127.0.0.1"])
        #expect(try services.takes(subscription("https://push.example/x")))
        #expect(try services.takes(subscription("https://a.push.example/x")))
        #expect(try services.takes(subscription("https://127.0.0.1:8443/x")))
        #expect(try services.takes(subscription("https://web.push.apple.com/x")))
    }
}
