import DemoPublishing
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("What is watched, on the first page") struct HomeTests {
    private let number = VisaList.wellKnownBatch

    private func watched(_ page: TestResponse) -> [String] {
        page.text.matches(of: /(?s)<li class="watched.*?<\/li>/).map {
            $0.output.replacing(/<[^>]*>/, with: "").trimmingCharacters(in: .whitespaces)
        }
    }

    @Test("a person's number and its value are the same on each device; what a browser looked up is shown to visitors alone")
    func everyDevice() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            let session = try #require(try await house.login("owner")[.cookie])
            try await house.client(of: "owner") { client in
                let looked = try await client.post("/boards/visa", "batch=\(number)")
                try await house.settle()
                let unwatched = try await client.get("/", [.cookie: "\(session); \(try #require(looked.cookie))"])
                #expect(watched(unwatched).isEmpty)
                _ = try await client.post("/watches", "board=visa&equals-batch=\(number)")
                let card = watched(try await client.get("/"))
                try #require(card.count == 1)
                #expect(card[0].contains("Visa status · Batch number \(number)"))
                #expect(card[0].contains("Administrative Processing"))
                #expect(card[0].hasSuffix("no change yet"))
            }
            // The same person, in a browser that has never been on the board.
            let other = try await house.client(of: "owner") { try await $0.get("/") }
            #expect(watched(other).count == 1)
            try await house.client { client in
                let before = try await client.get("/")
                #expect(watched(before).isEmpty)
                let looked = try await client.post("/boards/visa", "batch=\(number)")
                try await house.settle()
                let cards = watched(try await client.get("/", [.cookie: try #require(looked.cookie)]))
                try #require(cards.count == 1)
                #expect(cards[0].contains("Administrative Processing"))
            }
        }
    }

    @Test("a number that isn't listed yet says so, a whole board its last changes, and a muted watch that it is muted")
    func kinds() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                for form in ["equals-batch=28999999999", "q="] { _ = try await client.post("/watches", "board=visa&\(form)") }
                let before = watched(try await client.get("/"))
                #expect(before.contains { $0.contains("28999999999") && $0.contains("Not on the list yet") })
                #expect(before.contains { $0.contains("No changes yet") })
                house.source.publish(VisaList.sample.edition(2))
                try await house.read()
                let after = try await client.get("/")
                #expect(watched(after).contains { $0.firstMatch(of: /[0-9]+ changes/) != nil })
                #expect(after.text.contains("href=\"/boards/visa/changes\""))
                let owner = try await house.store.people.person(named: "owner", at: .system())
                let watch = try #require(try await house.store.following.watches(of: owner).first)
                _ = try await client.post("/watches/\(watch.id)/mute", "muted=on")
                let muted = watched(try await client.get("/"))
                #expect(muted.contains { $0.hasSuffix("muted") })
            }
        }
    }

    @Test("every board can be checked now from its source health, and another site can't ask for it")
    func checkNow() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            let before = house.source.requestCount
            try await house.client(of: "owner") { client in
                #expect(try await client.get("/boards/visa/health").text.contains("Check now"))
                let foreign = try await client.post("/boards/visa/health", "", [.init("Sec-Fetch-Site")!: "cross-site"])
                #expect(foreign.status == .forbidden)
                #expect(house.source.requestCount == before)
                let checked = try await client.post("/boards/visa/health", "")
                #expect(checked.status == .seeOther)
                #expect(checked.headers[.location] == "/boards/visa/health")
                try await house.settle()
                #expect(house.source.requestCount > before)
            }
        }
    }

    @Test("of very many watches twelve are shown, and the way to all of them; a stranger's page isn't theirs by its heading")
    func many() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            let numbers = Set(VisaList.sample.rows.map(\.batch)).prefix(14)
            try await house.client(of: "owner") { client in
                for number in numbers { _ = try await client.post("/watches", "board=visa&equals-batch=\(number)") }
                let page = try await client.get("/")
                #expect(watched(page).count == 12)
                #expect(page.text.contains("Show all (14)"))
            }
            let strangers = try await house.client { try await $0.get("/").text }
            #expect(strangers.contains("<h1>Boards</h1>"))
            #expect(!strangers.contains("Your boards"))
            #expect(!strangers.contains("Watching"))
        }
    }
}
