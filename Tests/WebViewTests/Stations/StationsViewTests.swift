import Boards
import FoundationEssentials
import Localisation
import Records
import Testing

@testable import Serving
@testable import StationPages
@testable import Web

@Suite("The page of stations")
struct StationsViewTests {
    private let offers = [
        Pumps.offer("BP <b>Subiaco", 149.9, north: 1, brand: "BP", next: 165.9),
        Pumps.offer("Gull", 155, north: 12, brand: "Gull", next: 150),
    ]

    private func page(_ model: StationsModel, _ words: Words = .english) -> String {
        StationsView(reader: Reader(words: words)).page(model, assets: "/static/x").text
    }

    private func query(_ change: (inout StationsQuery) -> Void) -> StationsQuery { StationsQuery().with(change) }

    @Test("a row has its price, its name, tomorrow's in words and an arrow, and how far it is in words and a colour")
    func row() {
        let html = page(Pumps.model(offers, query: query { $0.near = Pumps.perth }))
        #expect(html.contains("<span class=\"station-amount figures\">149.9</span>"))
        #expect(html.contains("<bdi>BP &lt;b&gt;Subiaco</bdi>"))
        #expect(html.contains("<span>Tomorrow</span> <span class=\"figures\">165.9</span>"))
        #expect(html.contains("up 16.0</span>"))
        #expect(html.contains("down 5.0</span>"))
        #expect(html.contains("station-away is-close figures\">1 km</span>"))
        #expect(html.contains("is-further figures\">12 km</span>"))
        #expect(html.contains("Distances are from your position, near <b><bdi>Perth</bdi></b>."))
        #expect(html.contains("data-position=\""))
        #expect(html.contains("data-price=\"149.9\""))
        #expect(html.contains("data-tone=\"cheap\""))
    }

    @Test(
        "how many prices rise and fall has a blank before each arrow, since a phone shows it as one line of text",
        arguments: ["en", "de", "ar"])
    func blanksBeforeArrows(language: String) {
        let html = page(Pumps.model(offers), Words(language: language))
        #expect(html.contains("</span> <span class=\"station-step is-rise\"><svg"))
        #expect(html.contains("</span> <span class=\"station-step is-fall\"><svg"))
    }

    @Test("what prices count is said once above the rows, and rows without a distance have price and name only")
    func noDistance() {
        var place = StationWhere(
            query { $0.place = "6008" }, StationSettings(board: "fuel"), find: { _ in [] }, names: { [] }, nearest: { _ in nil })
        (place.middle, place.middleName, place.problem) = (Pumps.perth, "6008 Subiaco", nil)
        let html = page(Pumps.model(offers, query: query { $0.place = "6008" }, here: place, radius: 5))
        #expect(html.matches(of: /\bc\/L</).count == 1)
        #expect(html.contains("<span class=\"station-unit\">c/L</span>"))
        #expect(!html.contains("station-away"))
        #expect(html.contains("Stations within 5 km of <b><bdi>6008 Subiaco</bdi></b>."))
        #expect(!html.contains("data-metres"))
    }

    @Test("the title names the fuel that is chosen")
    func title() {
        let html = page(Pumps.model(offers))
        #expect(html.contains("<title>Unleaded · Fuel · Tidings</title>"))
        #expect(html.contains("<span class=\"stations-fuel\">Unleaded</span>"))
    }

    @Test("a place that nobody knows is said at its field, before the map")
    func unknownPlace() throws {
        let html = page(Pumps.model(offers, query: query { $0.place = "Subiacco" }))
        let field = try #require(html.firstRange(of: "id=\"stations-place\""))
        let said = try #require(html.firstRange(of: "data-problem"))
        let map = try #require(html.firstRange(of: "data-stations-map"))
        #expect(field.lowerBound < said.lowerBound)
        #expect(said.lowerBound < map.lowerBound)
        #expect(html.contains("aria-invalid=\"true\" aria-describedby=\"stations-problem\""))
    }

