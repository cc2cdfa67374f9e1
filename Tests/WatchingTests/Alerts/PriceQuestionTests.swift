import Boards
import Foundation
import Records
import Testing
import Watching

@Suite("What a price alert tells") struct PriceQuestionTests {
    private static let noon = Forecourt.noon

    /// Looks at the offers one after another, three hours apart; each knows the last one’s result. Returns the event’s name for each.
    private func told(_ question: PriceQuestion?, _ looks: [[StationOffer]], every pause: Duration = .seconds(3 * 3600)) throws -> [String]
    {
        let question = try #require(question)
        var (state, now) = (PriceAlertState(), Self.noon)
        return looks.map { offers in
            let finding = question.evaluate(offers, state, at: now)
            let again = question.evaluate(offers, finding.state, at: now)
            #expect(again.news == nil, "a repeat tells nothing")
            #expect(again.state == finding.state, "a repeat tells nothing")
            state = PriceAlertState(stored: String(decoding: (try? JSONEncoder().encode(finding.state)) ?? Data(), as: UTF8.self))
            #expect(state == finding.state)
            now = now + pause
            guard let news = finding.news else { return "-" }
            return news.quotes.map(\.name).joined(separator: " ")
        }
    }

    private func at(_ prices: Double?...) -> [StationOffer] {
        zip("ABCDEFGH", prices).map { Forecourt.offer(String($0), $1) }
    }

