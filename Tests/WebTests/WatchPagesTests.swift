import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing
import Watching

@testable import Web

@Suite("Pages of watches and notices")
struct WatchPagesTests {
    private let number = VisaList.wellKnownBatch

    private func owner(_ house: House) async throws -> Person { try await house.store.people.person(named: "owner", at: .system()) }

    @Test("one tap watches a number, a second one does not watch it twice")
    func oneTap() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                #expect(try await client.get("/boards/visa?batch=\(number)").region("lookup-watch").contains("Tell me when it changes"))
                for _ in 0..<2 {
                    let answer = try await client.post("/watches", "board=visa&equals-batch=\(number)&back=/boards/visa?batch=\(number)")
                    #expect(answer.status == .seeOther)
                    #expect(answer.headers[.location] == "/boards/visa?batch=\(number)")
                }
                let watches = try await house.store.following.watches(of: owner(house))
                #expect(watches.map(\.settings.condition) == [.field("batch", .equals(number))])
                #expect(
                    try await client.get("/boards/visa?batch=\(number)").region("lookup-watch").contains(
                        "Watching. You’ll see changes here."))
                #expect(try await client.get("/watches").text.contains("Batch number is \(number)."))
            }
        }
    }

    @Test("one tap on a list watches every change of it, or what was searched for, and the same once only")
    func wholeList() async throws {
        try await withHouse(Source()) { house in
            try await house.client(of: "owner") { client in
                for form in ["board=visa&q=", "board=visa&q=", "board=visa&q=issued"] {
                    let made = try await client.post("/watches", form)
                    #expect(made.status == .seeOther)
                    #expect(made.headers[.location] == "/watches")
                }
                let watches = try await client.get("/watches").text
                #expect(watches.components(separatedBy: "class=\"watch-card").count == 3)
                #expect(watches.contains("“issued”"))
            }
        }
    }

    @Test("nobody is sent to another site, and what cannot be watched is refused")
    func refusals() async throws {
        try await withHouse(Source()) { house in
            try await house.client(of: "owner") { client in
                for (form, status) in [
                    ("board=visa&equals-batch=1", 422), ("board=visa", 400), ("board=none&equals-batch=1", 404),
                    ("board=visa&board=visa", 400),
                ] {
                    #expect(try await client.post("/watches", form).status.code == status, "\(form)")
                }
                let away = try await client.post("/watches", "board=visa&equals-batch=\(number)&back=//evil.example/")
                #expect(away.headers[.location] == "/watches")
                let foreign = try await client.post(
                    "/watches", "board=visa&equals-batch=\(number)", [.init("Sec-Fetch-Site")!: "cross-site"])
                #expect(foreign.status == .forbidden)
            }
        }
    }

    @Test("without a script rows are added, taken away and looked at by buttons, and only Tell me saves")
    func editor() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                let new = try await client.get("/watches/new?board=visa&equals-batch=\(number)")
                #expect(new.text.contains("value=\"\(number)\""))
                #expect(new.text.contains("<strong class=\"figures\">1</strong> of 60 rows match now"))
                let row = "board=visa&test-0-subject=batch&test-0-test=equals&test-0-value=\(number)"
                let added = try await client.post("/watches/new?board=visa", "\(row)&do=add")
                #expect(added.status == .ok)
                #expect(added.text.contains("name=\"test-1-subject\""))
                let removed = try await client.post("/watches/new?board=visa", "\(row)&test-1-subject=*&test-1-test=gone&do=remove-0")
                #expect(!removed.text.contains("name=\"test-1-subject\""))
                #expect(removed.text.contains("A row is gone."))
                let wrong = try await client.post(
                    "/watches/new?board=visa",
                    "board=visa&test-0-subject=date&test-0-test=less&test-0-value=soon&do=save")
                #expect(wrong.status == .unprocessableContent)
                #expect(wrong.text.contains("Enter a day, like 2026-03-07."))
                #expect(try await house.store.following.watches(of: owner(house)).isEmpty)
                let saved = try await client.post("/watches/new?board=visa", "\(row)&begins=on&digest=hourly&do=save")
                #expect(saved.status == .seeOther)
                let watch = try #require(try await house.store.following.watches(of: owner(house)).first)
                #expect(watch.settings.condition == .begins(.field("batch", .equals(number))))
                #expect(watch.settings.digest == .hourly)
                let again = try await client.post("/watches/\(watch.id)", "board=visa&test-0-subject=*&test-0-test=gone&do=save")
                #expect(again.status == .seeOther)
                #expect(try await house.store.following.watch(watch.id)?.settings.condition == .gone)
            }
        }
    }

    @Test("a script gets the rows and what matches while the form is filled in")
    func preview() async throws {
        struct Answer: Decodable {
            let tests: String
            let preview: String
        }
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                let form = "board=visa&test-0-subject=status&test-0-test=contains&test-0-value=e&do=preview"
                let response = try await client.post("/watches/preview", form, [.accept: "application/json"])
                let answer = try JSONDecoder().decode(Answer.self, from: Data(response.text.utf8))
                #expect(answer.preview.contains("Status contains “e”."))
                #expect(answer.preview.contains("of 60 rows match now"))
                #expect(answer.preview.contains("row-note"))
                let wrong = try await client.post("/watches/preview", "board=visa&test-0-subject=batch&test-0-test=equals&test-0-value=1")
                #expect(wrong.text.contains("it has 11 digits"))
            }
        }
    }

    @Test("muting and removing are a button each, and nobody sees what others watch")
    func buttons() async throws {
        try await withHouse(Source()) { house in
            try await house.client(of: "owner") { client in
                _ = try await client.post("/watches", "board=visa&equals-batch=\(number)")
                let watch = try #require(try await house.store.following.watches(of: owner(house)).first)
                _ = try await client.post("/watches/\(watch.id)/mute", "muted=on")
                #expect(try await house.store.following.watch(watch.id)?.settings.isMuted == true)
                _ = try await client.post("/watches/\(watch.id)/mute", "")
                #expect(try await house.store.following.watch(watch.id)?.settings.isMuted == false)

                let stranger = try await house.store.people.person(named: "somebody else", at: .system())
                let feed = try await house.watcher.feed(of: house.board)
                let theirs = try await house.store.following.addWatch(
                    of: stranger, on: feed, Watch.Settings(.everything, channels: []), at: .system())
                #expect(try await client.get("/watches/\(theirs.id)").status == .notFound)
                #expect(try await client.post("/watches/\(theirs.id)", "do=save").status == .notFound)
                _ = try await client.post("/watches/\(theirs.id)/remove", "")
                #expect(try await house.store.following.watch(theirs.id) != nil)

                _ = try await client.post("/watches/\(watch.id)/remove", "")
                #expect(try await house.store.following.watches(of: owner(house)).isEmpty)
                #expect(try await client.get("/watches").text.contains("No watches yet"))
            }
        }
    }

    @Test("a change is listed, new until it was looked at, and says why: records, rule, fetch, delivery")
    func notices() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                _ = try await client.post("/watches", "board=visa&equals-batch=\(number)")
                #expect(try await client.get("/notices").text.contains("No notices yet"))
                house.source.publish(VisaList.sample.edition(2))
                try await house.read()
                let list = try await client.get("/notices").text
                #expect(list.contains("is-unread"))
                #expect(list.contains("Documents Requested"))
                let home = try await client.get("/").text
                #expect(home.contains("watched is-new"))
                #expect(home.contains("<bdi>Documents Requested</bdi>"))
                #expect(home.contains("changed <relative-time>"))
                // Each page shows the count in its header, even if it answers a form.
                let html: HTTPFields = [.accept: "text/html"]
                #expect(try await client.get("/watches", html).text.contains("data-unread"))
                let refused = try await client.post("/boards/visa", "batch=1", html)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("data-unread"))
                let notice = try #require(try await house.store.following.notices(of: owner(house)).first)
                let why = try await client.get("/notices/\(notice.id)").text
                #expect(why.contains("<del><bdi>Administrative Processing</bdi></del>"))
                #expect(why.contains("<ins><bdi>Documents Requested</bdi></ins>"))
                #expect(why.contains("Batch number is \(number)."))
                #expect(why.contains(house.source.url.absoluteString))
                #expect(why.contains("Notices in Tidings"))
                // The download of all data has the notice with its text.
                let data = try await client.get("/account/data").text
                #expect(data.contains(#""title":""#))
                #expect(data.contains("Documents Requested"))
                #expect(try await client.post("/notices/seen", "notice=\(notice.id)").status == .seeOther)
                #expect(try await !client.get("/notices").text.contains("is-unread"))
                #expect(try await !client.get("/").text.contains("is-new"))
                #expect(try await client.get("/notices/999").status == .notFound)
                #expect(try await client.get("/watches").text.contains("Last notice"))
            }
        }
    }

    @Test("a board's changes are listed with their fetch, and a record has its history")
    func changes() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                #expect(try await client.get("/boards/visa/changes").text.contains("Nothing has changed since the first check."))
                house.source.publish(VisaList.sample.edition(2))
                try await house.read()
                let all = try await client.get("/boards/visa/changes").text
                #expect(all.contains("<bdi>Documents Requested</bdi>"))
                let mine = try await client.get("/boards/visa/changes?key=\(number)").text
                #expect(mine.contains("The history of \(number)"))
                #expect(mine.components(separatedBy: "class=\"change-entry").count == 2)
            }
        }
    }

    @Test("the health page tells the log of fetches, and what failed with its reason")
    func health() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            house.source.answer { try $0.answer("500 Internal Server Error") }
            try await house.read()
            try await house.client(of: "owner") { client in
                let page = try await client.get("/boards/visa/health").text
                #expect(page.contains("The last check failed"))
                #expect(page.contains("answered 500 Internal Server Error"))
                #expect(page.contains("60 rows"))
                #expect(page.components(separatedBy: "class=\"fetch-time\"").count == 3)
            }
        }
    }
}
