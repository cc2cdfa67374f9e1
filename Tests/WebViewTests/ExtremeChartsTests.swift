import Boards
import Foundation
import Localisation
import Records
import Testing

@testable import BoardPages
@testable import Serving
@testable import StationPages
@testable import Web

/// Charts, maps and sums are drawn from any numbers, and every coordinate in them is a number.
@Suite("Charts of extreme values")
struct ExtremeChartsTests {
    private static let numbers: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        0x1p63, -0x1p63, 1e15, 1e15 + 0.125,
        1e-300, 0.1, 1 / 3, 149.9,
    ]
    private static let moments = [Int64.min, -1, 0, 1, 1_331_114_520_000, .max].map { Timestamp(milliseconds: $0) }
    private let schema = Schema(
        fields: [
            Field(name: "name", kind: .text), Field(name: "number", kind: .number), Field(name: "money", kind: .money),
            Field(name: "duration", kind: .duration),
        ])

    private func record(_ number: Double) -> Record {
        let whole = Int64(clamping: number)
        return Record([
            .text("a"), .number(number), Money(units: whole, scale: 2, currency: "EUR").map(Value.money), .duration(.milliseconds(whole)),
        ])
    }

    private func isDrawn(_ html: String) -> Bool {
        html.firstMatch(of: /(?:"|[MHV ])-?(?:nan|inf)\b/) == nil
    }

    @Test("a number that goes from any value to any other, at any two moments, has a page")
    func steps() {
        for before in Self.numbers {
            for after in Self.numbers {
                for (first, last) in zip(Self.moments, Self.moments.dropFirst() + [Self.moments[0]]) {
                    let changes = [
                        HistoryEntry(change: .appeared(record(before)), seen: first),
                        HistoryEntry(change: .altered(before: record(before), after: record(after)), seen: last),
                    ]
                    for chart in StepChart.charts(of: changes, schema, until: last) {
                        let html = StepChartView(chart: chart, words: .english).html.description
                        #expect(isDrawn(html), "\(before) → \(after): \(chart.field.name)")
                    }
                    let summary = ChangeTable(change: changes[1].change, schema: schema, words: .english).html.description
                    #expect(isDrawn(summary), "\(before) → \(after)")
                }
            }
        }
    }

    @Test("ticks rise and are finite, or there are none")
    func ticks() {
        for low in Self.numbers + [.nan, .infinity, -.infinity] {
            for high in Self.numbers + [.nan, .infinity, -.infinity] {
                let ticks = StepChart.ticks(low, high)
                #expect(ticks.allSatisfy { $0.isFinite }, "\(low)…\(high)")
                #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 }, "\(low)…\(high)")
                #expect(ticks.count <= 9)
            }
        }
    }

    @Test("amounts, distances and lengths of time of any size have words in every language")
    func words() {
        for language in Language.allCases {
            let words = Words(language: language.code)
            for number in Self.numbers + [.nan, .infinity, -.infinity] {
                _ = [words.number(number), words.percent(number), words.distance(metres: number), words.number(Int(clamping: number))]
                _ = [words.bytes(Int(clamping: number)), words.rate(bytesPerSecond: Int(clamping: number))]
                for duration in [Duration.milliseconds(Int64(clamping: number)), .seconds(Int64(clamping: number) / 1000)] {
                    _ = [words.duration(duration), words.length(duration), words.every(duration)]
                }
            }
            for moment in Self.moments {
                _ = [words.date(moment), words.dateTime(moment), words.timeOfDay(moment)]
                for other in Self.moments { _ = [words.moment(moment, at: other), words.relative(moment, to: other)] }
            }
        }
    }

    @Test("stations anywhere, at any price, have a list, a map and a chart")
    func stations() throws {
        let places: [(Double, Double)] = [
            (90, 180), (-90, -180), (90, -180), (0, 180), (0, -180), (.leastNonzeroMagnitude, 0), (-31.95, 115.86),
        ]
        var offers: [StationOffer] = []
        for (index, number) in Self.numbers.enumerated() {
            var offer = Pumps.offer("Station \(index)", number, next: Self.numbers[(index + 3) % Self.numbers.count])
            offer.station.position = Position(latitude: places[index % places.count].0, longitude: places[index % places.count].1)
            offers.append(offer)
        }
        for (latitude, longitude) in places {
            let here = Position(latitude: latitude, longitude: longitude)
            for order in StationSettings.Order.allCases {
                let list = Pumps.list(offers, here: here) { $0.order = order }
                let pins = list.rows.compactMap { row in
                    row.station.position.map {
                        StationPin(
                            code: row.code, name: row.station.name, position: $0, suburb: "PERTH", amount: row.price, text: "1", tone: "")
                    }
                }
                for some in [pins, Array(pins.prefix(1)), Array(pins.prefix(2))] {
                    let map = StationMapView(pins: some, here: here, words: .english).html
                    #expect(map.map { isDrawn($0.description) } ?? true)
                }
            }
        }
        var history = PriceHistory(days: 20_000...20_083)
        for day in 20_000...20_083 {
            let date = try #require(CalendarDate(daysSince1970: day))
            history.note(Self.numbers[day % Self.numbers.count], of: "a", on: date)
            history.note(Self.numbers[day * 7 % Self.numbers.count], of: "b", on: date)
        }
        let amounts = StationAmounts(Pumps.plan, Pumps.plan.fuels[0], .english)
        for station in ["a", nil] {
            _ =
                StationChartView(
                    title: "Prices", days: history.days(of: station), isOfMany: station == nil, amounts: amounts, words: .english
                ).html
        }
        for number in Self.numbers + [.nan, .infinity] { _ = [amounts.sum(cents: number), amounts.price(number)] }
    }

    @Test("what a litre can't cost is no price")
    func prices() throws {
        let plan = Pumps.plan
        for (number, isPrice) in [(149.9, true), (0, true), (1e308, false), (-1, false), (-1e308, false), (.infinity, false)]
            as [(Double, Bool)]
        {
            var record = Record(Array(repeating: nil, count: Pumps.board.schema.fields.count))
            record.values[try #require(Pumps.board.schema.index(of: "price"))] = .number(number)
            record.values[try #require(Pumps.board.schema.index(of: "date"))] = CalendarDate(year: 2026, month: 11, day: 20).map(Value.date)
            #expect((plan.price(of: plan.fuels[0], in: record) != nil) == isPrice, "\(number)")
        }
    }
}
