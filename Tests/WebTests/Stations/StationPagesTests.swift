import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Pages of stations")
struct StationPagesTests {
    @Test("the page lists what is stored, the cheapest first, and the first page says it")
    func page() async throws {
        try await withMetro { house in
            try await house.client { client in
                let page = try await client.get("/boards/fuel")
                #expect(page.status == .ok)
                #expect(Self.names(page.text) == ["Vibe Subiaco", "BP Perth", "Shell Fremantle"])
                #expect(page.text.contains("c/L"))
                #expect(page.text.contains("Valid until"))
                let home = try await client.get("/")
                #expect(home.text.contains("150.1\u{A0}c/L"))
                #expect(home.text.contains("cheapest now"))
            }
        }
    }

    @Test("a position shows distances and names the suburb; whatever stands in the address, there is a page")
    func near() async throws {
        try await withMetro { house in
            try await house.client { client in
                let page = try await client.get("/boards/fuel?near=-31.95,115.825&order=distance&radius=0")
                #expect(Self.names(page.text) == ["Vibe Subiaco", "BP Perth", "Shell Fremantle"])
                #expect(page.text.contains("near <b><bdi>Subiaco</bdi></b>"))
                #expect(page.text.contains("data-metres="))
                for query in [
                    "near=x", "near=90,0", "near=1e400,1", "place=%00", "place=\(String(repeating: "x", count: 5000))", "order=1",
                    "from=-1", "fuel=%F0%9F",
                ] {
                    let page = try await client.get("/boards/fuel?\(query)")
                    #expect(page.status == .ok, "\(query)")
                    #expect(page.text.contains("Vibe Subiaco"), "\(query)")
                }
            }
        }
    }

    @Test("a fuel of its own document is asked for once; no address adds a region or a suburb that nobody knows")
    func feeds() async throws {
        try await withMetro { house in
            try await house.client { client in
                _ = try await client.get("/boards/fuel?fuel=diesel")
                try await house.settle()
                try await eventually("diesel is read") {
                    try await house.store.feeds.all(of: "fuel").contains { $0.url.hasSuffix("Product=4") && $0.lastSuccess != nil }
                }
                #expect(try await client.get("/boards/fuel?fuel=diesel").text.contains("Vibe Subiaco"))
                for query in ["region=99", "suburb=Nowhere", "region=%2F..", "fuel=kerosene"] {
                    _ = try await client.get("/boards/fuel?\(query)")
                }
                #expect(try await client.get("/boards/fuel?suburb=subiaco").text.contains("Vibe Subiaco"))
                #expect(try await house.store.feeds.all(of: "fuel").count == 2)
            }
            try await house.client(of: "Ada") { client in
                _ = try await client.get("/boards/fuel?suburb=subiaco")
                let feeds = try await house.store.feeds.all(of: "fuel")
                #expect(feeds.count == 3)
                #expect(feeds.contains { $0.url.lowercased().hasSuffix("suburb=subiaco") })
                try await eventually("all is read") { try await house.store.feeds.all(of: "fuel").allSatisfy { $0.lastAttempt != nil } }
            }
        }
    }

    @Test("Western Australian postcodes are known without asking anybody: 6008 is Subiaco")
    func postcodes() async throws {
        try await withMetro { house in
            try await house.client { client in
                for place in ["6008 Subiaco", "6160 Fremantle"] {
                    #expect(try await client.get("/boards/fuel?place=\(place.prefix(4))").text.contains("<bdi>\(place)</bdi>"))
                }
                let unknown = try await client.get("/boards/fuel?place=9999").text
                #expect(unknown.contains("data-problem"))
            }
        }
    }

    @Test("a station's page has the prices of other fuels once they are stored")
    func otherFuels() async throws {
        try await withMetro { house in
            try await house.client { client in
                let link = try #require(try await client.get("/boards/fuel").text.firstMatch(of: /\/boards\/fuel\/stations\/[a-z0-9]+/))
                #expect(try await !client.get(String(link.0)).text.contains("<dt>Diesel</dt>"))
                _ = try await client.get("/boards/fuel?fuel=diesel")
                try await eventually("diesel is read") {
                    try await house.store.feeds.all(of: "fuel").contains { $0.url.hasSuffix("Product=4") && $0.lastSuccess != nil }
                }
                #expect(try await client.get(String(link.0)).text.contains("<dt>Diesel</dt>"))
            }
        }
    }

