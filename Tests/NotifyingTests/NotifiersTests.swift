import Foundation
import Notifying
import TestSupport
import Testing

@Suite("The list of channels")
struct NotifiersTests {
    @Test("a notice goes over the channel that is named, to the address as it is stored")
    func stored() async throws {
        let server = try ScriptedServer { try $0.answer() }
        try await withFetcher { fetcher in
            let notifiers = Notifiers([Webhook(fetcher: fetcher), Ntfy(fetcher: fetcher)])
            #expect(notifiers.channels == [.webhook, .ntfy])
            let topic = try JSONEncoder().encode(Ntfy.Topic(server: server.url().absoluteString, name: "t"))
            #expect(await notifiers.send(.sample(), over: .ntfy, toStored: String(decoding: topic, as: UTF8.self)) == .delivered)
            #expect(
                await notifiers.send(.sample(), over: .webhook, toStored: #"{"url": "ftp://x/"}"#)
                    == .refused("the stored address of 'webhook' is none"))
            #expect(await notifiers.send(.sample(), over: .email, toStored: "{}") == .later(nil, "the channel 'email' is not set up"))
        }
        #expect(server.requests.count == 1)
    }
}
