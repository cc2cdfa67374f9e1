import Boards
import Extraction
import Foundation
import FoundationXML
import Records
import Testing

/// Whole-metro feeds of FuelWatch, which are not part of the project: read where `TIDINGS_FUEL` says, and left out without it.
/// Every field of every station against what another reader of XML finds.
@Suite("FuelWatch as it was", .enabled(if: FuelFeed.folder != nil, "TIDINGS_FUEL says where the feeds are"))
struct FuelFeedsTests {
    @Test("every station, every field", arguments: FuelFeed.all)
    func fields(feed: FuelFeed) throws {
        let board = try #require(BoardLibrary(data: nil)["fuel"])
        let bytes = try feed.bytes()
        let records = try board.extractor.records(of: bytes)
        let items = try ItemReader(bytes).items
        #expect(records.count == feed.stations)
        #expect(items.count == feed.stations)
        for (record, item) in zip(records, items) {
            let found = Dictionary(
                uniqueKeysWithValues: zip(board.schema.fields, record.values).compactMap { field, value in
                    value.map { (field.name, $0.text) }
                })
            #expect(found == item.expected)
        }

        func filled(_ name: String) throws -> Int {
            let index = try #require(board.schema.index(of: name))
            return records.count { $0.values[index] != nil }
        }
        func different(_ name: String) throws -> Set<String> {
            let index = try #require(board.schema.index(of: name))
            return Set(records.compactMap { $0.values[index]?.text })
        }
        #expect(try different("suburb").count == feed.suburbs)
        #expect(try different("brand").count == feed.brands)
        #expect(try different("name").count == feed.names)
        #expect(try different("price").count == feed.prices)
        #expect(try different("date") == [feed.date])
        #expect(try filled("phone") == feed.stations - feed.withoutPhone)
        #expect(try filled("position") == feed.stations - feed.withoutPosition)
        let features = try #require(board.schema.index(of: "features"))
        let hours = try #require(board.schema.index(of: "hours"))
        let address = try #require(board.schema.index(of: "address"))
        let plain = records.count { $0.values[features] == nil && $0.values[hours] == nil }
        let ampersands = records.count { $0.values[address]?.text.contains("&") == true }
        #expect(plain == feed.withoutFeatures)
        #expect(ampersands == feed.ampersands)
    }

    @Test("each is a station of its own, with a price in force until 06:00", arguments: FuelFeed.all)
    func offers(feed: FuelFeed) throws {
        let board = try #require(BoardLibrary(data: nil)["fuel"])
        let plan = try #require(board.stations)
        let records = try board.extractor.records(of: try feed.bytes())
        let start = try #require(Timestamp(iso: "\(feed.date)T06:00:00+08:00"))
        let offers = plan.offers(of: records, fuel: plan.fuels[0], at: start)
        #expect(offers.count == feed.stations)
        #expect(offers.allSatisfy { $0.now != nil && $0.next == nil })
        #expect(offers.compactMap(\.now?.amount) == offers.compactMap(\.now?.amount).sorted())
        let later = plan.offers(of: records, fuel: plan.fuels[0], at: start + .seconds(86_400))
        #expect(later.allSatisfy { $0.now == nil && $0.last != nil })
    }
}

/// One of the feeds, and the counts that another program found in it.
struct FuelFeed: Sendable, CustomTestStringConvertible {
    let file: String
    let date: String
    let stations, suburbs, brands, names, prices, withoutPhone, withoutPosition, withoutFeatures, ampersands: Int

    static var folder: URL? { ProcessInfo.processInfo.environment["TIDINGS_FUEL"].map { URL(fileURLWithPath: $0) } }
    static let all = [
        FuelFeed(
            file: "fuelwatch-2011-05-28.xml", date: "2011-05-28", stations: 297, suburbs: 171, brands: 13, names: 296, prices: 32,
            withoutPhone: 1, withoutPosition: 2, withoutFeatures: 232, ampersands: 98),
        FuelFeed(
            file: "fuelwatch-2019-11-03.xml", date: "2019-11-03", stations: 380, suburbs: 188, brands: 16, names: 380, prices: 47,
            withoutPhone: 12, withoutPosition: 0, withoutFeatures: 249, ampersands: 9),
    ]

    var testDescription: String { file }

    func bytes() throws -> [UInt8] {
        let folder = try #require(Self.folder)
        return Array(try Data(contentsOf: folder.appendingPathComponent(file)))
    }
}

/// An item's children by name, and the record that they are to become.
struct FuelItem {
    var children: [String: String] = [:]

    subscript(name: String) -> String { (children[name] ?? "").trimmingCharacters(in: .whitespaces) }

    var expected: [String: String] {
        var expected = ["name": self["trading-name"], "address": self["address"], "suburb": self["location"], "date": self["date"]]
        for name in ["brand", "phone"] where !self[name].isEmpty { expected[name] = self[name] }
        expected["price"] = Self.plain(self["price"])
        if let latitude = Self.plain(self["latitude"]), let longitude = Self.plain(self["longitude"]) {
            expected["position"] = "\(latitude),\(longitude)"
        }
        let pieces = self["site-features"].components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
        let hours = pieces.firstIndex { $0.hasPrefix("Open ") } ?? pieces.count
        if hours > 0 { expected["features"] = pieces[..<hours].joined(separator: ", ") }
        if hours < pieces.count { expected["hours"] = String(pieces[hours...].joined(separator: ", ").dropFirst(5)) }
        return expected
    }

    /// Without zeros at its end: `183.0`, as the source may write it, is `183`.
    private static func plain(_ text: String) -> String? {
        guard Double(text) != nil else { return nil }
        guard text.contains(".") else { return text }
        let digits = String(text.reversed().drop { $0 == "0" }.reversed())
        return digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    }
}

/// The items of a feed as Foundation's parser reads them.
private final class ItemReader: NSObject, XMLParserDelegate {
    private(set) var items: [FuelItem] = []
    private var item: FuelItem?
    private var text = ""

    init(_ bytes: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        try #require(parser.parse())
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        if name == "item" { item = FuelItem() }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "item", let whole = item {
            items.append(whole)
            item = nil
        } else {
            item?.children[name] = text
        }
    }
}
