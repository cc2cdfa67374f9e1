import Extraction
import Foundation
import Records
import Testing

@testable import Boards

@Suite("Joined documents") struct JoinTests {
    private static let yaml = """
        title: Prices
        view: list
        source: { url: 'https://prices.example/prices.csv' }
        extract: { delimited: {} }
        joins:
          stations:
            url: https://prices.example/stations.csv
            extract: { delimited: { fields: { name: Nome } } }
            on: id
            fields: [name, town]
            missing: refuse
        fields:
          id: { type: text, key: true }
          name: { type: text }
          price: { type: number }
          town: { type: text, optional: true }
        """

    private func board(_ changes: [(String, String)] = []) throws -> Board {
        let yaml = changes.reduce(Self.yaml) { $0.replacing($1.0, with: $1.1) }
        return try Board(try BoardFile.declaration(of: yaml), name: "prices", folder: URL(fileURLWithPath: "/"))
    }

    private static let stations = "id,Nome,town\n1,Gigi,Milano\n2,Est,\n2,Ovest,Verona\n9,Chiuso,Roma\n"

    /// The rows that a document of prices gives, with values as texts.
    private func rows(_ prices: String, _ stations: String = Self.stations, _ changes: [(String, String)] = []) throws -> [[String?]] {
        let board = try board(changes)
        var tables: [JoinTable] = []
        for join in board.joins {
            var (table, run) = (JoinTable(join), join.extractor.begin())
            try run.append(Array(stations.utf8)) { try table.take($0) }
            try run.finish { try table.take($0) }
            tables.append(table)
        }
        var rows: [[String?]] = []
        var run = board.begin(joining: tables)
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { rows.append(record.values.map { $0?.text }) } }
        try run.append(Array(prices.utf8), keep)
        try run.finish(keep)
        return rows
    }

    @Test("fields come from the row with the same key, the last of several, and stand where the board has them")
    func joined() throws {
        #expect(
            try rows("id,price\n2,1.5\n1,1.7\n2,1.6\n") == [
                ["2", "Ovest", "1.5", "Verona"], ["1", "Gigi", "1.7", "Milano"], ["2", "Ovest", "1.6", "Verona"],
            ])
    }

    @Test("a record without a row is refused by name, passed over, or kept with empty fields, as the board says")
    func missing() throws {
        let prices = "id,price\n1,1.7\n7,1.5\n"
        let error = #expect(throws: ExtractionError.self) { try rows(prices) }
        #expect(error?.detail == "row 2: there is no row for id “7” in the joined document 'stations'")
        #expect(try rows(prices, Self.stations, [("refuse", "skip")]) == [["1", "Gigi", "1.7", "Milano"]])
        let optional = [("refuse", "keep"), ("name: { type: text }", "name: { type: text, optional: true }")]
        #expect(try rows(prices, Self.stations, optional) == [["1", "Gigi", "1.7", "Milano"], ["7", nil, "1.5", nil]])
    }

    /// Gives fixed events and ignores its document.
    private struct Telling: ExtractionRun {
        let events: [Extracted]

        mutating func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
            for event in events { try receive(event) }
        }

        mutating func finish(_ receive: (Extracted) throws -> Void) throws {}
    }

    @Test("a row that isn't certain is passed over if it has none to join; whether the document is refused is decided when it is certain")
    func provisional() throws {
        let board = try board()
        var table = JoinTable(board.joins[0])
        try table.take(.final(row: 0, Record([.text("1"), .text("Gigi"), nil])))
        func joined(_ events: [Extracted]) throws -> [Extracted] {
            var told: [Extracted] = []
            let run = JoiningRun(Telling(events: events), board.schema, [table])
            try run.append([]) { told.append($0) }
            try run.finish { told.append($0) }
            return told
        }
        let (unread, known) = (Record([.text("\u{FFFD}"), .number(1.5)]), Record([.text("1"), .number(1.5)]))
        let whole = Record([.text("1"), .text("Gigi"), .number(1.5), nil])
        #expect(
            try joined([.provisional(row: 0, unread), .provisional(row: 1, known), .withdrawn(row: 0), .final(row: 1, known)]) == [
                .provisional(row: 1, whole), .withdrawn(row: 0), .final(row: 1, whole),
            ])
        #expect(throws: ExtractionError.self) { try joined([.final(row: 0, unread)]) }
    }

    @Test("documents that don't belong together are refused, not passed over row by row")
    func strangers() throws {
        let error = #expect(throws: ExtractionError.self) { try rows("id,price\n1,1\n7,1\n8,1\n", Self.stations, [("refuse", "skip")]) }
        #expect(error?.detail.contains("2 of 3 records have no row") == true)
    }

    @Test("several fields can make the key, and several documents fill in a record")
    func several() throws {
        let both = [
            ("on: id", "on: [id, town]"), ("fields: [name, town]", "fields: [name]"),
            ("town: { type: text, optional: true }", "town: { type: text }"),
        ]
        let stations = "id,Nome,town\n2,Est,Milano\n2,Ovest,Verona\n"
        #expect(try rows("id,price,town\n2,1,Verona\n", stations, both) == [["2", "Ovest", "1", "Verona"]])
        let two = """
              names: { url: 'https://prices.example/n.csv', extract: { delimited: { fields: { name: Nome } } }, on: id, fields: [name] }
              stations:
            """
        let changes = [
            ("{ delimited: { fields: { name: Nome } } }", "{ delimited: {} }"), ("  stations:", two), ("[name, town]", "[town]"),
        ]
        #expect(try rows("id,price\n1,1\n", Self.stations, changes) == [["1", "Gigi", "1", "Milano"]])
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            ("on: id", "on: nr", 9, "there is no field 'nr'"), ("on: id", "on: [id, id]", 9, "named twice"),
            ("on: id", "on: town", 10, "'town' has another place already"),
            ("fields: [name, town]", "fields: [name, id]", 10, "'id' has another place already"),
            ("fields: [name, town]", "fields: []", 10, "one field at least"),
            ("missing: refuse", "missing: keep", 10, "'name' must be optional"),
            ("missing: refuse", "missing: ignore", 11, "there are refuse, skip, keep"),
            ("missing: refuse", "sample: none.csv", 11, "there is no file 'none.csv'"),
            ("https://prices.example/stations.csv", "file:///etc/passwd", 7, "is not a web address"),
            ("    on: id\n", "", 7, "'on' is missing"),
            ("name: Nome", "price: Nome", 8, "there is no field 'price'"),
        ])
    func mistakes(found: String, replacement: String, line: Int, message: String) {
        let error = #expect(throws: DeclarationError.self) { try board([(found, replacement)]) }
        #expect(error?.line == line, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a table has its bound")
    func bound() throws {
        var table = JoinTable(try board().joins[0])
        for row in 0..<JoinTable.rowLimit { try table.take(.final(row: row, Record([.text("1"), .text("a"), nil]))) }
        let error = #expect(throws: ExtractionError.self) { try table.take(.final(row: 0, Record([.text("1"), .text("a"), nil]))) }
        #expect(error?.code == .limit)
    }

    @Test("the texts of a table have a bound, and so have those that it fills in")
    func textBound() throws {
        let board = try board()
        var table = JoinTable(board.joins[0])
        let name = String(repeating: "x", count: 4 << 20)
        for row in 0..<16 {
            let key = "\(row)"
            if row < 15 {
                try table.take(.final(row: row, Record([.text(key), .text(name), nil])))
            } else {
                let error = #expect(throws: ExtractionError.self) {
                    try table.take(.final(row: row, Record([.text(key), .text(name + "x"), .text(name)])))
                }
                #expect(error?.code == .limit)
            }
        }
        let run = JoiningRun(
            Telling(events: (0..<200).map { .final(row: $0, Record([.text("1"), .number(1.5)])) }), board.schema, [table])
        var count = 0
        let error = #expect(throws: ExtractionError.self) { try run.append([]) { _ in count += 1 } }
        #expect(error?.code == .limit)
        #expect(count == 128)
    }

    private static let guide = """
        title: Guide
        view: list
        source: { url: 'https://guide.example/guide.csv' }
        extract: { delimited: {} }
        joins:
          playlist:
            url: https://tv.example/channels.m3u
            extract: { m3u: {} }
            on: channel
            or: channel_name
            fields: [channel_group]
            missing: choose
        fields:
          channel: { type: text, key: true }
          channel_name: { type: text, optional: true }
          title: { type: text }
          channel_group: { type: text, optional: true }
        """

    @Test("a playlist chooses the channels of a guide, by id, else by either of their names")
    func chosen() throws {
        let board = try Board(try BoardFile.declaration(of: Self.guide), name: "guide", folder: URL(fileURLWithPath: "/"))
        let playlist = """
            #EXTM3U
            #EXTINF:-1 tvg-id="one" tvg-name="First" group-title="A",One
            http://x/1
            #EXTINF:-1 tvg-name="Harbour_Two" group-title="B",Two
            http://x/2
            #EXTINF:-1 tvg-id="other" tvg-name="Third Channel" group-title="C",Three HD
            http://x/3

            """
        let listing =
            "channel,channel_name,title\none,Whatever,a\nx2,harbour  two,b\nx3,three hd,c\nx4,THIRD channel,d\nx5,Five,e\nx6,,f\nx7,First,g\n"
        func titles(_ listing: String) throws -> [String] {
            var (table, reading) = (JoinTable(board.joins[0]), board.joins[0].extractor.begin())
            try reading.append(Array(playlist.utf8)) { try table.take($0) }
            try reading.finish { try table.take($0) }
            var (titles, run) = ([String](), board.begin(joining: [table]))
            func keep(_ extracted: Extracted) {
                if case .final(_, let record) = extracted { titles.append(record.values[2...3].map { $0?.text ?? "" }.joined()) }
            }
            try run.append(Array(listing.utf8), keep)
            try run.finish(keep)
            return titles
        }
        #expect(try titles(listing) == ["aA", "bB", "cC", "dC", "gA"])
        #expect(throws: ExtractionError.self) { try titles("channel,channel_name,title\nx5,Five,e\n") }
    }

    @Test(
        "a key that says how a field is written is refused where no document of it asks, with its line",
        arguments: [
            ("channel_group: { type: text, optional: true }", "channel_group: { type: text, optional: true, none: [X] }", "none", 17),
            ("channel_group: { type: text, optional: true }", "channel_group: { type: text, optional: true, digits: 3 }", "digits", 17),
        ])
    func spellings(found: String, replacement: String, key: String, line: Int) throws {
        func read(_ yaml: String) throws -> Board {
            try Board(BoardFile.declaration(of: yaml), name: "guide", folder: URL(fileURLWithPath: "/"))
        }
        let error = #expect(throws: DeclarationError.self) { try read(Self.guide.replacing(found, with: replacement)) }
        #expect(error?.line == line)
        #expect(error?.detail.contains("'\(key)' does nothing here") == true)
        // The board's own document has rows and columns, so the field's `digits` applies to it.
        #expect(throws: Never.self) {
            try read(Self.guide.replacing("channel: { type: text, key: true }", with: "channel: { type: text, key: true, digits: 3 }"))
        }
    }

    @Test("a playlist moves the programmes of its channels by hours, and others not")
    func shifted() throws {
        let yaml = Self.guide.replacing("fields: [channel_group]", with: "fields: [channel_shift]").replacing(
            "missing: choose", with: "missing: keep"
        )
        .replacing("  channel_group: { type: text, optional: true }", with: "  channel_shift: { type: duration, optional: true }")
        .replacing("  title:", with: "  start: { type: timestamp }\n  stop: { type: timestamp }\n  title:")
        let board = try Board(try BoardFile.declaration(of: yaml), name: "guide", folder: URL(fileURLWithPath: "/"))
        let playlist = """
            #EXTM3U tvg-shift="1"
            #EXTINF:-1 tvg-id="one" tvg-shift="-4.5",One
            http://x/1
            #EXTINF:-1 tvg-id="two",Two
            http://x/2
            #EXTINF:-1 tvg-id="three" tvg-shift="0",Three
            http://x/3
            #EXTINF:-1 tvg-id="four" tvg-shift="a little",Four
            http://x/4

            """
        var (table, reading) = (JoinTable(board.joins[0]), board.joins[0].extractor.begin())
        try reading.append(Array(playlist.utf8)) { try table.take($0) }
        try reading.finish { try table.take($0) }
        #expect(reading.notes.mended == ["a tvg-shift that isn't a number of hours": 1])
        let programmes = ["one", "two", "three", "four", "five"].map { "\($0),,2026-11-25T12:00:00Z,2026-11-25T13:00:00Z,\($0)\n" }
        var (times, run) = ([String](), board.begin(joining: [table]))
        func keep(_ extracted: Extracted) {
            guard case .final(_, let record) = extracted else { return }
            times.append(
                ["start", "stop"].map { board.schema.index(of: $0).flatMap { record.values[$0]?.text } ?? "" }.joined(separator: " "))
        }
        try run.append(Array("channel,channel_name,start,stop,title\n\(programmes.joined())".utf8), keep)
        try run.finish(keep)
        let unmoved = "2026-11-25T12:00:00Z 2026-11-25T13:00:00Z"
        #expect(
            times == [
                "2026-11-25T07:30:00Z 2026-11-25T08:30:00Z", "2026-11-25T13:00:00Z 2026-11-25T14:00:00Z", unmoved, unmoved, unmoved,
            ])
    }

    @Test(
        "a playlist's ids in another case and all names of a guide's channels count, and channels without a programme are said",
        arguments: [1, 7, 4096])
    func playlistOfGuide(cut: Int) throws {
        let yaml = Self.guide.replacing("delimited: {}", with: "gzip: { guide: {} }")
            .replacing("  title:", with: "  start: { type: timestamp, key: true }\n  stop: { type: timestamp }\n  title:")
        let board = try Board(try BoardFile.declaration(of: yaml), name: "guide", folder: URL(fileURLWithPath: "/"))
        let playlist = """
            #EXTM3U
            #EXTINF:-1 tvg-id="TF9.Example" group-title="A",Nine FHD
            http://x/1
            #EXTINF:-1 tvg-id="other" group-title="B",Salt &amp; Sea HD
            http://x/2
            #EXTINF:-1 tvg-id="gone" tvg-name="Gone" group-title="C",Gone TV
            http://x/3
            #EXTINF:-1 tvg-id="Both" group-title="D",Both
            http://x/4
            #EXTINF:-1 tvg-id="BOTH" group-title="E",Both Plus
            http://x/5

            """
        let programmes = ["tf9.example", "salt.example", "SALT.example", "none.example", "both"].enumerated().map { hour, channel in
            let day = "202612030\(hour)"
            return "<programme start='\(day)0000 +0000' stop='\(day)3000 +0000' channel='\(channel)'><title>\(channel)</title></programme>"
        }
        let guide = """
            <tv><channel id="tf9.example"><display-name>9</display-name></channel>
            <channel id="salt.example"><display-name>12</display-name><display-name>SALT</display-name>
            <display-name>Salt &amp; Sea HD</display-name></channel>\(programmes.joined())</tv>
            """
        var (table, reading) = (JoinTable(board.joins[0]), board.joins[0].extractor.begin())
        try reading.append(Array(playlist.utf8)) { try table.take($0) }
        try reading.finish { try table.take($0) }
        var (rows, run) = ([String](), board.begin(joining: [table]))
        func keep(_ extracted: Extracted) {
            guard case .final(_, let record) = extracted else { return }
            let fields = ["channel", "title", "channel_group", "channel_name"].compactMap { board.schema.index(of: $0) }
            rows.append(fields.map { record.values[$0]?.text ?? "" }.joined(separator: " "))
        }
        let bytes = Array(guide.utf8)
        for start in stride(from: 0, to: bytes.count, by: cut) { try run.append(Array(bytes[start..<min(start + cut, bytes.count)]), keep) }
        try run.finish(keep)
        // Ids that differ from each other only in case aren't guessed.
        let salt = ["SALT", "salt"].map { "salt.example \($0).example B Salt & Sea HD" }
        #expect(rows.sorted() == salt + ["tf9.example tf9.example A 9"])
        #expect(run.notes.silent == ["Both", "Both Plus", "Gone"])
        #expect(run.notes.silentCount == 3)
    }
}
