import Boards
import Extraction
import Foundation
import Records
import Testing

/// What petrol prices look like on bad days, read by the board that comes along.
@Suite("The fuel board") struct FuelBoardTests {
    private let board: Board

    init() throws { board = try #require(BoardLibrary(data: nil)["fuel"]) }

    private static let item = """
        <item><title>150.9: Swan</title><description>Address: 7 Swan St, PERTH</description><brand>BP</brand><date>2026-03-07</date>\
        <price>150.9</price><trading-name>Swan</trading-name><location>PERTH</location><address>7 Swan St</address><phone></phone>\
        <latitude>-31.95</latitude><longitude>115.86</longitude><site-features>, </site-features></item>
        """

    private static func feed(_ items: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0"><channel><title>FuelWatch Prices For PERTH</title><ttl>720</ttl><lastBuildDate>Sat Mar 07 10:55:18 AWST 2026Sat Mar \
        07 10:55:18 AWST 2026</lastBuildDate><image><url>/fuelwatch/art/fuelwatch-logo.gif</url><title>FuelWatch</title></image>\(items)</channel></rss>
        """
    }

    private func records(_ text: String) throws -> [Record] { try board.extractor.records(of: Array(text.utf8)) }

    private func values(_ items: String) throws -> [String: String] {
        let record = try #require(try records(Self.feed(items)).first)
        return Dictionary(
            uniqueKeysWithValues: zip(board.schema.fields, record.values).compactMap { field, value in
                value.map { (field.name, $0.text) }
            })
    }

    @Test("a single item is a list of one, and none is none")
    func few() throws {
        #expect(try records(Self.feed(Self.item)).count == 1)
        #expect(try records(Self.feed("")).isEmpty)
    }

    @Test("a byte order mark and carriage returns change nothing")
    func mark() throws {
        let plain = try records(Self.feed(Self.item))
        #expect(try records("\u{FEFF}" + Self.feed(Self.item).replacing("><", with: ">\r\n<")) == plain)
    }

    @Test(
        "what is not there is nothing: separators alone, the marker, a position of nothing or of 0, 0, a missing child that may be missing")
    func nothing() throws {
        let bare = ["address": "7 Swan St", "date": "2026-03-07", "name": "Swan", "price": "150.9", "suburb": "PERTH"]
        for (latitude, longitude) in [("", ""), ("0.0", "0"), ("--EMPTY--", "--EMPTY--")] {
            let item = Self.item.replacing("<latitude>-31.95", with: "<latitude>\(latitude)").replacing("115.86", with: longitude)
                .replacing("<brand>BP", with: "<brand>--EMPTY--").replacing(
                    "<phone></phone>", with: "<restrictions>--EMPTY--</restrictions>")
            #expect(try values(item) == bare)
        }
        #expect(try values(Self.item.replacing("<price>150.9", with: "<price>--EMPTY--"))["price"] == nil)
    }

    @Test("hours stand apart from what else there is")
    func hours() throws {
        func found(_ text: String) throws -> [String?] {
            let values = try values(Self.item.replacing("<site-features>, ", with: "<site-features>\(text)"))
            return [values["features"], values["hours"]]
        }
        #expect(try found("Unmanned Station, ") == ["Unmanned Station", nil])
        #expect(try found(", Open 24 hours") == [nil, "24 hours"])
        #expect(try found("Open 24 hours") == [nil, "24 hours"])
        #expect(
            try found("Full Driveway Service, ATM Air, Open Mon: 06:00-20:30, Tue: 06:00-20:30")
                == ["Full Driveway Service, ATM Air", "Mon: 06:00-20:30, Tue: 06:00-20:30"])
        #expect(try found("") == [nil, nil])
    }

    @Test(
        "one bad item refuses the whole answer, by name",
        arguments: [
            ("<price>150.9</price>", "<price>free</price>", "price"), ("<price>150.9</price>", "", "price"),
            ("<price>150.9</price>", "<price>150.9</price><price>99.9</price>", "price"), ("2026-03-07", "2026-02-30", "date"),
            ("2026-03-07", "07/03/2026", "date"), ("<location>PERTH</location>", "", "suburb"),
            ("<trading-name>Swan</trading-name>", "<trading-name></trading-name>", "name"),
            ("<address>7 Swan St</address>", "<address>7 Swan St</address><address>8 Swan St</address>", "address"),
            ("-31.95", "131.95", "position"), ("<longitude>115.86</longitude>", "", "position"),
        ])
    func refused(found: String, replacement: String, field: String) {
        let error = #expect(throws: ExtractionError.self) {
            try records(Self.feed(Self.item + Self.item.replacing(found, with: replacement)))
        }
        #expect(error?.field == field, "\(error?.detail ?? "")")
        #expect(error?.detail.hasPrefix("row 2") == true, "\(error?.detail ?? "")")
    }

    @Test(
        "what is no such document is refused",
        arguments: [
            "", "<html><title>Down for maintenance</title></html>", "{}", "<rss><channel><item>",
            "<!DOCTYPE r [<!ENTITY e 'x'>]><rss>&e;</rss>",
        ])
    func documents(text: String) { #expect(throws: ExtractionError.self) { try records(text) } }

    @Test("its fuels are the source's products, and its lists are whole")
    func lists() throws {
        let plan = try #require(board.stations)
        #expect(plan.fuels.compactMap { $0.with["product"] } == ["1", "2", "6", "4", "11", "5", "10"])
        let counts = Dictionary(uniqueKeysWithValues: board.parameters.map { ($0.name, $0.choices.count) })
        #expect(counts["product"] == 7)
        #expect(counts["region"] == 62)
        #expect(counts["brand"] == 39)
        #expect(counts["day"] == 3)
        #expect(board.parameters.first { $0.name == "region" }?.choices.contains("52") == false)
        for language in ["de", "fr", "es", "pl", "ar", "ja"] {
            let other = board.translated(to: language)
            #expect(other.title != board.title)
            #expect(other.about != board.about)
            #expect(other.stations?.fuels[3].label == other.parameters[0].label(of: "4"))
        }
    }

    @Test("the address is the source's, with what is asked and no more")
    func address() throws {
        let start = "https://www.fuelwatch.wa.gov.au/fuelwatch/fuelWatchRSS?Product="
        #expect(board.source.url.absoluteString == start + "1&Day=today")
        let bindings = try board.bindings(["product": "4", "suburb": "Mount Lawley", "surrounding": "no"])
        #expect(
            try bindings.map { try board.url($0).absoluteString }
                == ["today", "tomorrow", "yesterday"].map { start + "4&Suburb=Mount%20Lawley&Surrounding=no&Day=\($0)" })
        #expect(throws: ParameterError.self) { try board.binding(["product": "1,2"]) }
    }
}
