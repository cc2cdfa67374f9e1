import DemoPublishing
import Following
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Notifying
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("The page of the ways to be told")
struct ChannelPagesTests {
    /// The notices that were passed on for sending, and the answers to them.
    private final class Post: Sendable {
        let sent = Mutex<[(notice: Notice, address: String)]>([])
        let answer = Mutex(Delivery.delivered)

        var messenger: Messenger {
            Messenger(kinds: ChannelKind.all.filter(\.isTyped)) { [self] _ in
                answer.withLock { $0 }
            } send: { [self] notice, _, address in
                sent.withLock { $0.append((notice, address)) }
                return answer.withLock { $0 }
            }
        }
    }

    private static let operating = OperatorSettings(publicURL: URL(string: "https://tidings.example/"))

    private func owner(_ house: House) async throws -> Person { try await house.store.people.person(named: "owner", at: .system()) }

    @Test("a mail address is used after its link was followed and not before, and the link is good once")
    func mail() async throws {
        let post = Post()
        try await withHouse(Source(), messenger: post.messenger, operating: Self.operating) { house in
            try await house.client(of: "owner") { client in
                _ = try await client.post("/watches", "board=visa&equals-batch=\(VisaList.wellKnownBatch)")
                let added = try await client.post("/notices/channels", "kind=email&address=ada@example.org")
                #expect(added.headers[.location] == "/notices/channels?word=link-sent")
                #expect(try await house.store.following.channels(of: owner(house)).isEmpty)
                #expect(try await client.get("/notices/channels").text.contains("waiting for confirmation"))
                let (notice, address) = try #require(post.sent.withLock { $0.first })
                #expect(address.contains("ada@example.org"))
                let link = try #require(notice.link)
                #expect(link.absoluteString.hasPrefix("https://tidings.example/notices/channels/confirm/"))

                // Looking at the link is not following it: mail programs look too.
                #expect(try await client.get(link.path).status == .ok)
                #expect(try await house.store.following.channels(of: owner(house)).isEmpty)
                #expect(try await client.post(link.path, "").status == .seeOther)
                #expect(try await house.store.following.channels(of: owner(house)).map(\.kind) == ["email"])
                #expect(try await house.store.following.watches(of: owner(house)).map(\.settings.channels) == [["a…@example.org"]])
                #expect(try await client.post(link.path, "").status == .notFound)
            }
        }
    }

    @Test("a server that channels can't reach is refused when it is entered, with the setting by its label in the reader's language")
    func privateHosts() async throws {
        let messenger = Messenger(
            kinds: ChannelKind.all.filter(\.isTyped), refuses: { $0.host == "nas.lan" }, test: { _ in .delivered },
            send: { _, _, _ in .delivered })
        try await withHouse(Source(), messenger: messenger, operating: Self.operating) { house in
            try await house.client(of: "owner") { client in
                for form in [
                    "kind=webhook&url=http://nas.lan/hook", "kind=gotify&server=http://nas.lan&token=abc",
                    "kind=ntfy&server=http://nas.lan&topic=lens", "kind=matrix&server=http://nas.lan&room=!a:nas.lan&token=abc",
                ] {
                    let refused = try await client.post("/notices/channels", form)
                    #expect(refused.status == .unprocessableContent)
                    #expect(refused.text.contains("under “Allowed hosts for channels”"))
                    #expect(refused.text.contains("href=\"/server#hosts\""))
                    let german = try await client.post("/notices/channels?lang=de", form)
                    #expect(german.text.contains("unter „Erlaubte Rechner für Kanäle“"))
                    #expect(!german.text.contains("allow-hosts"))
                }
                #expect(try await house.store.following.channels(of: owner(house)).isEmpty)
                let taken = try await client.post("/notices/channels", "kind=ntfy&server=https://ntfy.example&topic=lens")
                #expect(taken.status == .seeOther)
            }
        }
    }

    @Test("where the mail cannot be sent, or too many wait, nothing is kept")
    func refusedMail() async throws {
        let post = Post()
        try await withHouse(Source(), messenger: post.messenger, operating: Self.operating) { house in
            try await house.client(of: "owner") { client in
                post.answer.withLock { $0 = .refused("the server does not know it") }
                let failed = try await client.post("/notices/channels", "kind=email&address=ada@example.org")
                #expect(failed.headers[.location] == "/notices/channels?word=link-failed")
                #expect(try await house.store.following.confirmations(of: owner(house)).isEmpty)
                post.answer.withLock { $0 = .delivered }
                for number in 0..<6 { _ = try await client.post("/notices/channels", "kind=email&address=a\(number)@example.org") }
                #expect(try await house.store.following.confirmations(of: owner(house)).count == 5)
                let wrong = try await client.post("/notices/channels", "kind=email&address=nobody")
                #expect(wrong.status == .unprocessableContent)
                #expect(wrong.text.contains("Enter a mail address, like name@example.org."))
            }
        }
    }

