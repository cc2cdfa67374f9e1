import BoardPages
import Boards
import Foundation
import Records
import Testing
import Web

@testable import Serving

@Suite("The plan of stations") struct StationPlanTests {
    static let whole = """
        title: Petrol
        view: map
        parameters: { product: { default: 1, choices: [1, 4] }, suburb: { optional: true } }
        source: { url: 'https://fuel.example/prices.xml?p={product}&s={suburb}' }
        extract: { xml: { rows: //item } }
        fields:
          name: { type: text }
          brand: { type: text, optional: true }
          address: { type: text, key: true }
          suburb: { type: text, key: true }
          position: { type: position, key: true, optional: true }
          phone: { type: phone, optional: true }
          features: { type: list, optional: true }
          date: { type: date }
          price: { type: number, unit: { en: c/L, de: ct/l }, none: ['--EMPTY--'] }
        stations:
          name: name
          brand: brand
          address: address
          suburb: suburb
          position: position
          phone: phone
          features: features
          price: { currency: AUD, unit: cents }
          day: { field: date, from: '06:00', zone: Australia/Perth }
          fuels:
            unleaded: { label: { en: Unleaded, de: Benzin }, price: price, with: { product: 1 } }
            diesel: { price: price }
          areas: { suburb: suburb }
        """

    static func board(_ yaml: String = whole) throws -> Board {
        try Board(try BoardFile.declaration(of: yaml), name: "petrol", folder: URL(fileURLWithPath: "/"), views: Views.forms)
    }

    @Test("a whole block is read, its fuels in their order and in the reader's language")
    func whole() throws {
        let board = try Self.board()
        let plan = try #require(board.stations)
        #expect(board.view.rawValue == "map")
        #expect(plan.currency == "AUD")
        #expect(plan.unit == .cents)
        #expect(plan.perLitre(182.9) == 1.829)
        #expect(plan.fuels.map(\.name) == ["unleaded", "diesel"])
        #expect(plan.fuels.map(\.label) == ["Unleaded", "Diesel"])
        #expect(board.translated(to: "de").stations?.fuels.map(\.label) == ["Benzin", "Diesel"])
        #expect(plan.fuel(named: "diesel")?.field == "price")
        #expect(plan.fuel(named: "water") == nil)
        #expect(plan.unitLabel(of: plan.fuels[0]) == "c/L")
        #expect(board.schema["price"]?.unit == "c/L")
        let german = board.translated(to: "de")
        #expect(german.stations?.unitLabel(of: plan.fuels[0]) == "ct/l")
        #expect(german.schema["price"]?.unit == "ct/l")
        #expect(plan.fuels.map(\.with) == [["product": "1"], [:]])
        #expect(plan.suburbParameter == "suburb")
        #expect(plan.regionParameter == nil)
        #expect(plan.suburbField == "suburb")
        #expect(plan.positionField == "position")
        #expect(plan.day?.zone.identifier == "Australia/Perth")
    }

    @Test(
        "a mistake is named with its line, and with the mend where there is one",
        arguments: [
            ("  name: name", "  nam: name", 17, "Did you mean 'name'?"),
            ("  name: name", "  name: title", 17, "there is no field 'title'"),
            ("  phone: phone", "  phone: features", 22, "a field of type phone or text is expected, 'features' is of type list"),
            ("  position: position\n", "", 17, "'position' is missing"),
            ("currency: AUD", "currency: dollars", 24, "three capitals"),
            ("unit: cents", "unit: cent", 24, "there are cents, whole"),
            ("field: date", "field: price", 25, "a field of type date"),
            ("from: '06:00'", "from: dawn", 25, "a time like"),
            ("Australia/Perth", "Perth", 25, "a time zone like"),
            ("diesel: { price: price }", "Diesel: { price: price }", 28, "lower-case"),
            ("diesel: { price: price }", "diesel: { price: name }", 28, "a field of type number"),
            ("diesel: { price: price }", "diesel: { label: Diesel }", 28, "'price' is missing"),
            ("diesel: { price: price }", "diesel: { price: price, where: { date: soon } }", 28, "a date like"),
            ("diesel: { price: price }", "diesel: { price: price, where: { kind: diesel } }", 28, "there is no field 'kind'"),
            ("with: { product: 1 }", "with: { product: 2 }", 27, "“2” isn't one of 1, 4"),
            ("with: { product: 1 }", "with: { grade: 1 }", 27, "there is no parameter 'grade'"),
            ("areas: { suburb: suburb }", "areas: { suburb: town }", 29, "there is no parameter 'town'"),
            ("areas: { suburb: suburb }", "areas: { town: suburb }", 29, "Known: suburb, region"),
            ("areas: { suburb: suburb }", "water: ['-31.9,115.7 -32,115.7']", 29, "three positions"),
            ("areas: { suburb: suburb }", "water: ['-31.9,115.7 -32,115.7 north']", 29, "'north' isn't a position like"),
        ])
    func mistakes(found: String, replacement: String, line: Int, message: String) {
        let error = #expect(throws: DeclarationError.self) { try Self.board(Self.whole.replacing(found, with: replacement)) }
        #expect(error?.line == line, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("water is areas by their shores, and bounded")
    func water() throws {
        let board = try Self.board(
            Self.whole.replacing(
                "areas: { suburb: suburb }", with: "water: ['-31.9,115.7 -32,115.7\n -32,115.6', '-31,115 -32,116 -31,116']"))
        #expect(board.stations?.water.map(\.count) == [3, 3])
        #expect(board.stations?.water[0][1] == Position(latitude: -32, longitude: 115.7))
        #expect(try Self.board().stations?.water.isEmpty == true)
        let long = String(repeating: "-31.9,115.7 ", count: 2001)
        #expect(throws: DeclarationError.self) {
            try Self.board(Self.whole.replacing("areas: { suburb: suburb }", with: "water: ['\(long)']"))
        }
        #expect(BoardLibrary(data: nil)["fuel"]?.stations?.water.count == 3)
    }

    @Test("the view needs stations, and stations something to tell them apart")
    func needed() throws {
        let start = try #require(Self.whole.range(of: "stations:")).lowerBound
        #expect(throws: DeclarationError.self) { try Self.board(String(Self.whole[..<start])) }
        #expect(throws: DeclarationError.self) { try Self.board(Self.whole.replacing(", key: true", with: "")) }
    }

    @Test("a part of a key may be optional, not the whole of it")
    func optionalKeys() {
        let optional = Self.whole.replacing("key: true }", with: "key: true, optional: true }")
        #expect(throws: DeclarationError.self) { try Self.board(optional) }
    }
}