    @Test("who says that they are a member finds it said again")
    func member() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                #expect(try await !client.get("/boards/fuel/settings").text.contains("name=\"member\" checked"))
                _ = try await client.post("/boards/fuel/settings", "member=on")
                #expect(try await client.get("/boards/fuel/settings").text.contains("name=\"member\" checked"))
            }
        }
    }

    @Test("a suburb that nobody knows is said, and so is one that strangers cannot ask for; all that is published is shown")
    func unknownSuburb() async throws {
        try await withMetro { house in
            try await house.client { client in
                let page = try await client.get("/boards/fuel?suburb=Nowhere%3Cb%3E").text
                #expect(page.contains("Tidings doesn’t know the suburb “<bdi>Nowhere&lt;b&gt;</bdi>”"))
                #expect(page.contains("Vibe Subiaco"))
                let german = try await client.get("/boards/fuel?suburb=Nowhere&lang=de").text
                #expect(german.contains("Tidings kennt den Ort „<bdi>Nowhere</bdi>“ nicht"))
                let asked = try await client.get("/boards/fuel?suburb=subiaco").text
                #expect(asked.contains("Sign in to choose something new under “Suburb”."))
                #expect(asked.contains("Vibe Subiaco"))
                #expect(try await !client.get("/boards/fuel").text.contains("data-problem"))
                let refused = try await client.get("/api/v1/boards/fuel/stations?suburb=Nowhere")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("“Nowhere” is not known"))
            }
        }
    }

    @Test("a stranger's settings are in a cookie of theirs, a wild one is a stranger's without settings")
    func cookie() async throws {
        try await withMetro { house in
            try await house.client { client in
                let saved = try await client.post(
                    "/boards/fuel/settings", "fuel=diesel&order=distance&tank=55&consumption=7%2C5&discount-BP=4")
                #expect(saved.status == .seeOther)
                let cookie = try #require(saved.headers[.setCookie]?.prefix { $0 != ";" })
                #expect(saved.headers[.setCookie]?.contains("HttpOnly") == true)
                let form = try await client.get("/boards/fuel/settings", [.cookie: String(cookie)])
                #expect(form.text.contains("value=\"diesel\" checked"))
                #expect(form.text.contains("value=\"7.5\""))
                #expect(form.text.contains("value=\"4\""))
                for wild in [
                    "tidings_stations_fuel=%%%", "tidings_stations_fuel=\(String(repeating: "A", count: 9000))",
                    "tidings_stations_fuel=e30",
                ] {
                    #expect(try await client.get("/boards/fuel", [.cookie: wild]).text.contains("Vibe Subiaco"))
                }
                let refused = try await client.post("/boards/fuel/settings", "tank=9000&consumption=900")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("Enter 5 to 300 litres. Enter "))
                #expect(refused.text.contains(" litres per 100 km."))
                #expect(refused.headers[.setCookie] == nil)
            }
        }
    }

    @Test("a person's settings are kept with them; their form has to be theirs")
    func person() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                let code = try #require(Self.codes(try await client.get("/boards/fuel").text).last)
                let answer = try await client.post("/boards/fuel/favourites", "add=\(code)", [.accept: "application/json"])
                #expect(answer.text.contains("\"favourites\":[\"\(code)\"]"))
                #expect(Self.codes(try await client.get("/boards/fuel").text).first == code)
                let person = try await house.store.people.person(named: "Ada", at: .system())
                #expect(person.settings.stations(of: "fuel").favourites == [code])
            }
            try await house.client { client in
                var headers = try await house.login()
                headers[FormToken.header] = nil
                #expect(try await client.post("/boards/fuel/favourites", "add=a1", headers).status == .forbidden)
            }
        }
    }

    @Test("a place can be set again where there are as many as may be")
    func fullPlaces() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                for number in 1...StationSettings.Limits.places {
                    _ = try await client.post("/boards/fuel/places", "name=P\(number)&where=subiaco")
                }
                #expect(try await client.post("/boards/fuel/places", "name=Q&where=subiaco").status == .unprocessableContent)
                #expect(try await client.post("/boards/fuel/places", "name=p1&where=subiaco").status == .seeOther)
            }
        }
    }

    @Test("a place of one's own is found by its suburb, and one that is not known is said with names like it")
    func places() async throws {
        try await withMetro { house in
            try await house.client(of: "Ada") { client in
                #expect(try await client.post("/boards/fuel/places", "name=Work&where=subiaco").status == .seeOther)
                let page = try await client.get("/boards/fuel")
                #expect(page.text.contains("Distances are from <b><bdi>Work</bdi></b>."))
                let refused = try await client.post("/boards/fuel/places", "name=Home&where=Subiacco")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("Did you mean: Subiaco"))
                _ = try await client.post("/boards/fuel/places", "remove=Work")
                #expect(try await house.store.people.person(named: "Ada", at: .system()).settings.stations(of: "fuel").places.isEmpty)
            }
        }
    }

    @Test("a form leads back to the board and nowhere else")
    func back() async throws {
        try await withMetro { house in
            try await house.client { client in
                let good = try await client.post("/boards/fuel/favourites", "add=a1&back=%2Fboards%2Ffuel%3Forder%3Ddistance")
                #expect(good.headers[.location] == "/boards/fuel?order=distance")
                for wild in ["https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2Fboards%2Ffuelish", "%2Faccount"] {
                    #expect(try await client.post("/boards/fuel/favourites", "add=a1&back=\(wild)").headers[.location] == "/boards/fuel")
                }
            }
        }
    }

    @Test("a station has a page; one that is not there, and a board without stations, have none")
    func station() async throws {
        try await withMetro { house in
            try await house.client { client in
                let code = try #require(Self.codes(try await client.get("/boards/fuel").text).first)
                let page = try await client.get("/boards/fuel/stations/\(code)")
                #expect(page.text.contains("Vibe Subiaco"))
                #expect(page.text.contains("tel:0893000001"))
                #expect(page.text.contains("Valid until"))
                #expect(try await client.get("/boards/fuel/stations/zzz").status == .notFound)
            }
        }
        try await withHouse(Source()) { house in
            try await house.client { client in
                let (page, list) = (
                    try await client.get("/boards/visa/stations/zzz"), try await client.get("/api/v1/boards/visa/stations")
                )
                #expect(page.status == .notFound)
                #expect(list.status == .notFound)
            }
        }
    }

    @Test("strangers see nothing of a board that is not public")
    func closed() async throws {
        try await withMetro(isPublic: false) { house in
            try await house.client { client in
                for path in ["/boards/fuel", "/boards/fuel/settings", "/boards/fuel/stations/a"] {
                    let status = try await client.get(path).status
                    #expect(status == .seeOther, "\(path)")
                }
                let list = try await client.get("/api/v1/boards/fuel/stations")
                #expect(list.status == .unauthorized)
            }
        }
    }

    @Test("a source that is out of reach says so, and what it had is shown")
    func unreachable() async throws {
        try await withMetro { house in
            house.source.answer { try $0.answer("503 Service Unavailable", [], body: []) }
            try await house.read()
            try await house.client { client in
                let page = try await client.get("/boards/fuel")
                #expect(page.text.contains("class=\"notice\""))
                #expect(Self.names(page.text).count == 3)
            }
        }
    }

    private static func names(_ html: String) -> [String] { html.matches(of: /station-name"><bdi>([^<]*)/).map { String($0.1) } }
    private static func codes(_ html: String) -> [String] { html.matches(of: /data-station="([^"]*)"/).map { String($0.1) } }
}

/// A house whose board is of stations, with prices that are in force now, read once.
func withMetro(isPublic: Bool = true, _ body: @Sendable (House) async throws -> Void) async throws {
    let source = try Source { try $0.answer("200 OK", [("Content-Type", "application/xml")], body: Array(metro.utf8)) }
    try await withHouse(source, board: fuelBoard, isPublic: isPublic) { house in
        try await house.read()
        try await body(house)
    }
}

/// Three stations, on the days about now: which is in force follows from the clock.
private var metro: String {
    let stations = [
        ("Vibe Subiaco", "Vibe", "SUBIACO", "-31.949,115.827", "150.1"), ("BP Perth", "BP", "PERTH", "-31.953,115.857", "155.9"),
        ("Shell Fremantle", "Shell", "FREMANTLE", "-32.056,115.747", "160.9"),
    ]
    let days = [-1, 0, 1].map { Date.now.addingTimeInterval(Double($0) * 86_400).formatted(.iso8601.year().month().day()) }
    let items = days.flatMap { day in
        stations.enumerated().map { number, station in
            """
            <item><name>\(station.0)</name><brand>\(station.1)</brand><suburb>\(station.2)</suburb><position>\(station.3)</position>\
            <price>\(station.4)</price><date>\(day)</date><address>\(number) High St</address><phone>(08) 9300 000\(number + 1)</phone></item>
            """
        }
    }
    return "<rss>\(items.joined())</rss>"
}

@Sendable private func fuelBoard(_ source: Source) throws -> Board {
    let declaration = try BoardFile.declaration(
        of: """
            title: Fuel
            view: map
            parameters:
              product: { choices: { 1: Unleaded, 4: Diesel }, default: '1' }
              suburb: { optional: true, place: true }
              region: { choices: { 25: North, 26: South }, optional: true }
            source: { url: '\(source.url)?Product={product}&Region={region}&Suburb={suburb}' }
            extract: { xml: { rows: //item } }
            stations:
              name: name
              brand: brand
              address: address
              suburb: suburb
              phone: phone
              position: position
              price: { currency: AUD, unit: cents }
              day: { field: date, from: '00:00', zone: UTC }
              fuels:
                unleaded: { label: Unleaded, price: price, with: { product: 1 } }
                diesel: { label: Diesel, price: price, with: { product: 4 } }
              areas: { suburb: suburb, region: region }
            fields:
              name: { type: text }
              brand: { type: text }
              address: { type: text, key: true }
              suburb: { type: text, key: true }
              phone: { type: phone }
              position: { type: position, key: true }
              price: { type: number, unit: c/L }
              date: { type: date, key: true }
            """)
    return try Board(declaration, name: "fuel", folder: URL(fileURLWithPath: "/"))
}
