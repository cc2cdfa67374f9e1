import Boards
import Foundation
import Records
import Testing

@testable import StationPages

@Suite("Which changes a chart of stations is made of")
struct StationHistoriesTests {
    @Test("those of the fuel's own records: stations aren't left out for the records that their other fuels have")
    func keys() throws {
        let declaration = try BoardFile.declaration(
            of: """
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
        let board = try Board(declaration, name: "petrol", folder: URL(fileURLWithPath: "/"))
        let plan = try #require(board.stations)
        let fuels = ["Diesel", "LPG", "Methane", "Petrol"]
        let records = (0..<200).flatMap { station in
            fuels.map { Record([.text("Station \(station)"), .text($0), .position(Pumps.perth), .number(1.5)]) }
        }
        let keys = StationHistories.keys(of: records, plan.fuels[1], plan, board.schema)
        #expect(keys.count == 200)
        #expect(Set(keys) == Set((0..<200).map { "Station \($0)\u{1F}LPG" }))
        // What is out of stock has had its prices.
        let none = Record([.text("Station 0"), .text("LPG"), .position(Pumps.perth), nil])
        #expect(StationHistories.keys(of: [none], plan.fuels[1], plan, board.schema) == ["Station 0\u{1F}LPG"])
    }
}
