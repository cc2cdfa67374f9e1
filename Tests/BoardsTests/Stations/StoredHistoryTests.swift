import Boards
import Foundation
import Records
import Testing

@Suite("Prices by day from what is stored")
struct StoredHistoryTests {
    /// Noon in Perth of 2024-11-18, a Monday.
    private let noon = Timestamp(milliseconds: 1_731_902_400_000)

    private func day(_ day: Int) -> Timestamp { noon + .seconds(day * 86_400) }

    private func record(_ price: Double, on day: Int?, _ board: Board, address: String = "1 High St") throws -> Record {
        let date = try day.map { try #require(CalendarDate(daysSince1970: 20_045 + $0)) }
        let values: [String: Value] = [
            "name": .text("BP"), "address": .text(address), "suburb": .text("PERTH"), "price": .number(price),
            "position": .position(try #require(Position(latitude: -31.95, longitude: 115.86))),
        ]
        return Record(board.schema.fields.map { $0.name == "date" ? date.map(Value.date) : values[$0.name] })
    }

    @Test("a day's price counts for its day, whenever it was read: both sides of a change, and what is stored")
    func ofDays() throws {
        let board = try StationPlanTests.board()
        let plan = try #require(board.stations)
        let days = plan.days(7, until: day(3), zone: .gmt)
        #expect(days == 20_043...20_049)
        let history = PriceHistory(
            of: plan.fuels[0], plan,
            changes: [
                (.altered(before: try record(150, on: 0, board), after: try record(170, on: 1, board)), day(1)),
                (.altered(before: try record(170, on: 1, board), after: try record(160, on: 3, board)), day(3)),
            ], records: [(try record(160, on: 3, board), day(3)), (try record(155, on: 4, board), day(3))], days: days, zone: .gmt)
        let id = plan.id(of: try record(1, on: 0, board))
        #expect(history.days(of: id).map(\.mean) == [150, 170, 160, 155])
        #expect(history.days(of: id).map { $0.date.daysSince1970 - 20_045 } == [0, 1, 3, 4])
    }

    @Test("a price that holds is carried on to today, from when it was seen, until its station is gone")
    func held() throws {
        let yaml = StationPlanTests.whole.replacing("  day: { field: date, from: '06:00', zone: Australia/Perth }\n", with: "")
            .replacing("date: { type: date }", with: "date: { type: date, optional: true }")
        let board = try StationPlanTests.board(yaml)
        let plan = try #require(board.stations)
        let days = plan.days(5, until: day(2), zone: .gmt)
        #expect(days == 20_043...20_047)
        let changes: [(change: Change, seen: Timestamp)] = [
            (.appeared(try record(170, on: nil, board)), day(-1)),
            (.altered(before: try record(170, on: nil, board), after: try record(180, on: nil, board)), day(1)),
            (.appeared(try record(160, on: nil, board, address: "2 High St")), day(-2)),
            (.gone(try record(160, on: nil, board, address: "2 High St")), day(0)),
        ]
        let history = PriceHistory(
            of: plan.fuels[0], plan, changes: changes, records: [(try record(180, on: nil, board), day(2))], days: days, zone: .gmt)
        #expect(history.days(of: plan.id(of: try record(1, on: nil, board))).map(\.mean) == [170, 170, 180, 180])
        #expect(history.days(of: plan.id(of: try record(1, on: nil, board, address: "2 High St"))).map(\.mean) == [160, 160, 160])
        #expect(history.days().map(\.count) == [1, 2, 2, 1, 1])
    }

    /// Each fuel a record, as in Italy.
    private func italian() throws -> Board {
        try StationPlanTests.board(
            """
            title: Petrol
            view: map
            source: { url: 'https://fuel.example/prices.csv' }
            extract: { delimited: {} }
            fields:
              name: { type: text, key: true }
              fuel: { type: text, key: true }
              position: { type: position }
              price: { type: number, optional: true }
            stations:
              name: name
              position: position
              price: { currency: EUR, unit: whole }
              fuels:
                diesel: { price: price, where: { fuel: Diesel } }
                lpg: { price: price, where: { fuel: LPG } }
            """)
    }

    private func italian(_ name: String, _ fuel: String, _ price: Double?) throws -> Record {
        let position = try #require(Position(latitude: 45.46, longitude: 9.19))
        return Record([.text(name), .text(fuel), .position(position), price.map(Value.number)])
    }

    @Test("where each price is a record, a change of one fuel says nothing of another")
    func eachFuelARecord() throws {
        let board = try italian()
        let plan = try #require(board.stations)
        let days = plan.days(3, until: day(2), zone: .gmt)
        #expect(days == 20_045...20_047)
        let changes: [(change: Change, seen: Timestamp)] = [
            (.altered(before: try italian("A", "Diesel", 1.70), after: try italian("A", "Diesel", 1.80)), day(1)),
            (.appeared(try italian("B", "LPG", 0.70)), day(0)), (.gone(try italian("B", "Diesel", 1.60)), day(0)),
        ]
        let records: [(record: Record, seen: Timestamp)] = [
            (try italian("A", "Diesel", 1.80), day(2)), (try italian("A", "LPG", 0.75), day(2)), (try italian("B", "LPG", 0.70), day(2)),
        ]
        func history(of fuel: Int) -> PriceHistory {
            PriceHistory(of: plan.fuels[fuel], plan, changes: changes, records: records, days: days, zone: .gmt)
        }
        #expect(history(of: 0).days(of: "A").map(\.mean) == [1.80, 1.80])
        #expect(history(of: 0).days(of: "B").isEmpty)
        #expect(history(of: 1).days(of: "A").map(\.mean) == [0.75])
        #expect(history(of: 1).days(of: "B").map(\.mean) == [0.70, 0.70, 0.70])
        #expect(history(of: 1).days().map(\.count) == [1, 1, 2])
    }

    @Test("a price that a station no longer has ends on the day of that change, and begins again with the next")
    func withoutPrice() throws {
        let board = try italian()
        let plan = try #require(board.stations)
        let days = plan.days(5, until: day(4), zone: .gmt)
        var changes: [(change: Change, seen: Timestamp)] = [
            (.appeared(try italian("A", "LPG", 0.70)), day(0)),
            (.altered(before: try italian("A", "LPG", 0.70), after: try italian("A", "LPG", nil)), day(1)),
        ]
        func means(_ price: Double?) throws -> [Double] {
            PriceHistory(
                of: plan.fuels[1], plan, changes: changes, records: [(try italian("A", "LPG", price), day(4))], days: days, zone: .gmt
            ).days(of: "A").map(\.mean)
        }
        #expect(try means(nil) == [0.70, 0.70])
        changes.append((.altered(before: try italian("A", "LPG", nil), after: try italian("A", "LPG", 0.80)), day(3)))
        #expect(try means(0.80) == [0.70, 0.70, 0.80, 0.80])
    }
}