    @Test("a price at or below the limit is told once, and again when it was above meanwhile")
    func below() throws {
        let question = try Forecourt.question(.below(price: 150))
        #expect(
            try told(question, [at(151, 152), at(150, 152), at(149, 152), at(149, 140), at(151, 152), at(151, 149.9)]) == [
                "-", "A", "-", "-", "-", "B",
            ])
    }

    @Test("the cheapest price now is noted whatever the rule, and stays while none is known")
    func now() throws {
        let question = try #require(try Forecourt.question(.tomorrow(step: 5)))
        let first = question.evaluate(at(151, 149), PriceAlertState(), at: Self.noon).state
        #expect(first.now?.name == "B")
        #expect(first.now?.price == 149)
        #expect(question.evaluate(at(nil), first, at: Self.noon).state.now == first.now)
    }

    @Test("several below the limit are told together, the cheapest first, and of very many the first five")
    func several() throws {
        let question = try #require(try Forecourt.question(.below(price: 150)))
        let finding = question.evaluate(at(150, 149, 151, 148, 147, 146, 145, 144), PriceAlertState(), at: Self.noon)
        #expect(finding.news?.quotes.map(\.name) == ["H", "G", "F", "E", "D"])
        #expect(finding.news?.more == 2)
    }

    @Test("while no price is known, it is neither above nor below")
    func unknown() throws {
        let question = try Forecourt.question(.below(price: 150))
        #expect(try told(question, [at(149), at(nil), [], at(149), at(151), at(149)]) == ["A", "-", "-", "-", "-", "A"])
    }

    @Test("prices that go up and down around the limit are told once an hour at most, and then as they are")
    func pause() throws {
        let question = try #require(try Forecourt.question(.below(price: 150)))
        let first = question.evaluate(at(149), PriceAlertState(), at: Self.noon)
        let above = question.evaluate(at(151), first.state, at: Self.noon + .seconds(300))
        let below = question.evaluate(at(148), above.state, at: Self.noon + .seconds(600))
        #expect(below.news == nil)
        #expect(below.again == Self.noon + PriceQuestion.pause)
        #expect(question.evaluate(at(148), below.state, at: Self.noon + .seconds(3600)).news?.quotes.map(\.price) == [148])
    }

    @Test("only stations in the area count, only favourites, only the station")
    func scopes() throws {
        let offers = [
            Forecourt.offer("far", 140, north: 10.1), Forecourt.offer("near", 149, north: 9.9), Forecourt.offer("lost", 130, north: nil),
        ]
        #expect(try told(Forecourt.question(.below(price: 150), in: Forecourt.around), [offers]) == ["near"])
        #expect(try told(Forecourt.question(.below(price: 150)), [offers]) == ["lost far near"])
        let favourites = try Forecourt.question(.below(price: 150), in: .favourites) { $0.favourites = [Forecourt.code("far")] }
        #expect(try told(favourites, [offers]) == ["far"])
        #expect(try told(Forecourt.question(.below(price: 150), in: .favourites), [offers]) == ["-"])
        let station = PriceAlert.Scope.station(code: Forecourt.code("near"), name: "near")
        #expect(try told(Forecourt.question(.below(price: 150), in: station), [offers]) == ["near"])
    }

    @Test("a station for members only counts for members, as on the board’s page, and where the alert is about that station")
    func members() throws {
        var costco = Forecourt.offer("Costco", 140, next: 120)
        costco.station.restrictions = "Members only"
        let offers = [costco, Forecourt.offer("Gull", 149, next: 155)]
        let code = Forecourt.code("Costco")
        for rule in [PriceAlert.Rule.below(price: 150), .tomorrow(step: 5)] {
            #expect(try told(Forecourt.question(rule), [offers]) == ["Gull"])
        }
        #expect(try told(Forecourt.question(.below(price: 150)) { $0.isMember = true }, [offers]) == ["Costco Gull"])
        #expect(try told(Forecourt.question(.below(price: 150), in: .favourites) { $0.favourites = [code] }, [offers]) == ["-"])
        #expect(try told(Forecourt.question(.below(price: 150), in: .station(code: code, name: "Costco")), [offers]) == ["Costco"])
        #expect(try Forecourt.question(.cheapest)?.quotes(offers).map(\.name) == ["Gull"])
        #expect(try Forecourt.question(.cheapest)?.leftOutCount(offers + [Forecourt.offer("Vibe", nil)]) == 1)
        #expect(try Forecourt.question(.cheapest, own: { $0.isMember = true })?.leftOutCount(offers) == 0)
        #expect(try Forecourt.question(.cheapest, in: .station(code: code, name: "Costco"))?.leftOutCount(offers) == 0)
        let time = try #require(TimeOfDay(hour: 12, minute: 0))
        let digest = try #require(try Forecourt.question(.daily(at: time)) { $0.favourites = [code] })
        let news = digest.evaluate(offers, PriceAlertState(), at: Self.noon).news
        #expect(news?.quotes.map(\.name) == ["Gull"])
        #expect(news?.favourites == [])
        #expect(news?.cheapestNext?.name == "Gull")
    }

    @Test("a discount is taken off before anything is compared, to the tenth of a cent")
    func discount() throws {
        let question = try #require(
            try Forecourt.question(.below(price: 145.9)) { $0.discounts = [.init(brand: "ampol", cents: 4)] })
        let offers = [Forecourt.offer("A", 149.9, next: 153.9, brand: "AMPOL"), Forecourt.offer("B", 146, brand: "BP")]
        let quote = question.evaluate(offers, PriceAlertState(), at: Self.noon).news?.quotes
        try #require(quote?.map(\.name) == ["A"])
        #expect(quote?[0].price == 145.9)
        #expect(quote?[0].next == 149.9)
    }

    @Test("the cheapest is told when it is another station or has another price, and stays the cheapest while others are as cheap")
    func cheapest() throws {
        let question = try Forecourt.question(.cheapest)
        #expect(
            try told(question, [at(150, 151), at(150, 150), at(150, 149), at(149, 149), at(149, nil), at(148, nil), at(nil), at(148)]) == [
                "-", "-", "B", "-", "A", "A", "-", "-",
            ])
        let before = try #require(question).evaluate(at(150), PriceAlertState(), at: Self.noon).state
        let news = try #require(question).evaluate(at(151, 149), before, at: Self.noon).news
        guard case .cheapest(let former)? = news?.event else {
            Issue.record("the cheapest is another")
            return
        }
        #expect(former.name == "A")
        #expect(former.price == 150)
    }

    private func next(_ prices: (Double?, Double?)...) -> [StationOffer] {
        zip("ABCDEFGH", prices).map { Forecourt.offer(String($0), $1.0, next: $1.1) }
    }

    @Test("tomorrow’s rise or fall of the cheapest is told once a day, when tomorrow’s prices are known")
    func tomorrow() throws {
        let question = try Forecourt.question(.tomorrow(step: 5))
        #expect(try told(question, [next((150, nil)), next((150, 155)), next((150, 160))], every: .seconds(60)) == ["-", "A", "-"])
        #expect(try told(question, [next((150, 154.9), (149, 153.9)), next((150, 144), (149, 160))], every: .seconds(60)) == ["-", "B"])
        let finding = try #require(question).evaluate(next((150, 144), (149, 160)), PriceAlertState(), at: Self.noon)
        #expect(finding.news?.event == .tomorrow(step: -5))
        #expect(finding.news?.cheapestNext?.name == "A")
        #expect(finding.news?.nextFrom == Forecourt.tomorrow.lowerBound)
        #expect(finding.staleFrom == Forecourt.tomorrow.lowerBound)
    }

    @Test("while tomorrow’s prices are there for less than half of the stations, they say nothing of the cheapest")
    func partly() throws {
        let question = try Forecourt.question(.tomorrow(step: 5))
        #expect(
            try told(question, [next((150, 170), (151, nil), (152, nil)), next((150, 170), (151, 171), (152, nil))], every: .seconds(60))
                == [
                    "-", "A",
                ])
    }

    @Test("of favourites each is looked at by itself, and the one that moves most is named first")
    func favouritesTomorrow() throws {
        let question = try Forecourt.question(.tomorrow(step: 5), in: .favourites) { $0.favourites = ["A", "B", "C"].map(Forecourt.code) }
        let offers = next((150, 156), (150, 140), (150, 154), (150, 190))
        #expect(try told(question, [offers]) == ["B A"])
    }

    @Test("a digest comes at its time, once a day, with what is cheapest, tomorrow’s prices and the favourites")
    func daily() throws {
        let time = try #require(TimeOfDay(hour: 13, minute: 0))
        let question = try #require(
            try Forecourt.question(.daily(at: time), in: Forecourt.around) { $0.favourites = [Forecourt.code("far")] })
        let offers = [Forecourt.offer("far", 140, next: 141, north: 20), Forecourt.offer("near", 149, next: 155)]
        let before = question.evaluate(offers, PriceAlertState(), at: Self.noon)
        let due = Self.noon + .seconds(3600)
        #expect(before.news == nil)
        #expect(before.again == due)
        let first = question.evaluate(offers, before.state, at: due)
        #expect(first.news?.event == .daily)
        #expect(first.news?.quotes.map(\.name) == ["near"])
        #expect(first.news?.favourites.map(\.name) == ["far"])
        #expect(first.news?.cheapestNext?.next == 155)
        #expect(question.evaluate(offers, first.state, at: due + .seconds(5 * 3600)).news == nil)
        #expect(question.evaluate(offers, first.state, at: due + .seconds(86_400)).news != nil)
    }

    @Test("a digest that was missed is made up for within six hours, and one from before the alert never")
    func lateDigest() throws {
        let time = try #require(TimeOfDay(hour: 7, minute: 0))
        let question = try #require(try Forecourt.question(.daily(at: time)))
        #expect(question.evaluate(at(150), PriceAlertState(), at: Self.noon).news != nil)
        #expect(question.evaluate(at(nil), PriceAlertState(), at: Self.noon).state == PriceAlertState())
        #expect(question.evaluate(at(150), PriceAlertState(), at: Self.noon + .seconds(2 * 3600)).news == nil)
        let young = try #require(try Forecourt.question(.daily(at: time), since: Self.noon + .seconds(-60)))
        #expect(young.evaluate(at(150), PriceAlertState(), at: Self.noon).news == nil)
    }

    @Test("it says when the same offers may say something else: when a price ends")
    func again() throws {
        let question = try #require(try Forecourt.question(.below(price: 100)))
        #expect(question.evaluate(at(150), PriceAlertState(), at: Self.noon).again == Forecourt.today.upperBound)
        #expect(question.evaluate([], PriceAlertState(), at: Self.noon).again == nil)
    }
}
