import BoardPages
import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

/// Values that a source may publish, or an older version may have stored, don't crash the process or make a page fail.
@Suite("Extreme values")
struct ExtremeValuesTests {
    private static let rows = 24

    /// A board with that view and a field of every kind.
    private static func board(_ view: Board.View) -> @Sendable (Source) throws -> Board {
        { source in
            let stations = """
                stations:
                  name: text
                  brand: brand
                  suburb: suburb
                  position: position
                  features: list
                  phone: phone
                  price: { currency: EUR, unit: whole }
                  day: { field: date, from: '05:00', zone: Europe/Berlin }
                  fuels: { petrol: { label: Petrol, price: number } }
                """
            let declaration = try BoardFile.declaration(
                of: """
                    title: Extremes
                    view: \(view.rawValue)
                    source: { url: '\(source.url)', timeout: 5s }
                    extract: { json: { rows: '$[*]' } }
                    \(view.rawValue == "map" ? stations : "")
                    fields:
                      id: { type: text, key: true\(view.rawValue == "lookup" ? ", ask: true" : "") }
                      text: { type: text }
                      brand: { type: text, optional: true }
                      suburb: { type: text, optional: true }
                      number: { type: number, unit: '%', optional: true }
                      date: { type: date, optional: true }
                      position: { type: position, optional: true }
                      list: { type: list, optional: true }
                      phone: { type: phone, optional: true }
                      money: { type: money, currency: EUR, optional: true }
                      time: { type: time, optional: true }
                      moment: { type: timestamp, optional: true }
                      duration: { type: duration, optional: true }
                      flag: { type: flag, optional: true }
                      url: { type: url, optional: true }
                      image: { type: image, optional: true }
                      email: { type: email, optional: true }
                    """)
            return try Board(declaration, name: "extreme", folder: URL(fileURLWithPath: "/"))
        }
    }

    /// Stores three editions of records directly, without the checks for a source's data.
    private static func furnish(_ house: House, seed: UInt64) async throws {
        let schema = house.board.schema
        var extremes = Extremes(seed: seed)
        for (edition, time) in [Int64.min, 1_800_000_000_000, .max].enumerated() {
            let records = (0..<rows).map { extremes.record(key: $0 == 0 ? "\u{202E}\u{0}/?#" : "key \($0)", schema) }
            let feed = try await house.store.feeds.feed(of: "extreme", url: house.source.url.absoluteString)
            let report = FetchReport(began: Timestamp(milliseconds: time), ended: Timestamp(milliseconds: time), bytes: .max)
            _ = try await house.store.feeds.apply(records.count, to: feed, schema, report) { next in
                var difference = Difference()
                var place = 0
                while let stored = try next() {
                    difference.altered.append((before: stored, after: records[place], position: place))
                    place += 1
                }
                if edition == 0 { difference.appeared = records.enumerated().map { ($0.element, $0.offset) } }
                return difference
            }
        }
    }

    /// Addresses of a board's pages and files, with the worst queries.
    private static func addresses(_ house: House) async throws -> [String] {
        let (schema, base) = (house.board.schema, "/boards/extreme")
        let feed = try await house.store.feeds.feed(of: "extreme", url: house.source.url.absoluteString)
        let records = try await house.store.feeds.records(of: feed, schema)
        let keys = ["key%201", "%E2%80%AE%00%2F%3F%23", "%00", ""]
        let numbers = ["0", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "nan", ""]
        var addresses = [
            "/", base, "\(base)?lang=ar", "\(base)?lang=de&q=x", "\(base)/changes", "\(base)/changes?lang=ar", "\(base)/health",
            "\(base).json", "\(base).csv",
            "\(base).atom", "\(base)/feed.json", "\(base)/contacts.vcf", "\(base)/settings", "\(base)/alerts/new",
            "/watches/new?board=extreme", "/watches", "/notices",
            "/people/audit", "/metrics", "/api/v1/boards", "/api/v1/boards/extreme", "/api/v1/boards/extreme/records",
            "/api/v1/boards/extreme/stations",
            "/api/v1/boards/extreme/changes", "/api/v1/changes", "/api/v1/feeds", "/api/v1/openapi.json", "/manifest.webmanifest",
            "/app/share?text=%00",
            "\(base)?near=90,180&order=worth", "\(base)?near=-90,-180&order=distance&radius=0", "\(base)?near=0,180",
        ]
        addresses += keys.flatMap {
            [
                "\(base)/changes?key=\($0)", "\(base)?id=\($0)", "\(base).atom?id=\($0)", "\(base)?q=\($0)",
                "\(base)/changes?key=\($0)&lang=ar",
            ]
        }
        addresses += numbers.flatMap { number in
            ["from", "rows", "before", "after", "limit", "radius"].flatMap {
                ["\(base)?\($0)=\(number)", "/api/v1/boards/extreme/records?\($0)=\(number)"]
            }
                + [
                    "\(base)/changes?before=\(number)", "\(base)/health?before=\(number)", "\(base)/records/\(number)",
                    "/api/v1/boards/extreme/records/\(number)",
                ]
        }
        addresses += schema.fields.flatMap {
            ["\(base)?sort=\($0.name)", "\(base)?sort=-\($0.name)", "/api/v1/boards/extreme/records?sort=-\($0.name)"]
        }
        addresses += (1..<rows).map { "\(base)/changes?key=key%20\($0)" }
        addresses += records.flatMap {
            [
                "\(base)/records/\($0.id)", "\(base)/records/\($0.id).vcf", "\(base)/records/\($0.id)/image",
                "/watches/new?board=extreme&record=\($0.id)",
            ]
        }
        if let plan = house.board.stations {
            let codes = Set(records.map { plan.station(of: $0.record).code })
            addresses += codes.flatMap {
                ["\(base)/stations/\($0)", "\(base)/alerts/new?station=\($0)", "\(base)/stations/\($0)?near=90,180&lang=ar"]
            }
        }
        return addresses
    }

    @Test("every page, file and answer of a board can be made of them", arguments: Views.forms.map(\.view))
    func pages(view: Board.View) async throws {
        let source = try Source { try $0.answer("503 Service Unavailable", [], body: []) }
        try await withHouse(source, board: Self.board(view)) { house in
            try await Self.furnish(house, seed: 14)
            let addresses = try await Self.addresses(house)
            try await house.client(of: "Ada") { client in
                var whole = 0
                for address in addresses {
                    let answer = try await client.get(address)
                    // If a picture can't be fetched, the source has failed.
                    #expect(answer.status.code < 500 || address.hasSuffix("/image"), "\(address): \(answer.status)")
                    if answer.status == .ok { whole += 1 }
                }
                #expect(whole > addresses.count / 3)
            }
        }
    }

    @Test("what JSON has of them is JSON", arguments: [Board.View(rawValue: "list"), Board.View(rawValue: "table")])
    func json(view: Board.View) async throws {
        let source = try Source { try $0.answer("503 Service Unavailable", [], body: []) }
        try await withHouse(source, board: Self.board(view)) { house in
            try await Self.furnish(house, seed: 15)
            try await house.client(of: "Ada") { client in
                for address in [
                    "/api/v1/boards/extreme/records?limit=100", "/api/v1/boards/extreme/changes", "/api/v1/changes", "/boards/extreme.json",
                    "/boards/extreme/feed.json",
                ] {
                    let answer = try await client.get(address)
                    #expect(answer.status == .ok, "\(address)")
                    #expect(!answer.text.contains(":nan"), "\(address)")
                    #expect(!answer.text.contains(":inf"), "\(address)")
                    _ = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
                }
            }
        }
    }
}
