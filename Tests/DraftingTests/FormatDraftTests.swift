import Boards
import Discovery
import Drafting
import Foundation
import Records
import TestSupport
import Testing

/// Formats that aren't web pages: a board reads what was found as it was found.
struct FormatDraftTests {
    private static let prices = {
        let rows = woods.enumerated().map { "T-\(100 + $0 * 7);\($1) béton;\($0 + 1),50" }
        return (["batch;name;price"] + rows).joined(separator: "\r\n")
    }()

    @Test("a table that isn't in UTF-8 is read in the encoding that its bytes show")
    func encoding() throws {
        let latin = Self.prices.unicodeScalars.map { UInt8($0.value) }
        let drafted = try Drafted(bytes: latin)
        #expect(drafted.texts("name")?.first == "Elm béton")
        #expect(drafted.kind("price") == .number)
        #expect(drafted.outcome.draft?.yaml.contains("encoding: windows-1252") == true)
        #expect(drafted.keys == ["batch"])
    }

    @Test("a packed document is read as what is in it", arguments: ["gzip", "xz", "zip"])
    func packed(packing: String) throws {
        let bytes =
            switch packing {
            case "gzip": SampleArchive.gzipped(Array(Self.prices.utf8))
            case "xz": SampleArchive.xz(Array(Self.prices.utf8))
            default:
                SampleArchive(files: [.init("about/README", "Prices of the week."), .init("prices-2026-11-28.csv", Self.prices)]).bytes
            }
        let drafted = try Drafted(bytes: bytes)
        #expect(drafted.texts("batch")?.last == "T-128")
        let yaml = drafted.outcome.draft?.yaml ?? ""
        #expect(yaml.contains(packing == "zip" ? "  zip:\n    file: '*.csv'\n    delimited:" : "  gzip:\n    delimited:"), "\(yaml)")
    }

    @Test("a document that unpacks to more than is looked at is refused")
    func bomb() throws {
        let bytes = SampleArchive.gzipped([UInt8](repeating: 0x20, count: 40 << 20))
        #expect(throws: (any Error).self) { try Drafted(bytes: bytes) }
    }

    private static func calendar(_ events: [String]) -> String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Matches", "X-WR-TIMEZONE:Europe/Lisbon"]
        return (head + events + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    @Test("a calendar's events are rows with the moments at which they are")
    func events() throws {
        let events = woods.enumerated().map { place, name in
            """
            BEGIN:VEVENT\r\nUID:\(place)-match@lists.example\r\nDTSTAMP:20261128T0000\(10 + place)Z\r\nSUMMARY:\(name) v. Beech\\, away
            DTSTART:2026070\(place + 1)T183000\r\nDTEND:2026070\(place + 1)T200000\r\nCATEGORIES:League,\(name)\r\nEND:VEVENT
            """
        }
        let drafted = try Drafted(Self.calendar(events))
        #expect(drafted.outcome.notes == [])
        #expect(drafted.board.title == "Matches")
        #expect(drafted.texts("title")?.first == "Elm v. Beech, away")
        #expect(drafted.texts("start")?.first == "2026-07-01T17:30:00Z")
        #expect(drafted.kind("categories") == .list)
        #expect(drafted.keys == ["uid"])
        #expect(drafted.board.schema.fields.map(\.name) == ["title", "start", "end", "categories", "uid"])
    }

    @Test("a calendar of whole days has days; tasks are rows where there are no events")
    func days() throws {
        let tasks = woods.enumerated().map { place, name in
            "BEGIN:VTODO\r\nUID:\(place)x\r\nSUMMARY:Water the \(name)\r\nDUE;VALUE=DATE:2026070\(place + 1)\r\nEND:VTODO"
        }
        let drafted = try Drafted(Self.calendar(tasks))
        #expect(drafted.kind("due") == .date)
        #expect(drafted.outcome.draft?.yaml.contains("rows: tasks") == true)
    }

    @Test("a sitemap's addresses are rows")
    func sitemap() throws {
        let urls = woods.enumerated().map { "<url><loc>https://lists.example/\($1)</loc><lastmod>2026-05-0\($0 + 1)</lastmod></url>" }
        let drafted = try Drafted(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(urls.joined())</urlset>")
        #expect(drafted.kind("loc") == .url)
        #expect(drafted.kind("lastmod") == .date)
        #expect(drafted.keys == ["loc"])
    }

    private static func sample(_ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appendingPathComponent("ExtractionTests/Fixtures/pdf/\(name)/sample.pdf")))
    }

