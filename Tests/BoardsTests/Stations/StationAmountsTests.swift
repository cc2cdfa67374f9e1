import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("Amounts that are no prices") struct StationAmountsTests {
    private func read(_ board: Board, _ document: String) throws -> (records: [Record], notes: ReadingNotes) {
        var run = board.begin()
        var records: [Record] = []
        func keep(_ extracted: Extracted) { if case .final(_, let record) = extracted { records.append(record) } }
        try run.append(Array(document.utf8), keep)
        try run.finish(keep)
        return (records, run.notes)
    }

    private func station(_ id: String, _ prices: String) -> String {
        """
        {"site_id": "\(id)", "brand": "HARBOUR", "address": "\(id) Quay", "postcode": "AB1 0AA", \
        "location": {"latitude": 51.5, "longitude": -0.14}, "prices": {\(prices)}}
        """
    }

    private func feed(_ prices: [String]) -> String {
        "{\"last_updated\": \"24/11/2026 10:00:00\", \"stations\": [\(prices.enumerated().map { station("u\($0)", $1) }.joined(separator: ", "))]}"
    }

    private func uk() throws -> Board { try #require(BoardLibrary(data: nil)["fuel-uk"]) }

    @Test("pounds where pence are counted are no price: none is shown as the cheapest, and the reading says how many there were")
    func pounds() throws {
        let board = try uk()
        let plan = try #require(board.stations)
        let (records, notes) = try read(board, feed(["\"E10\": 139.9", "\"E10\": 1.399, \"B7\": 1.469", "\"E10\": 13990"]))
        #expect(records.count == 3)
        let offers = plan.offers(of: records, fuel: try #require(plan.fuel(named: "petrol")), at: Timestamp(milliseconds: 0))
        #expect(offers.map(\.now?.amount) == [139.9])
        #expect(plan.offers(of: records, fuel: try #require(plan.fuel(named: "diesel")), at: Timestamp(milliseconds: 0)).isEmpty)
        #expect(notes.leftOut == ["e10: no price of a litre": 2, "b7: no price of a litre": 1])
    }

    @Test("a feed that writes pounds alone has no price either")
    func allPounds() throws {
        let board = try uk()
        let (records, notes) = try read(board, feed(["\"E10\": 1.399", "\"E10\": 1.409"]))
        #expect(records.count == 2)
        #expect(notes.leftOutCount == 2)
    }

    @Test("one price that can't be read leaves out that price, counted; most of them refuse the document")
    func unreadable() throws {
        let board = try uk()
        let place = try #require(board.schema.index(of: "e10"))
        let (records, notes) = try read(board, feed(["\"E10\": 139.9", "\"E10\": \"N/A\"", "\"E10\": null", "\"E10\": \"0\""]))
        #expect(records.map { $0.values[place]?.text } == ["139.9", nil, nil, nil])
        #expect(notes.leftOut == ["e10 “N/A”": 1])
        let error = #expect(throws: ExtractionError.self) {
            try read(board, feed(["\"E10\": 139.9"] + [String](repeating: "\"E10\": \"N/A\"", count: 3)))
        }
        #expect(error?.field == "e10")
        #expect(error?.description.hasPrefix("3 of 4 values can't be read: field 'e10': found “N/A”") == true)
    }

    @Test("so it is with the prices of any board of stations, unless it says otherwise")
    func unreadableByItself() throws {
        func leftOut(_ price: String) throws -> Int {
            let yaml = """
                title: T
                view: map
                source: { url: 'https://prices.example/' }
                extract: { json: { rows: '$[*]' } }
                fields: { id: { type: text, key: true }, position: { type: position }, price: { \(price) } }
                stations: { name: id, position: position, price: { currency: EUR }, fuels: { regular: { price: price } } }
                """
            let board = try Board(BoardFile.declaration(of: yaml), name: "test", folder: URL(fileURLWithPath: "/"))
            let prices = [", \"price\": 1.79", ", \"price\": \"N/A\"", ", \"price\": {}", ", \"price\": 1.69", ", \"price\": 1.89", ""]
            let rows = prices.enumerated().map { "{\"id\": \"s\($0)\", \"position\": \"35.\($0),13\"\($1)}" }
            let (records, notes) = try read(board, "[\(rows.joined(separator: ","))]")
            #expect(records.count == 6)
            return notes.leftOutCount
        }
        #expect(try leftOut("type: number") == 3)
        #expect(throws: ExtractionError.self) { try leftOut("type: number, unreadable: refuse") }
    }

    @Test("in a currency of other prices most of them tell which are not")
    func majority() throws {
        let yaml = """
            title: T
            view: map
            source: { url: 'https://prices.example/' }
            extract: { json: { rows: '$[*]' } }
            fields: { id: { type: text, key: true }, position: { type: position }, price: { type: number } }
            stations: { name: id, position: position, price: { currency: JPY }, fuels: { regular: { price: price } } }
            """
        let board = try Board(BoardFile.declaration(of: yaml), name: "test", folder: URL(fileURLWithPath: "/"))
        let plan = try #require(board.stations)
        func offers(_ prices: [String]) throws -> [Double?] {
            let rows = prices.enumerated().map { "{\"id\": \"s\($0)\", \"position\": \"35.\($0),139\", \"price\": \($1)}" }
            return plan.offers(
                of: try read(board, "[\(rows.joined(separator: ","))]").records, fuel: plan.fuels[0], at: Timestamp(milliseconds: 0)
            ).map(\.now?.amount)
        }
        #expect(try offers(["170", "168", "1.69", "172", "17100", "95"]) == [170, 168, 172, 95])
        // Neither says anything of the other.
        #expect(try offers(["170", "1.69"]) == [170, 1.69])
    }

    @Test("a field whose values may be left out is no key, and the option has two words")
    func declared() throws {
        for field in ["{ type: number, key: true, unreadable: empty }", "{ type: number, unreadable: yes please }"] {
            let yaml = "title: T\nsource: { url: 'https://x.example/' }\nextract: { json: {} }\nfields: { n: \(field) }\n"
            #expect(throws: DeclarationError.self) {
                try Board(BoardFile.declaration(of: yaml), name: "t", folder: URL(fileURLWithPath: "/"))
            }
        }
    }
}
