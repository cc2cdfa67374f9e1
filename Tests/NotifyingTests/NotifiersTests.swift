import Foundation
import Notifying
import TestSupport
import Testing

@Suite("The list of channels")
struct NotifiersTests {
    @Test("a notice goes over the channel that is named, to the address as it is stored")
    func stored() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let (webhook, ntfy, email) = (ChannelKind(Webhook.self), ChannelKind(Ntfy.self), ChannelKind(Email.self))
        try await withFetcher { fetcher in
            let notifiers = Notifiers([Ntfy(fetcher: fetcher), Webhook(fetcher: fetcher)])
            #expect(notifiers.kinds == [webhook, ntfy])
            let topic = try ntfy.address(ChannelValues(["server": server.url().absoluteString, "topic": "t"]))
            #expect(await notifiers.send(.sample(), over: ntfy, toStored: topic.stored) == .delivered)
            #expect(
                await notifiers.send(.sample(), over: webhook, toStored: #"{"url": "ftp://x/"}"#)
                    == .refused("the stored address of 'webhook' is none"))
            #expect(await notifiers.send(.sample(), over: email, toStored: "{}") == .later(nil, "the channel 'email' is not set up"))
        }
        #expect(server.requests.count == 1)
    }

    @Test("all kinds are set up by what they are sent with, mail where there is a server")
    func means() async throws {
        try await withFetcher { fetcher in
            let notifiers = try Notifiers(by: SendingMeans(fetcher: fetcher, pushKey: VAPIDKey()))
            #expect(notifiers.kinds == ChannelKind.all.filter { $0.name != "email" })
        }
    }

    @Test("a kind is known by its name, and asks for nothing that the form asks for besides", arguments: ChannelKind.all)
    func kinds(kind: ChannelKind) {
        #expect(ChannelKind(kind.name) == kind)
        #expect(!kind.fields.contains { ["name", "kind", "all", "form-token"].contains($0.name) })
        #expect(Set(kind.fields.map { $0.name }).count == kind.fields.count)
    }

    /// Sample values for each kind.
    private static let given: [String: [String: String]] = [
        "push": [
            "endpoint": "https://push.example/one", "keys.auth": "BTBZMqHH6r4Tts7J_aSIgg",
            "keys.p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        ],
        "email": ["address": "ada@example.org"], "webhook": ["url": "https://hook.example/x"], "ntfy": ["topic": "guess-me-not"],
        "gotify": ["server": "https://gotify.example", "token": "guess-me-not"],
        "matrix": ["server": "https://matrix.example", "room": "!guess-me-not:matrix.example", "token": "t"],
    ]

    @Test("all mistakes are found at once, each at its field, and none in a valid address", arguments: ChannelKind.all.filter(\.isTyped))
    func mistakes(kind: ChannelKind) throws {
        #expect(kind.mistakes(in: ChannelValues(try #require(Self.given[kind.name]))).isEmpty)
        let required = kind.fields.filter { $0.isTyped && $0.isRequired }.map(\.name)
        #expect(kind.mistakes(in: ChannelValues()).map(\.field) == required)
        let wrong = ["address": "a b", "url": "ftp://a", "template": "{x", "server": "a b", "topic": "a b", "room": "a", "token": "a b"]
        let typed = kind.fields.filter { $0.isTyped && wrong[$0.name] != nil }.map(\.name)
        #expect(kind.mistakes(in: ChannelValues(wrong)).map(\.field) == typed)
    }

    @Test("a webhook's template counts only if the format is one's own")
    func template() {
        let webhook = ChannelKind(Webhook.self)
        func fields(_ values: [String: String]) -> [String] { webhook.mistakes(in: ChannelValues(values)).map(\.field) }
        #expect(fields(["url": "ftp://a", "format": "own", "template": "{x"]) == ["url"])
        #expect(fields(["url": "ftp://a", "format": "template"]) == ["url", "template"])
    }

    @Test("an address that is said is stored, leads somewhere and gives away no secret", arguments: ChannelKind.all)
    func addresses(kind: ChannelKind) throws {
        let values = ChannelValues(try #require(Self.given[kind.name]))
        let address = try kind.address(values)
        let place = try #require(kind.place(ofStored: address.stored))
        #expect(!place.isEmpty)
        #expect(!place.contains("guess-me-not"))
        #expect(!address.defaultName.contains("guess-me-not"))
        #expect((address.secret != nil) == (kind.name == "webhook"))
        if kind.name != "webhook" { #expect(try kind.address(values) == address) }
        #expect(throws: AddressError.self) { try kind.address(ChannelValues()) }
        #expect(kind.place(ofStored: "{}") == nil)
    }

    @Test("one word on a command line is an address; of ntfy, a topic with its server before it")
    func words() {
        #expect(ChannelKind(Email.self).values(ofWord: "ada@example.org")["address"] == "ada@example.org")
        let ntfy = ChannelKind(Ntfy.self).values(ofWord: "https://ntfy.example/a/topic")
        #expect(ntfy["server"] == "https://ntfy.example/a")
        #expect(ntfy["topic"] == "topic")
    }

    @Test("a webhook's format is ours, Apprise's or a template; a template alone is one")
    func formats() throws {
        let kind = ChannelKind(Webhook.self)
        let stored = { (given: [String: String]) in
            try kind.address(ChannelValues(["url": "https://hook.example/", "secret": "0123456789abcdef"].merging(given) { $1 })).stored
        }
        let own = try stored(["format": "own", "template": #"{"x": "{title}"}"#])
        #expect(try own == stored([:]))
        #expect(!own.contains("template"))
        #expect(try stored(["format": "apprise"]).contains("{title}"))
        #expect(try stored(["template": #"{"x": "{title}"}"#]) == stored(["format": "template", "template": #"{"x": "{title}"}"#]))
        #expect(throws: AddressError.self) { try stored(["format": "template", "template": "{nothing}"]) }
    }
}
