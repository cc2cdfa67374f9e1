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
            (.appeared(try record(1.70, on: nil, board)), day(-1)),
            (.altered(before: try record(1.70, on: nil, board), after: try record(1.80, on: nil, board)), day(1)),
            (.appeared(try record(1.60, on: nil, board, address: "2 High St")), day(-2)),
            (.gone(try record(1.60, on: nil, board, address: "2 High St")), day(0)),
        ]
        let history = PriceHistory(
            of: plan.fuels[0], plan, changes: changes, records: [(try record(1.80, on: nil, board), day(2))], days: days, zone: .gmt)
        #expect(history.days(of: plan.id(of: try record(1, on: nil, board))).map(\.mean) == [1.70, 1.70, 1.80, 1.80])
        #expect(history.days(of: plan.id(of: try record(1, on: nil, board, address: "2 High St"))).map(\.mean) == [1.60, 1.60, 1.60])
        #expect(history.days().map(\.count) == [1, 2, 2, 1, 1])
    }
}