    @Test("a station for members only says so in its row")
    func members() {
        var offer = Pumps.offer("Costco", 130)
        offer.station.restrictions = "Members only"
        #expect(page(Pumps.model([offer])).contains("<span class=\"station-members\">Members only</span>"))
        #expect(!page(Pumps.model(offers)).contains("station-members"))
    }

    @Test("names that are written like an unknown suburb lead to what is published for them")
    func unknownSuburb() {
        let query = query { ($0.suburb, $0.order) = ("Subiacco", .price) }
        var place = StationWhere(query, StationSettings(board: "fuel"), find: { _ in [] }, names: { [] }, nearest: { _ in nil })
        place.problem = .unknownSuburb("Subiacco", alike: ["Subiaco"])
        let html = page(Pumps.model(offers, query: query, here: place))
        #expect(html.contains("Tidings doesn’t know the suburb “<bdi>Subiacco</bdi>”"))
        #expect(html.contains("<a href=\"/boards/fuel?suburb=Subiaco&amp;order=price\"><bdi>Subiaco</bdi></a>"))
    }

    @Test("exactly one fuel is chosen, and the rest of the question is kept")
    func fuel() {
        let html = page(Pumps.model(offers, query: query { ($0.near, $0.order) = (Pumps.perth, .worth) }))
        #expect(html.matches(of: /type="radio" name="fuel" value="[a-z]+" checked/).count == 1)
        #expect(
            html.contains(
                "<input type=\"hidden\" name=\"near\" value=\"-31.95,115.86\"><input type=\"hidden\" name=\"order\" value=\"worth\">"))
    }

    @Test("a price after a discount says the pump's")
    func discount() {
        let html = page(Pumps.model(offers, Pumps.settings { $0.discounts = [.init(brand: "BP", cents: 4)] }))
        #expect(html.contains(">145.9</span>"))
        #expect(html.contains("at the pump 149.9"))
    }

    @Test("until when prices hold is said by the clocks at the pumps, and that tomorrow's are not known before they are")
    func holding() {
        let known = page(Pumps.model(offers))
        #expect(known.contains("Valid until <time datetime=\"2026-11-20T22:00:00Z\">tomorrow 06:00</time>."))
        #expect(known.contains("The next prices are out."))
        #expect(known.contains("1 more expensive"))
        #expect(known.contains("1 cheaper"))
        let unknown = page(Pumps.model([Pumps.offer("a", 150)]))
        #expect(unknown.contains("Tomorrow’s prices aren’t out yet."))
        let old = page(Pumps.model([Pumps.offer("a", nil, last: 150)]))
        #expect(old.contains("These prices ended"))
        #expect(old.contains("no longer sold"))
    }

    @Test("the drive is explained, and each row says what it saves and from when it pays")
    func worth() {
        let html = page(
            Pumps.model(
                [Pumps.offer("near", 160, north: 1), Pumps.offer("far", 140, north: 6)],
                query: query { ($0.near, $0.order) = (Pumps.perth, .worth) }))
        #expect(html.contains("Savings compared with the nearest station, <bdi>near</bdi>, on a fill of 40 litres, 8 L/100 km, including"))
        #expect(html.contains("saves "))
        #expect(html.contains("worth it if "))
        #expect(html.contains("nearest to you"))
        let lost = page(Pumps.model(offers, query: query { $0.order = .worth }))
        #expect(lost.contains("Sorted by price. Share your position to see what is worth the drive."))
        let placeless = page(Pumps.model(offers, query: query { $0.order = .distance }))
        #expect(placeless.contains("Sorted by price. Choose a place to sort by distance."))
    }

    @Test("a place that is not known is said with names like it, and the prices are there all the same")
    func unknown() {
        let html = page(Pumps.model(offers, query: query { $0.place = "Subiacco" }))
        #expect(html.contains("Tidings doesn’t know the suburb or postcode “<bdi>Subiacco</bdi>”."))
        #expect(html.contains("place=Subiaco\"><bdi>Subiaco</bdi></a>"))
        #expect(html.contains(">149.9</span>"))
    }

    @Test("somebody in another country is told so, and is shown prices without distances")
    func abroad() {
        let query = query { $0.near = Position("52.5,13.4") }
        let place = StationWhere(query, StationSettings(board: "fuel"), find: { _ in [] }, names: { [] }, nearest: { _ in nil })
        let html = page(Pumps.model(offers, query: query, here: place.awayFrom(13_600_000)))
        #expect(html.contains("The nearest station is 13,600 km away"))
        #expect(html.contains(">149.9</span>"))
        #expect(!html.contains("data-metres"))
    }

    @Test("a list without a row says why, and leads on")
    func empty() {
        #expect(page(Pumps.model(offers, query: query { $0.search = "zz" })).contains("No stations match."))
        #expect(page(Pumps.model(offers, query: query { $0.onlyFavourites = true })).contains("No favourites yet."))
        let far = page(Pumps.model([Pumps.offer("a", 150, north: 40)], query: query { $0.near = Pumps.perth }, radius: 10))
        #expect(far.contains("No stations within 10 km. The nearest is 40 km away."))
        #expect(far.contains("radius=0\">Any distance</a>"))
        #expect(page(Pumps.model([])).contains("No station here sells Unleaded"))
    }

    @Test("a star is pressed or not, and one form sends them all")
    func stars() {
        let settings = Pumps.settings { $0.favourites = [StationRow.code(of: offers[1].station)] }
        let html = page(Pumps.model(offers, settings))
        #expect(html.matches(of: /action="\/boards\/fuel\/favourites"/).count == 1)
        #expect(html.contains("name=\"remove\" value=\"\(settings.favourites[0])\""))
        #expect(html.matches(of: /aria-pressed="true"/).count == 1)
    }

    @Test("no style and no script stands in the page, in any language", arguments: ["en", "de", "ar", "ja", "en-XA"])
    func policy(language: String) {
        let html = page(Pumps.model(offers, query: query { ($0.near, $0.order) = (Pumps.perth, .worth) }), Words(language: language))
        #expect(!html.contains("style="))
        #expect(!html.contains("<style"))
        #expect(!html.contains("<script>"))
        #expect(!html.contains("src=\"http"))
    }

    @Test("a station's page has what can be done, what is known, and when its prices change")
    func station() throws {
        let row = try #require(Pumps.list([offers[0]], here: Pumps.perth).rows.first)
        let model = StationModel(
            board: Pumps.board, plan: Pumps.plan, fuel: Pumps.plan.fuels[0], row: row, others: [], query: StationsQuery(),
            updated: Pumps.noon, now: Pumps.noon)
        let html = StationView(reader: Reader()).page(model, chart: "", assets: "/static/x").text
        #expect(html.contains("href=\"tel:0893000000\""))
        #expect(html.contains("https://www.openstreetmap.org/directions?to=-31.94"))
        #expect(html.contains("<dt>Valid until</dt><dd>Tomorrow 06:00</dd>"))
        #expect(html.contains("<dt>Tomorrow</dt><dd>165.9\u{A0}c/L · up 16.0</dd>"))
        #expect(html.contains("<dd>1 km in a straight line</dd>"))
        #expect(html.contains("1 BP &lt;b&gt;Subiaco St, Perth"))
    }

    @Test("settings show what is set, choose exactly one fuel, and keep what was refused")
    func settings() {
        let settings = Pumps.settings { ($0.tank, $0.region, $0.fuel) = (55, "26", "diesel") }
        let html = StationSettingsView(
            reader: Reader(), board: Pumps.board, plan: Pumps.plan, settings: settings, brands: ["BP"],
            regions: [("25", "North"), ("26", "South")], problem: "A fill is wrong.", done: false
        ).page(assets: "/static/x").text
        #expect(html.contains("value=\"diesel\" checked"))
        #expect(html.contains("name=\"area\" value=\"region\" checked"))
        #expect(html.contains("<option value=\"26\" selected>South</option>"))
        #expect(html.contains("name=\"tank\" inputmode=\"decimal\" value=\"55\""))
        #expect(html.contains("name=\"discount-BP\""))
        #expect(html.contains("A fill is wrong."))
        #expect(html.contains("Saved in a cookie in this browser only."))
    }
}
