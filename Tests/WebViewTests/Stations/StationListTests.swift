import Boards
import Records
import Testing

@testable import StationPages
@testable import Web

@Suite("The list of stations")
struct StationListTests {
    private func names(_ list: StationList) -> [String] { list.rows.map(\.station.name) }

    @Test("a station for members only is the cheapest to members only")
    func members() {
        var forMembers = Pumps.offer("Costco", 130)
        forMembers.station.restrictions = "Members only"
        let offers = [forMembers, Pumps.offer("Gull", 150)]
        #expect(Pumps.list(offers).cheapest?.station.name == "Gull")
        #expect(Pumps.list(offers, Pumps.settings { $0.isMember = true }).cheapest?.station.name == "Costco")
        // The list begins with the same.
        #expect(names(Pumps.list(offers)) == ["Gull", "Costco"])
        #expect(names(Pumps.list(offers, Pumps.settings { $0.isMember = true })) == ["Costco", "Gull"])
        // Nor is the way to it worth driving, or what others are held against.
        let list = Pumps.list(offers, here: Pumps.perth)
        #expect(list.nearest?.station.name == "Gull")
        #expect(list.rows.first { $0.station.name == "Costco" }?.worth == nil)
    }

    @Test("by price the cheapest stands first, of equals the nearer, and what has no price now stands last")
    func byPrice() {
        let offers = [
            Pumps.offer("dear", 170), Pumps.offer("far", 150, north: 9), Pumps.offer("near", 150, north: 1),
            Pumps.offer("none", nil, next: 100),
        ]
        #expect(names(Pumps.list(offers, here: Pumps.perth)) == ["near", "far", "dear", "none"])
    }

    @Test("by distance the nearest stands first and what is nowhere last; with nobody anywhere the order is by price")
    func byDistance() {
        let offers = [Pumps.offer("a", 140, north: 9), Pumps.offer("b", 190, north: 1), Pumps.offer("c", 100, north: nil)]
        let list = Pumps.list(offers, here: Pumps.perth) { $0.order = .distance }
        #expect(names(list) == ["b", "a", "c"])
        #expect(list.order == .distance)
        let lost = Pumps.list(offers) { $0.order = .distance }
        #expect(names(lost) == ["c", "a", "b"])
        #expect(lost.order == .price)
    }

    @Test("a place that was typed sorts by distance and is no distance to show")
    func middle() {
        let list = Pumps.list([Pumps.offer("a", 140, north: 9), Pumps.offer("b", 190, north: 1)], middle: Pumps.perth) {
            $0.order = .distance
        }
        #expect(names(list) == ["b", "a"])
        #expect(list.rows.allSatisfy { $0.metres == nil })
    }

    @Test("by worth the largest saving after the drive stands first, against the nearest with a price")
    func byWorth() throws {
        let offers = [
            Pumps.offer("nearest", 160, north: 1), Pumps.offer("slightly", 159, north: 20), Pumps.offer("much", 130, north: 6),
            Pumps.offer("closed", nil, north: 0.1),
        ]
        let list = Pumps.list(offers, here: Pumps.perth) { $0.order = .worth }
        #expect(names(list) == ["much", "nearest", "slightly", "closed"])
        #expect(list.nearest?.station.name == "nearest")
        #expect(try #require(list.rows[0].worth).net > 900)
        #expect(try #require(list.rows[2].worth).net < 0)
        #expect(list.rows[3].worth == nil)
    }

    @Test("favourites stand first in every order", arguments: StationSettings.Order.allCases)
    func favourites(order: StationSettings.Order) {
        let offers = [Pumps.offer("cheap", 100, north: 1), Pumps.offer("mine", 200, north: 30)]
        let settings = Pumps.settings { $0.favourites = [StationRow.code(of: offers[1].station)] }
        #expect(names(Pumps.list(offers, settings, here: Pumps.perth) { $0.order = order }) == ["mine", "cheap"])
        #expect(names(Pumps.list(offers, settings) { $0.onlyFavourites = true }) == ["mine"])
    }

    @Test("a brand's discount is taken off, decides the order, and the pump's price is kept")
    func discounts() {
        let offers = [Pumps.offer("a", 150, brand: "Gull"), Pumps.offer("b", 152, brand: "BP", next: 160)]
        let list = Pumps.list(offers, Pumps.settings { $0.discounts = [.init(brand: "bp", cents: 4)] })
        #expect(names(list) == ["b", "a"])
        #expect(list.rows[0].price == 148)
        #expect(list.rows[0].pump?.amount == 152)
        #expect(list.rows[0].nextPrice == 156)
        #expect(list.cheapest?.price == 148)
        #expect(list.rows[1].discount == 0)
    }

