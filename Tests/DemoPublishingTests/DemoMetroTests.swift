import Foundation
import Testing

@testable import DemoPublishing

@Suite("The sample metro")
struct DemoMetroTests {
    private static let metro = DemoMetro()
    /// Tuesday, 3 March 2026, 12:00 in Perth: before tomorrow's prices are published.
    private static let noon = CalendarDay(year: 2026, month: 3, day: 3).daysSince1970 * 86_400 + 4 * 3600

    private func items(_ query: [String: String] = [:], at time: Int = noon) -> [[String: String]] {
        Self.metro.feed(DemoFuelQuery { query[$0] }, at: time).xml.matches(of: /<item>(.*?)<\/item>/).map { item in
            Dictionary(item.1.matches(of: /<([a-z-]+)>([^<]*)<\/\1>/).map { (String($0.1), String($0.2)) }) { first, _ in first }
        }
    }

    private func prices(_ items: [[String: String]]) -> [Double] { items.compactMap { $0["price"].flatMap(Double.init) } }

    @Test("the same seed gives the same bytes, another seed other stations")
    func determinism() {
        let query = DemoFuelQuery { _ in nil }
        #expect(DemoMetro().feed(query, at: Self.noon).xml == Self.metro.feed(query, at: Self.noon + 60).xml)
        #expect(DemoMetro(seed: 8).stations != Self.metro.stations)
    }

    @Test("400 stations in 65 suburbs, each item with the thirteen children of the source in its order, the cheapest first")
    func shape() throws {
        let xml = Self.metro.feed(DemoFuelQuery { _ in nil }, at: Self.noon).xml
        let children = xml.matches(of: /<item>(.*?)<\/item>/).map { $0.1.matches(of: /<([a-z-]+)>/).map { String($0.1) } }
        let order = [
            "title", "description", "brand", "date", "price", "trading-name", "location", "address", "phone", "latitude", "longitude",
            "site-features", "restrictions",
        ]
        #expect(children.count == 400)
        #expect(children.allSatisfy { $0 == order })
        let items = items()
        #expect(Set(items.map { $0["location"] }).count == 65)
        #expect(Set(items.map { $0["trading-name"] }).count == 400)
        #expect(prices(items) == prices(items).sorted())
        #expect(prices(items).allSatisfy { (100...260).contains($0) })
        #expect(items.allSatisfy { $0["title"] == "\($0["price"] ?? ""): \($0["trading-name"] ?? "")" && $0["date"] == "2026-03-03" })
        let built = "Tue Mar 03 14:30:00 AWST 2026"
        #expect(xml.contains("<lastBuildDate>\(built)\(built)</lastBuildDate><image><url>/fuelwatch/art/fuelwatch-logo.gif</url>"))
        #expect(xml.contains("<ttl>720</ttl>"))
        #expect(xml.contains("<description>03/03/2026 - all metro regions</description>"))
    }

    @Test("it has the faults of real lists")
    func faults() {
        let items = items()
        #expect(items.count { $0["phone"] == "" } == 12)
        #expect(items.count { $0["latitude"] == "" && $0["longitude"] == "" } == 1)
        #expect(items.count { $0["latitude"] == "0.0" } == 1)
        #expect(items.contains { $0["brand"] == "" })
        #expect(items.contains { $0["restrictions"] == "--EMPTY--" })
        #expect(items.contains { $0["address"]?.contains("&amp;") == true })
        let addresses = Dictionary(grouping: items) { "\($0["address"] ?? ""), \($0["location"] ?? "")" }
        #expect(addresses.values.map(\.count).filter { $0 > 1 } == [2])
        #expect(items.count { $0["site-features"] == ", " } > 80)
    }

    @Test("Tuesday is dear, each day after it cheaper, Monday the cheapest", arguments: [0, 7, 21, 70])
    func week(offset: Int) {
        let tuesday = CalendarDay(year: 2026, month: 3, day: 3).daysSince1970 + offset
        let means = (tuesday - 1...tuesday + 6).map { day in
            let prices = prices(items(at: day * 86_400))
            return prices.reduce(0, +) / Double(prices.count)
        }
        #expect(means[1] - means[0] > 15)
        for (before, after) in zip(means[1...], means[2...]) { #expect(after < before) }
        #expect(means[7] - means[1] < -15)
    }

    @Test("tomorrow is empty before 14:30 in Perth, and what it says then is what today says the day after")
    func tomorrow() {
        let published = Self.noon + 2 * 3600 + 1800
        #expect(items(["Day": "tomorrow"], at: published - 1).isEmpty)
        let tomorrow = items(["Day": "tomorrow"], at: published)
        #expect(tomorrow.count == 400)
        #expect(tomorrow.allSatisfy { $0["date"] == "2026-03-04" })
        #expect(tomorrow == items(at: published + 86_400))
        #expect(tomorrow == items(["Day": "yesterday"], at: published + 2 * 86_400))
        let feed = Self.metro.feed(DemoFuelQuery { $0 == "Day" ? "tomorrow" : nil }, at: published + 600)
        #expect(feed.sinceUnixSeconds == published)
    }

    @Test("a day may be named, a week back at most; what is none is today")
    func days() {
        #expect(items(["Day": "24/02/2026"]).allSatisfy { $0["date"] == "2026-02-24" })
        #expect(items(["Day": "24/02/2026"]).count == 400)
        #expect(items(["Day": "23/02/2026"]).isEmpty)
        #expect(items(["Day": "04/03/2026"]).isEmpty)
        #expect(items(["Day": "09/03/2026"]).isEmpty)
        for text in ["31/02/2026", "2026-03-02", "3/3/2026", "never"] { #expect(items(["Day": text]) == items()) }
        let past = Self.metro.feed(ofDaysSince1970: CalendarDay(year: 2026, month: 1, day: 6).daysSince1970)
        #expect(past.xml.contains("<date>2026-01-06</date>"))
    }

    @Test("product, region, brand and suburb are honoured; what is unknown is passed over, or finds nothing")
    func parameters() {
        #expect(items(["Product": "5"]).count < 200)
        #expect(items(["Product": "10"]).count < 30)
        #expect(prices(items(["Product": "2"])).min() ?? 0 > prices(items()).min() ?? 0)
        for product in ["3", "1,2", "x", ""] { #expect(items(["Product": product]) == items()) }
        #expect(items(["product": "5"]) == items())
        let regions = ["25", "26", "27"].map { items(["Region": $0]).count }
        #expect(regions.reduce(0, +) == 400)
        #expect(regions.allSatisfy { $0 > 50 })
        #expect(items(["Region": "1"]).isEmpty)
        #expect(items(["StateRegion": "98"]).count == 400)
        #expect(items(["StateRegion": "3"]).isEmpty)
        let brand = items(["Brand": "5"])
        #expect(brand.count == 76)
        #expect(brand.allSatisfy { $0["brand"] == "BP" })
        let around = items(["Suburb": "Subiaco"])
        let alone = items(["Suburb": "Subiaco", "Surrounding": "no"])
        #expect(alone.allSatisfy { $0["location"] == "SUBIACO" })
        #expect((5...8).contains(alone.count))
        #expect(around == items(["Suburb": "SUBIACO", "Surrounding": "yes"]))
        #expect(around.count > alone.count)
        #expect(around.count < 100)
        #expect(items(["Suburb": "Atlantis"]).isEmpty)
        let odd = Self.metro.feed(DemoFuelQuery { $0 == "Suburb" ? "<b>&" : nil }, at: Self.noon)
        #expect(odd.xml.contains("FuelWatch Prices For &lt;b&gt;&amp;</title>"))
    }
}
