import DemoPublishing
import Fetching
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Notifying
import Records
import Storage
import TestSupport
import Testing
import Watching

@testable import BoardPages
@testable import Serving
@testable import Web

@Suite("The app")
struct AppTests {
    @Test("the worker is one script, and names what the page for no network is shown with under the tree's hash")
    func worker() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let script = try await client.get("/service-worker.js")
                #expect(script.headers[.cacheControl] == "no-cache")
                #expect(script.text.contains("\"prefix\":\"\(house.web.parts.site.assets.prefix)\""))
                #expect(script.text.contains(#""files":["icon.svg","pages/plain.css","pages/plain.js"]"#))
                #expect(script.text.contains("class Memory"))
                #expect(script.text.contains("class Shell"))
                #expect(!script.text.contains("importScripts"))
            }
        }
    }

    @Test("the worker is the same script in each language, so that choosing another is no update")
    func language() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let english = try await client.get("/service-worker.js").text
                #expect(try await client.get("/service-worker.js", [.acceptLanguage: "de"]).text == english)
                let page = try await client.get("/app/offline", [.acceptLanguage: "de"])
                #expect(page.text.contains(#"data-says-open="Öffnen""#))
                #expect(page.headers[.contentLanguage] == "de")
                // It doesn't promise every page that was opened.
                let offline = try await client.get("/app/offline").text
                #expect(offline.contains("documents, once you’ve chosen “Keep offline”."))
                #expect(!offline.contains("Pages you"))
            }
        }
    }

    @Test("a page says whose it is, and what is no page does not")
    func owner() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            try await house.client { client in
                let (page, strangers) = (try await client.get("/", ada), try await client.get("/"))
                let api = try await client.get("/api/v1/boards", ada)
                #expect(page.headers[PageOwner.header] == "1")
                #expect(strangers.headers[PageOwner.header] == "nobody")
                #expect(api.headers[PageOwner.header] == nil)
            }
        }
    }

    private static let shared: [(String, String)] = [
        ("text=20121456171", "/boards/visa?batch=20121456171"), ("text=My+number+is+20121456171.", "/boards/visa?batch=20121456171"),
        ("title=20121456171&text=", "/boards/visa?batch=20121456171"),
    ]

    @Test("a number that is shared leads to the board that takes it", arguments: shared)
    func number(query: String, address: String) async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let answer = try await client.get("/app/share?\(query)")
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == address)
            }
        }
    }

    @Test("an address that is shared leads to the board that reads it, and another says what came")
    func address() async throws {
        try await withHouse(Source()) { house in
            let url = try await house.watcher.feed(of: house.board).url
            try await house.client { client in
                for query in ["url=\(url)", "text=Look:+\(url)"] {
                    #expect(try await client.get("/app/share?\(query)").headers[.location] == "/boards/visa")
                }
                let other = try await client.get("/app/share?url=https://elsewhere.example/a&title=%3Cb%3E")
                #expect(other.status == .ok)
                #expect(other.text.contains("https://elsewhere.example/a"))
                #expect(other.text.contains("&lt;b&gt;"))
                #expect(try await client.get("/app/share?%zz").status == .ok)
            }
        }
    }

    @Test("a stranger whom no board is shown learns of none by sharing, nor from the manifest")
    func strangers() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let url = try await house.watcher.feed(of: house.board).url
            let ada = try await house.login("Ada", .member)
            try await house.client { client in
                for query in ["text=20121456171", "url=\(url)"] {
                    let answer = try await client.get("/app/share?\(query)")
                    #expect(answer.status == .ok)
                    #expect(!answer.text.contains("/boards/"))
                    #expect(try await client.get("/app/share?\(query)", ada).headers[.location]?.hasPrefix("/boards/visa") == true)
                }
                #expect(try await client.get("/manifest.webmanifest").text.contains("\"shortcuts\":[]"))
                #expect(try await client.get("/manifest.webmanifest", ada).text.contains("boards/visa"))
            }
        }
    }

    @Test("what is shared is looked at in pieces, up to a bound")
    func pieces() {
        #expect(SharedText(title: "a", text: "(one) two.", url: "").words == ["one", "two", "a"])
        #expect(SharedText(title: "", text: String(repeating: "x ", count: 40), url: "").words.count == 10)
        #expect(SharedText(title: "", text: "see https://a.example now", url: "").address == "https://a.example")
        #expect(SharedText(title: "", text: String(repeating: "x", count: 61), url: "").searched == "")
    }
}

@Suite("Devices that are pushed to")
struct PushDevicesTests {
    /// RFC 8291, appendix A.
    private static let keys =
        "\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}"
    private static let phone = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"

    private static func subscription(_ endpoint: String, replaces: String? = nil) -> String {
        let former = replaces.map { ",\"replaces\":\"\($0)\"" } ?? ""
        return "{\"subscription\":{\"endpoint\":\"\(endpoint)\",\"expirationTime\":null,\(keys)}\(former)}"
    }

