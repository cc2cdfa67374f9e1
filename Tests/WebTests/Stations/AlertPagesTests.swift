import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing
import Watching

@testable import Web

@Suite("Pages of price alerts")
struct AlertPagesTests {
    private func ada(_ house: House) async throws -> Person { try await house.store.people.person(named: "Ada", at: .system()) }

    @Test("an alert is made by a form that needs no script, is listed among the watches, altered, muted and removed")
    func life() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                #expect(try await client.get("/watches").text.contains("/boards/fuel/alerts/new"))
                let form = try await client.get("/boards/fuel/alerts/new?fuel=diesel&place=Subiaco&radius=5")
                #expect(form.text.contains("value=\"diesel\" checked"))
                #expect(form.text.contains("value=\"around\" checked"))
                #expect(form.text.contains("value=\"Subiaco\""))
                #expect(form.text.contains("value=\"5\" selected"))
                let made = try await client.post(
                    "/boards/fuel/alerts/new", "fuel=unleaded&when=below&price=149%2C9&which=around&place=subiaco&radius=5")
                #expect(made.status == .seeOther)
                #expect(made.headers[.location] == "/watches#alert-1")
                var alert = try #require(try await house.store.following.alert(1))
                #expect(alert.settings.rule == .below(price: 149.9))
                #expect(alert.settings.fuel == "unleaded")
                guard case .around(let area) = alert.settings.scope else {
                    Issue.record("it is about a place")
                    return
                }
                #expect(area.name == "Subiaco")
                #expect(area.kilometres == 5)
                let list = try await client.get("/watches").text
                #expect(list.contains("Unleaded at or below 149.9\u{A0}c/L"))
                #expect(list.contains("Within 5 km of Subiaco"))