    @Test("no mail is sent to be confirmed where nobody has said which address its link has")
    func withoutAddress() async throws {
        let post = Post()
        try await withHouse(Source(), messenger: post.messenger) { house in
            try await house.client(of: "owner") { client in
                let failed = try await client.post("/notices/channels", "kind=email&address=ada@example.org")
                #expect(failed.headers[.location] == "/notices/channels?word=link-failed")
                #expect(post.sent.withLock { $0.isEmpty })
            }
        }
    }

    @Test("a channel is tried out a few times in a row, and then one has to wait")
    func oftenTried() async throws {
        try await withHouse(Source(), messenger: Post().messenger, now: Timestamp.standing()) { house in
            try await house.client(of: "owner") { client in
                _ = try await client.post("/notices/channels", "kind=webhook&url=https://hooks.example/a")
                let channel = try #require(try await house.store.following.channels(of: owner(house)).first)
                for _ in 0..<10 {
                    #expect(try await client.post("/notices/channels/\(channel.id)/test", "").status == .seeOther)
                }
                let refused = try await client.post("/notices/channels/\(channel.id)/test", "")
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.retryAfter] != nil)
            }
        }
    }

    @Test("a webhook's secret is shown once; it is renamed in the watches too, used by all, and removed")
    func webhook() async throws {
        try await withHouse(Source(), messenger: Post().messenger) { house in
            try await house.client(of: "owner") { client in
                _ = try await client.post("/watches", "board=visa&equals-batch=\(VisaList.wellKnownBatch)")
                let added = try await client.post(
                    "/notices/channels", "kind=webhook&url=https://hooks.example/a&name=Hook&format=apprise&all=on")
                #expect(added.status == .seeOther)
                let first = try await client.follow(added).text
                #expect(first.contains("class=\"secret\""))
                #expect(first.contains("“Hook” has been added."))
                let page = try await client.get("/notices/channels").text
                #expect(!page.contains("class=\"secret\""))
                #expect(!page.contains("hooks.example/a"))
                #expect(page.contains("Used by all your watches"))
                let channel = try #require(try await house.store.following.channels(of: owner(house)).first)
                #expect(channel.address.contains("{title}"))
                _ = try await client.post("/notices/channels/\(channel.id)", "do=rename&name=My+hook")
                #expect(try await house.store.following.watches(of: owner(house)).map(\.settings.channels) == [["My hook"]])
                let taken = try await client.post("/notices/channels/\(channel.id)", "do=rename&name=app")
                #expect(taken.headers[.location] == "/notices/channels?word=name-taken")
                let tested = try await client.post("/notices/channels/\(channel.id)/test", "", [.accept: "application/json"])
                #expect(tested.text.contains("Test delivered."))
                _ = try await client.post("/notices/channels/\(channel.id)", "do=remove")
                #expect(try await house.store.following.channels(of: owner(house)).isEmpty)
                #expect(try await client.post("/notices/channels/\(channel.id)/test", "").status == .notFound)
            }
        }
    }

    @Test("a kind that isn't typed, or that nobody knows, is refused", arguments: ["push", "pigeon"])
    func untyped(kind: String) async throws {
        try await withHouse(Source(), messenger: Post().messenger) { house in
            try await house.client(of: "owner") { client in
                let refused = try await client.post("/notices/channels", "kind=\(kind)&endpoint=https://push.example/a")
                #expect(refused.status == .badRequest)
                #expect(refused.text.contains("Open Tidings in a browser to add it."))
            }
        }
    }

    @Test(
        "what is no address is refused with the reason, at its form",
        arguments: [
            ("kind=webhook&url=ftp://a", "Enter a web address"),
            ("kind=webhook&url=https://a.example&format=template&template={x", "The template"),
            ("kind=ntfy&topic=a b", "Use 1 to 64 letters"), ("kind=gotify&server=gotify.example&token=x", "Enter a web address"),
            ("kind=gotify&server=https://gotify.example", "Fill this in."),
            ("kind=matrix&server=https://matrix.example&token=x&room=news", "Enter a room"),
        ])
    func refusals(form: String, reason: String) async throws {
        try await withHouse(Source(), messenger: Post().messenger) { house in
            try await house.client(of: "owner") { client in
                let refused = try await client.post("/notices/channels", form.replacing(" ", with: "+"))
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(reason))
                #expect(try await house.store.following.channels(of: owner(house)).isEmpty)
            }
        }
    }

    @Test("all mistakes are said at once, each at its field, and what was entered stays, but for secrets")
    func mistakes() async throws {
        try await withHouse(Source(), messenger: Post().messenger) { house in
            try await house.client(of: "owner") { client in
                let refused = try await client.post("/notices/channels", "kind=matrix&server=matrix&room=news&token=a+secret")
                #expect(refused.status == .unprocessableContent)
                for field in ["server", "room", "token"] { #expect(refused.text.contains("id=\"new-matrix-\(field)-problem\"")) }
                #expect(refused.text.contains("value=\"news\""))
                #expect(!refused.text.contains("a secret"))
            }
        }
    }
}