    @Test("a browser becomes a channel by its name, once however often it subscribes, and keeps the name at another address")
    func subscribing() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            let person = try await house.store.people.person(named: "Ada", at: .system())
            try await house.client { client in
                var phone = ada
                phone[.userAgent] = Self.phone
                for _ in 0..<2 {
                    let answer = try await client.post("/app/push-subscriptions", Self.subscription("https://push.example/a"), phone)
                    #expect(answer.status == .created)
                    #expect(answer.text.contains("\"name\":\"Chrome on Android\""))
                }
                let once = try await house.store.following.channels(of: person)
                #expect(once.map(\.name) == ["Chrome on Android"])
                let moved = Self.subscription("https://push.example/b", replaces: "https://push.example/a")
                let again = try await client.post("/app/push-subscriptions", moved, ada)
                #expect(again.status == .created)
                let channels = try await house.store.following.channels(of: person)
                #expect(channels.map(\.name) == ["Chrome on Android"])
                #expect(channels.map(\.kind) == ["push"])
                let address = try JSONDecoder().decode(PushSubscription.self, from: Data(channels[0].address.utf8))
                #expect(address.endpoint.description == "https://push.example/b")

                let removed = try await client.execute(
                    uri: "/app/push-subscriptions", method: .delete, headers: ada,
                    body: ByteBuffer(string: "{\"endpoint\":\"https://push.example/b\"}"))
                #expect(removed.status == .noContent)
                let left = try await house.store.following.channels(of: person)
                #expect(left.isEmpty)
            }
        }
    }

    @Test("at the limit of devices one that is known subscribes again and moves, and a further one is refused")
    func limit() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            let person = try await house.store.people.person(named: "Ada", at: .system())
            try await house.client { client in
                func subscribe(_ number: Int, replaces former: Int? = nil) async throws -> HTTPResponse.Status {
                    let body = Self.subscription(
                        "https://push.example/\(number)", replaces: former.map { "https://push.example/\($0)" })
                    return try await client.post("/app/push-subscriptions", body, ada).status
                }
                var answers: [HTTPResponse.Status] = []
                for number in 0..<PushDevices.limit { answers.append(try await subscribe(number)) }
                #expect(answers.allSatisfy { $0 == .created })
                answers = [try await subscribe(0), try await subscribe(100, replaces: 1)]
                #expect(answers == [.created, .created])
                answers = [try await subscribe(101), try await subscribe(101, replaces: 1)]
                #expect(answers == [.conflict, .conflict])
            }
            let count = try await house.store.following.channels(of: person).count
            #expect(count == PushDevices.limit)
        }
    }

    @Test("a device that moves stays reachable where it was if its new address can't be stored")
    func unstored() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            let person = try await house.store.people.person(named: "Ada", at: .system())
            try await house.client { client in
                let first = Self.subscription("https://push.example/a")
                #expect(try await client.post("/app/push-subscriptions", first, ada).status == .created)
                let before = try await house.store.following.channels(of: person)
                let database = try DatabaseQueue(path: house.folder.url.appendingPathComponent("tidings.sqlite").path)
                try await database.write {
                    try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON channels BEGIN SELECT raise(ABORT, 'full'); END")
                }
                let moved = Self.subscription("https://push.example/b", replaces: "https://push.example/a")
                #expect(try await client.post("/app/push-subscriptions", moved, ada).status.code >= 500)
                let after = try await house.store.following.channels(of: person)
                #expect(before.count == 1)
                #expect(after == before)
            }
        }
    }

    @Test(
        "what is no subscription, and what another site sends, is refused",
        arguments: [
            ("{}", "same-origin", 400), ("[", "same-origin", 400), (subscription("not an address"), "same-origin", 422),
            (subscription("https://push.example/a").replacing("BTBZ", with: ""), "same-origin", 422),
            (subscription("https://push.example/a"), "cross-site", 403),
        ])
    func refused(body: String, engine: String, status: Int) async throws {
        try await withHouse(Source()) { house in
            let header = try #require(HTTPField.Name("Sec-Fetch-Site"))
            var ada = try await house.login()
            ada[header] = engine
            ada[.accept] = "application/json"
            try await house.client { [ada] client in
                let answer = try await client.post("/app/push-subscriptions", body, ada)
                #expect(answer.status.code == status)
            }
            let person = try await house.store.people.person(named: "Ada", at: .system())
            let channels = try await house.store.following.channels(of: person)
            #expect(channels.isEmpty)
        }
    }

    @Test("the key is told, the count of what is new, and a notice that is not there mutes nothing")
    func besides() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            let person = try await house.store.people.person(named: "Ada", at: .system())
            try await house.client { client in
                let (key, unread) = (try await client.get("/app/push-key", ada), try await client.get("/app/unread", ada))
                #expect(key.text == "{\"key\":\"BKey\",\"person\":\(person.id)}\n")
                #expect(unread.text == "{\"unread\":0}\n")
                let muted = try await client.post("/app/mute", "{\"id\":\"\(UUID())\"}", ada)
                #expect(muted.status == .notFound)
            }
        }
    }
}