    @Test(
        "a table in a PDF is read over its pages, by what its first column looks like",
        arguments: ["over-pages-one-head", "over-pages-heads-repeated"])
    func table(name: String) throws {
        let drafted = try Drafted(bytes: try Self.sample(name))
        let yaml = drafted.outcome.draft?.yaml ?? ""
        #expect(drafted.records.count > 10)
        #expect(yaml.contains("starts: '^[0-9]{11}$'"), "\(yaml)")
        #expect(drafted.board.schema.fields.contains { $0.kind == .date })
        #expect(drafted.keys.count == 1)
    }

    /// A page with these rows, each with its cells in columns.
    private static func printed(_ rows: [[String]]) -> [UInt8] {
        let cells = rows.enumerated().flatMap { row, cells in
            cells.enumerated().map { "1 0 0 1 \(50 + 120 * $0) \(780 - 18 * row) Tm (\($1)) Tj" }
        }
        let text = "BT /F1 10 Tf\n\(cells.joined(separator: "\n"))\nET"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream",
        ]
        var (pdf, places) = ("%PDF-1.4\n", [Int]())
        for (place, object) in objects.enumerated() {
            places.append(pdf.utf8.count)
            pdf += "\(place + 1) 0 obj\n\(object)\nendobj\n"
        }
        let lines = places.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }.joined()
        let table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(lines)"
        return Array("\(pdf)\(table)trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(pdf.utf8.count)\n%%EOF\n".utf8)
    }

    /// Each row has a date in three columns.
    private static let splitDates = (0..<12).map {
        ["EO\(100_000 + $0)", "\(10 + $0)", $0 % 2 == 0 ? "March" : "April", "2026", "Pending"]
    }

    @Test(
        "a date of which each piece is in a column of its own is one field, where the heads allow it",
        arguments: [
            ["Number", "Day", "Month", "Year", "State"], ["Number", "", "Sent", "", "State"], ["Number", "Sent", "", "", ""], [],
        ])
    func dateInColumns(heads: [String]) throws {
        let drafted = try Drafted(bytes: Self.printed((heads.isEmpty ? [] : [heads]) + Self.splitDates))
        let fields = drafted.board.schema.fields
        #expect(drafted.records.count == 12, "\(fields.map(\.name))")
        #expect(fields.count == 3, "\(fields.map(\.name))")
        let place = try #require(fields.firstIndex { $0.kind == .date })
        #expect(drafted.records.first?.values[place] == .date(try #require(CalendarDate(iso: "2026-03-10"))))
        #expect(fields[place].name == (heads.isEmpty ? fields[place].name : heads[1] == "Day" ? "date" : "sent"))
        #expect(drafted.outcome.draft?.yaml.matches(of: /\b([a-z_0-9]+), \1, \1\b/).count == 1, "\(drafted.outcome.draft?.yaml ?? "")")
    }

    @Test("columns that have heads of their own stay apart, whatever their values look like")
    func columnsApart() throws {
        let drafted = try Drafted(bytes: Self.printed([["Number", "Aisle", "Supplier", "Stock", "State"]] + Self.splitDates))
        #expect(drafted.board.schema.fields.allSatisfy { $0.kind != .date })
        #expect(drafted.board.schema.fields.count == 5)
    }

    @Test("a column of a PDF that is the same in all rows is a field: all may be pending, until one isn't")
    func sameInAllRows() throws {
        let rows = (0..<12).map { ["EO\(100_000 + $0)", "Pending", "\(10 + $0) May 2026"] }
        let drafted = try Drafted(bytes: Self.printed(rows))
        #expect(drafted.records.count == 12)
        #expect(drafted.keys.count == 1)
        #expect(drafted.records.allSatisfy { $0.values.contains(.text("Pending")) })
    }
}
