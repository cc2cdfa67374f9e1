import Boards
import Foundation
import Records
import Testing

@Suite("Offers of stations") struct StationOffersTests {
    /// 06:00 in Perth is 22:00 of the day before in UTC.
    private static let perth = "2026-03-07T06:00:00+08:00"

    private func records(_ items: [[String: String]], of board: Board) throws -> [Record] {
        try items.map { item in Record(try board.schema.fields.map { try $0.value(from: item[$0.name] ?? "") }) }
    }

    private func item(_ date: String, _ price: String, _ more: [String: String] = [:]) -> [String: String] {
        [
            "name": "Swan Roadhouse", "address": "44 Archer St", "suburb": "CARLISLE", "position": "-31.98,115.91", "date": date,
            "price": price,
        ].merging(more) { $1 }
    }

    private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }

    @Test(
        "a price holds from 06:00 of its day to 06:00 of the next, by the clock in Perth",
        arguments: [
            ("2026-03-07T05:59:59+08:00", 150.9, 160.9), ("2026-03-07T06:00:00+08:00", 160.9, 171.9),
            ("2026-03-07T23:00:00+08:00", 160.9, 171.9), ("2026-03-08T05:59:59+08:00", 160.9, 171.9),
        ])
    func inForce(time: String, now: Double, next: Double) throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        // As feeds come: today's, tomorrow's, yesterday's.
        let records = try records([item("2026-03-07", "160.9"), item("2026-03-08", "171.9"), item("2026-03-06", "150.9")], of: board)
        let offers = plan.offers(of: records, fuel: plan.fuels[0], at: try moment(time))
        #expect(offers.count == 1)
        #expect(offers[0].now?.amount == now)
        #expect(offers[0].next?.amount == next)
        #expect(offers[0].last == nil)
        let start = try moment(Self.perth)
        let date = try #require(CalendarDate(iso: "2026-03-07"))
        #expect(plan.validity(of: date) == start..<start + .seconds(86_400))
    }

    @Test("what has ended is said to have ended, and what has not begun is no price of now")
    func outOfForce() throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        let old = try records([item("2026-03-01", "150.9"), item("2026-03-02", "151.9")], of: board)
        let ended = plan.offers(of: old, fuel: plan.fuels[0], at: try moment(Self.perth))
        #expect(ended[0].now == nil)
        #expect(ended[0].next == nil)
        #expect(ended[0].last?.amount == 151.9)
        let coming = plan.offers(of: old, fuel: plan.fuels[0], at: try moment("2026-02-28T12:00:00Z"))
        #expect(coming[0].now == nil)
        #expect(coming[0].next?.amount == 150.9)
        #expect(coming[0].last == nil)
    }

    @Test("the same station twice is one, with the first price of the newest reading")
    func duplicates() throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        let records = try records(
            [item("2026-03-07", "--EMPTY--"), item("2026-03-07", "160.9", ["phone": "9123 4567"]), item("2026-03-07", "155.5")], of: board)
        let offers = plan.offers(of: records, fuel: plan.fuels[0], at: try moment(Self.perth))
        #expect(offers.map(\.now?.amount) == [160.9])
        #expect(offers.map(\.station.phone) == ["9123 4567"])
    }

    @Test("two stations at one address are two, and more decimals of a position make no other station")
    func identity() throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        let records = try records(
            [
                item("2026-03-07", "160.9"), item("2026-03-07", "161.9", ["position": "-31.9811,115.9102", "name": "Other"]),
                item("2026-03-07", "162.9", ["position": "0,0"]), item("2026-03-08", "163.9", ["position": "-31.98000001,115.90999999"]),
            ], of: board)
        let offers = plan.offers(of: records, fuel: plan.fuels[0], at: try moment(Self.perth))
        #expect(
            offers.map(\.station.id) == [
                "44 Archer St|CARLISLE|-31.98,115.91", "44 Archer St|CARLISLE|-31.9811,115.9102", "44 Archer St|CARLISLE|",
            ])
        try #require(offers.map(\.next?.amount) == [163.9, nil, nil])
        #expect(offers[2].station.position == nil)
    }

    @Test("stored rows lead back to their pages")
    func stored() throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        let rows = try records([item("2026-03-07", "160.9"), item("2026-03-06", "150.9")], of: board).enumerated().map {
            StoredRecord(id: Int64($0 + 7), record: $1, position: $0)
        }
        let offers = plan.offers(of: rows, fuel: plan.fuels[0], at: try moment("2026-03-07T00:00:00+08:00"))
        #expect(offers.map(\.station.record) == [8])
    }

    @Test("several price fields in one record, and a record for each price, without days")
    func otherShapes() throws {
        let yaml = """
            title: Petrol
            view: map
            source: { url: 'https://fuel.example/prices.json' }
            extract: { xml: { rows: //item } }
            fields:
              id: { type: text, key: true }
              name: { type: text }
              position: { type: position }
              grade: { type: text, key: true }
              self: { type: flag, key: true }
              price: { type: number, optional: true }
              wash: { type: number, optional: true }
            stations:
              name: name
              position: position
              price: { currency: EUR }
              fuels:
                petrol: { price: price, where: { grade: Benzina, self: 'yes' } }
                diesel: { price: price, where: { grade: Gasolio, self: 'no' } }
                wash: { price: wash }
            """
        let board = try StationPlanTests.board(yaml)
        let plan = try #require(board.stations)
        let place = ["id": "7", "name": "Roma", "position": "41.9,12.5"]
        let records = try records(
            [
                place.merging(["grade": "Benzina", "self": "no", "price": "1.999"]) { $1 },
                place.merging(["grade": "Benzina", "self": "yes", "price": "1.799"]) { $1 },
                place.merging(["grade": "Gasolio", "self": "no", "price": "1.699", "wash": "8"]) { $1 },
            ], of: board)
        func amounts(_ fuel: Int) -> [Double?] {
            plan.offers(of: records, fuel: plan.fuels[fuel], at: Timestamp(milliseconds: 0)).map(\.now?.amount)
        }
        #expect(amounts(0) == [1.799])
        #expect(amounts(1) == [1.699])
        #expect(amounts(2) == [8])
        #expect(plan.id(of: records[0]) == "7")
        #expect(plan.perLitre(1.799) == 1.799)
    }
}