    @Test("within a radius counts from the place that was typed, else from where one is; what is nowhere is not within")
    func radius() {
        let offers = [Pumps.offer("here", 150, north: 1), Pumps.offer("there", 150, north: 20), Pumps.offer("nowhere", 150, north: nil)]
        #expect(names(Pumps.list(offers, here: Pumps.perth) { $0.radius = 5000 }) == ["here"])
        let there = Pumps.place(-31.95 + 20 / 111.195, 115.86)
        let list = Pumps.list(offers, here: Pumps.perth, middle: there) { $0.radius = 5000 }
        #expect(names(list) == ["there"])
        #expect(list.found == 1)
        #expect(list.total == 3)
        #expect(abs((list.rows[0].metres ?? 0) - 20_000) < 10)
    }

    @Test("a brand and words that are searched leave what has them, in any case, accents aside")
    func search() {
        let offers = [
            Pumps.offer("Vibe Café", 150, brand: "Vibe"), Pumps.offer("BP", 151, brand: "BP", suburb: "SUBIACO"),
            Pumps.offer("Gull", 152, brand: "Gull"),
        ]
        #expect(names(Pumps.list(offers) { $0.search = "CAFE" }) == ["Vibe Café"])
        #expect(names(Pumps.list(offers) { $0.search = "subi bp" }) == ["BP"])
        let list = Pumps.list(offers) { $0.brand = "gull" }
        #expect(names(list) == ["Gull"])
        #expect(list.brands.map(\.name) == ["BP", "Gull", "Vibe"])
    }

    @Test("the cheapest third is cheap, the dearest dear; where all cost the same nobody is either")
    func tones() {
        let list = Pumps.list((0..<9).map { Pumps.offer("\($0)", 140 + Double($0)) })
        #expect(
            list.rows.map(\.tone) == Array(repeating: .cheap, count: 3) + Array(repeating: .middle, count: 3)
                + Array(repeating: .dear, count: 3))
        #expect(Pumps.list([Pumps.offer("a", 150), Pumps.offer("b", 150)]).rows.allSatisfy { $0.tone == .middle })
    }

    @Test("prices for members only colour no others, and have no colour for people who aren't members")
    func tonesOfMembers() {
        let offers = (0..<6).map { place -> StationOffer in
            var station = Pumps.offer("\(place)", nil).station
            station.restrictions = place < 3 ? "Members only" : nil
            return StationOffer(station: station, now: StationPrice(amount: 120 + Double(place) * 10, validity: Pumps.today))
        }
        #expect(Pumps.list(offers).rows.map(\.tone) == [.cheap, .middle, .dear, nil, nil, nil])
        let member = Pumps.settings { $0.isMember = true }
        #expect(Pumps.list(offers, member).rows.map(\.tone) == [.cheap, .cheap, .middle, .middle, .dear, .dear])
    }

    @Test("rises and falls are counted, tenths of a cent without a rest of binary fractions")
    func steps() {
        let list = Pumps.list([
            Pumps.offer("a", 149.9, next: 165.9), Pumps.offer("b", 150.1, next: 149.8), Pumps.offer("c", 150, next: 150),
        ])
        #expect(list.rising == 1)
        #expect(list.falling == 1)
        #expect(list.announced == 3)
        #expect(list.rows[0].step == 16)
        #expect(list.rows.map(\.step).contains(-0.3))
        #expect(list.holdsUntil == Pumps.today.upperBound)
        #expect(list.nextFrom == Pumps.tomorrow.lowerBound)
        #expect(list.ended == nil)
    }

    @Test("where nothing is in force any more, when the last price ended is said")
    func ended() {
        let list = Pumps.list([Pumps.offer("a", nil, last: 150), Pumps.offer("b", nil, last: 140)])
        #expect(list.ended == Pumps.yesterday.upperBound)
        #expect(list.cheapest == nil)
        #expect(names(list) == ["b", "a"])
    }

    @Test("a page has forty rows, or as many as are wanted; beyond the end there is none, and all are known")
    func pages() {
        let offers = (0..<1203).map { Pumps.offer("\($0)", 100 + Double($0)) }
        let first = Pumps.list(offers)
        #expect(first.rows.count == 40)
        #expect(first.next == 40)
        #expect(first.previous == nil)
        #expect(first.all.count == 1203)
        let last = Pumps.list(offers) { ($0.from, $0.size) = (1000, 500) }
        #expect(last.rows.count == 203)
        #expect(last.next == nil)
        #expect(last.previous == 500)
        #expect(Pumps.list(offers) { $0.from = 5000 }.rows.isEmpty)
    }

    @Test("a code is of small letters and digits, and the same for the same station")
    func codes() {
        let code = StationRow.code(of: Pumps.offer("a", 1).station)
        #expect(StationSettings.isCode(code))
        #expect(code == StationRow.code(of: Pumps.offer("a", 2, north: 9).station))
        #expect(code != StationRow.code(of: Pumps.offer("b", 1).station))
    }

    @Test(
        "a distance is close, near, further or far",
        arguments: [(0.0, "close"), (1999, "close"), (2000, "near"), (14_999, "further"), (15_000, "far")])
    func bands(metres: Double, band: String) { #expect(StationRow.Band(metres: metres).rawValue == band) }
}
