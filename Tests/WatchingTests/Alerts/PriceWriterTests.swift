import Boards
import Foundation
import Localisation
import Records
import Testing
import Watching

@Suite("Price alerts in words") struct PriceWriterTests {
    private func said(_ rule: PriceAlert.Rule, _ scope: PriceAlert.Scope = .everywhere, _ language: String = "en-GB") throws -> String {
        let words = Words(language: language)
        return PriceWriter(try Forecourt.board().translated(to: words.catalogue.language.code), fuel: nil, words)
            .sentence(of: PriceAlert.Settings(rule, in: scope))
    }

    @Test("an alert is said with its fuel, its price as pumps show it, and where")
    func sentences() throws {
        #expect(try said(.below(price: 150), Forecourt.around) == "Unleaded at or below 150.0\u{A0}ct/l · Within 10 km of Perth")
        #expect(try said(.cheapest, .favourites) == "The cheapest Unleaded, whenever it changes · Your favourites")
        #expect(
            try said(.tomorrow(step: 5), .station(code: "a", name: "BP Perth"))
                == "Unleaded, when it rises or falls by 5.0\u{A0}ct/l or more tomorrow · BP Perth")
        let time = try #require(TimeOfDay(hour: 7, minute: 0))
        #expect(try said(.daily(at: time)) == "Unleaded, every day at 07:00 · All stations")
        #expect(try said(.below(price: 150), .everywhere, "de") == "Benzin für höchstens 150,0\u{A0}ct/l · Alle Tankstellen")
    }

    private func notice(_ rule: PriceAlert.Rule, in scope: PriceAlert.Scope = .everywhere, favourites: [String] = []) throws -> [String] {
        let question = try #require(try Forecourt.question(rule, in: scope) { $0.favourites = favourites.map(Forecourt.code) })
        let offers = [
            Forecourt.offer("BP", 149.9, next: 159.9, north: 2), Forecourt.offer("Ampol", 151.9, next: 157.9, north: 3),
            Forecourt.offer("Far", 139.9, next: 140.9, north: 30),
        ]
        var state = PriceAlertState()
        if rule == .cheapest { state = question.evaluate([Forecourt.offer("Old", 160)], state, at: Forecourt.noon).state }
        let news = try #require(question.evaluate(offers, state, at: Forecourt.noon + .seconds(3600)).news)
        let writer = PriceWriter(try Forecourt.board(), fuel: news.fuel, .english)
        return [writer.title(of: news)] + writer.lines(of: news)
    }

    @Test("a notice says the price first and then where, with the distance where the alert has a place")
    func notices() throws {
        #expect(
            try notice(.below(price: 152), in: Forecourt.around) == [
                "Unleaded at 149.9\u{A0}ct/l: BP", "149.9\u{A0}ct/l · BP · 2 km", "151.9\u{A0}ct/l · Ampol · 3 km",
            ])
        #expect(
            try notice(.cheapest) == [
                "Cheapest Unleaded: 139.9\u{A0}ct/l, Far", "139.9\u{A0}ct/l · Far", "Before: 160.0\u{A0}ct/l, Old",
            ])
        #expect(
            try notice(.tomorrow(step: 5), in: Forecourt.around) == [
                "Unleaded rises by 8.0\u{A0}ct/l tomorrow", "Cheapest now: 149.9\u{A0}ct/l, BP",
                "Cheapest from 21 Nov 2025, 06:00: 157.9\u{A0}ct/l, Ampol",
            ])
        #expect(
            try notice(.tomorrow(step: 5), in: .favourites, favourites: ["BP", "Ampol", "Far"]) == [
                "Unleaded rises by 10.0\u{A0}ct/l tomorrow", "BP: 149.9\u{A0}ct/l now, 159.9\u{A0}ct/l then",
                "Ampol: 151.9\u{A0}ct/l now, 157.9\u{A0}ct/l then", "From 21 Nov 2025, 06:00",
            ])
        let time = try #require(TimeOfDay(hour: 13, minute: 0))
        #expect(
            try notice(.daily(at: time), in: Forecourt.around, favourites: ["Far"]) == [
                "Unleaded from 149.9\u{A0}ct/l today: BP", "149.9\u{A0}ct/l · BP · 2 km", "151.9\u{A0}ct/l · Ampol · 3 km",
                "Cheapest from 21 Nov 2025, 06:00: 157.9\u{A0}ct/l, Ampol", "Your favourites:", "139.9\u{A0}ct/l · Far",
            ])
    }

    @Test("a list that names fewer stations than the notice counts the rest in stations, not in lines")
    func fewerNamed() throws {
        let question = try #require(try Forecourt.question(.below(price: 200)) { _ in })
        let offers = (0..<150).map { Forecourt.offer("Station \($0)", 150 + Double($0) / 10, next: 160, north: 2) }
        let news = try #require(question.evaluate(offers, PriceAlertState(), at: Forecourt.noon).news)
        let writer = PriceWriter(try Forecourt.board(), fuel: news.fuel, .english)
        #expect(writer.lines(of: news).count == 6)
        #expect(writer.lines(of: news).last == "and 145 more")
        #expect(
            writer.lines(of: news, naming: 3) == [
                "150.0\u{A0}ct/l · Station 0", "150.1\u{A0}ct/l · Station 1", "150.2\u{A0}ct/l · Station 2", "and 147 more",
            ])
    }
}