                let page = try await client.get("/alerts/1").text
                #expect(page.contains("value=\"149.9\""))
                #expect(page.contains("Cheapest there now"))
                let posted = "fuel=unleaded&when=daily&daily-at=06:45&which=everywhere&quiet=on&quiet-from=22:00&quiet-to=06:00"
                #expect(try await client.post("/alerts/1", posted).status == .seeOther)
                alert = try #require(try await house.store.following.alert(1))
                #expect(alert.settings.rule == TimeOfDay(hour: 6, minute: 45).map { .daily(at: $0) })
                #expect(alert.settings.scope == .everywhere)
                #expect(alert.settings.quietHours != nil)
                _ = try await client.post("/alerts/1/mute", "muted=on")
                #expect(try await house.store.following.alert(1)?.isMuted == true)
                _ = try await client.post("/alerts/1/remove", "")
                #expect(try await house.store.following.alert(1) == nil)
            }
        }
    }

    @Test("a station’s page fills in the station; a position comes back although only its suburb is shown")
    func filledIn() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                let stations = try await client.get("/boards/fuel").text
                let code = try #require(stations.firstMatch(of: /data-station="([^"]*)"/)?.1)
                let form = try await client.get("/boards/fuel/alerts/new?station=\(code)").text
                #expect(form.contains("name=\"station\" value=\"\(code)\""))
                #expect(form.contains("value=\"station\" checked"))
                #expect(
                    try await client.post("/boards/fuel/alerts/new", "when=cheapest&which=station&station=\(code)&station-name=Vibe").status
                        == .seeOther)
                #expect(try await house.store.following.alert(1)?.settings.scope == .station(code: String(code), name: "Vibe"))
                let near = try await client.get("/boards/fuel/alerts/new?near=-31.941,115.83").text
                let name = try #require(near.firstMatch(of: /name="known" value="([^"]+)"/)?.1)
                #expect(near.contains("name=\"known-at\" value=\"-31.941,115.83\""))
                let posted = "when=cheapest&which=around&place=\(name)&known=\(name)&known-at=-31.941,115.83&radius=2"
                #expect(try await client.post("/boards/fuel/alerts/new", posted).status == .seeOther)
                guard case .around(let area)? = try await house.store.following.alert(2)?.settings.scope else {
                    Issue.record("it is about a place")
                    return
                }
                #expect(area.position == Position(latitude: -31.941, longitude: 115.83))
            }
        }
    }

    @Test(
        "what cannot be is shown again with the reason, and nothing is stored",
        arguments: [
            ("when=below&price=cheap&which=everywhere", "Enter a price, like 149.9."), ("when=below&which=everywhere", "Enter a price"),
            ("when=below&price=-1&which=everywhere", "Enter a price"), ("when=below&price=1e999&which=everywhere", "Enter a price"),
            ("when=tomorrow&step=&which=everywhere", "Enter an amount, like 5."),
            ("when=daily&daily-at=dawn&which=everywhere", "Enter a time of day"),
            ("when=cheapest&which=around&place=", "Enter a suburb or postcode."),
            ("when=cheapest&which=around&place=Subiacco", "Did you mean one of these? Subiaco"),
            ("when=cheapest&which=around&place=%3Cb%3E", "Tidings doesn’t know the suburb or postcode “&lt;b&gt;”."),
            ("when=cheapest&which=everywhere&quiet=on&quiet-from=07:00&quiet-to=07:00", "Enter two different times of day"),
        ])
    func refusals(form: String, reason: String) async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                let answer = try await client.post("/boards/fuel/alerts/new", form)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains(reason))
                #expect(try await house.store.following.alerts(of: ada(house)).isEmpty)
            }
        }
    }

    @Test("all that is wrong is said at once, and each field is marked")
    func allAtOnce() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                let wrong = "when=below&price=cheap&which=around&place=Subiacco&quiet=on&quiet-from=07:00&quiet-to=07:00"
                let answer = try await client.post("/boards/fuel/alerts/new", wrong)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("Enter a price, like 149.9."))
                #expect(answer.text.contains("Did you mean one of these? Subiaco"))
                #expect(answer.text.contains("Enter two different times of day"))
                #expect(answer.text.contains(#"aria-describedby="alert-price-problem" aria-invalid="true""#))
                #expect(answer.text.contains(#"aria-describedby="alert-place-problem" aria-invalid="true""#))
                let form = try await client.get("/boards/fuel/alerts/new").text
                #expect(!form.contains(#"aria-invalid="true""#))
            }
        }
    }

    @Test("nobody sees or alters the alerts of others, on pages and by the API, and there are none on a board without stations")
    func others() async throws {
        try await withMetro { house in
            _ = try await house.store.following.addAlert(of: ada(house), on: "fuel", .init(.cheapest), at: .system())
            try await house.client(of: "Bob") { client in
                #expect(try await client.get("/alerts/1").status == .notFound)
                #expect(try await client.post("/alerts/1", "when=cheapest&which=favourites").status == .notFound)
                _ = try await client.post("/alerts/1/mute", "muted=on")
                _ = try await client.post("/alerts/1/remove", "")
                #expect(try await client.get("/api/v1/alerts/1").status == .notFound)
                #expect(try await house.store.following.alert(1)?.isMuted == false)
            }
            try await house.client { client in
                for path in ["/alerts/1", "/boards/fuel/alerts/new"] {
                    let status = try await client.get(path).status
                    #expect(status == .seeOther)
                }
            }
        }
        try await withHouse(Source()) { house in
            try await house.client(of: "Ada") { client in
                let (form, list) = (try await client.get("/boards/visa/alerts/new"), try await client.get("/watches"))
                #expect(form.status == .notFound)
                #expect(!list.text.contains("Price alerts"))
            }
        }
    }

    @Test("what an alert has told is in the list of notices, in words, and its page says which alert it was")
    func notices() async throws {
        try await withMetro { house in
            let person = try await ada(house)
            _ = try await house.store.following.addAlert(of: person, on: "fuel", .init(.below(price: 152)), at: .system())
            let keeper = AlertKeeper(boards: [house.board], store: house.store, watcher: house.watcher)
            _ = try await keeper.evaluate()
            try await house.client(of: "Ada") { client in
                let list = try await client.get("/notices").text
                #expect(list.contains("Unleaded at 150.1\u{A0}c/L: Vibe Subiaco"))
                let id = try #require(try await house.store.following.notices(of: person).first?.id)
                let why = try await client.get("/notices/\(id)").text
                #expect(why.contains("href=\"/alerts/1\""))
                #expect(why.contains("150.1\u{A0}c/L · Vibe Subiaco"))
                let notice = try await client.get("/api/v1/notices/\(id)").text
                #expect(notice.contains(#""kind":"prices""#))
                #expect(notice.contains(#""alert":1"#))
            }
        }
    }

    @Test("the list of notices names fewer stations than the notice, and counts the stations it leaves out")
    func leftOutStations() async throws {
        try await withMetro { house in
            let person = try await ada(house)
            let alert = try await house.store.following.addAlert(of: person, on: "fuel", .init(.below(price: 200)), at: .system())
            let quotes = (1...5).map { #"{"code":"s\#($0)","name":"Station \#($0)","price":15\#($0)}"# }.joined(separator: ",")
            let news = """
                {"board":"fuel","fuel":"unleaded","event":{"below":{"price":200}},"quotes":[\(quotes)],"more":145,"favourites":[]}
                """
            let isSettled = try await house.store.following.settle(alert, "{}", saying: news, due: nil, at: .system())
            #expect(isSettled)
            try await house.client(of: "Ada") { client in
                let list = try await client.get("/notices").text
                #expect(list.contains("Station 3"))
                #expect(!list.contains("Station 4"))
                #expect(list.contains("and 147 more"))
                let notice = try #require(try await house.store.following.notices(of: person).first?.id)
                let why = try await client.get("/notices/\(notice)").text
                #expect(why.contains("Station 5"))
                #expect(why.contains("and 145 more"))
            }
        }
    }
}
