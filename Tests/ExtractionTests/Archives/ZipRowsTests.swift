import Boards
import CZlib
import Foundation
import Records
import TestSupport
import Testing

@testable import Extraction

@Suite("Rows of the files in a ZIP archive") struct ZipRowsTests {
    typealias File = SampleArchive.File

    private static let table = "name,price\na,1\nb,2\n"
    private static let file = File("data/prices.csv", table)

    private static let readable: [[File]] = [
        [file], [file.with { $0.isDeflated = false }], [file.with { $0.isDescribedBehind = true }],
        [
            file.with {
                $0.isDescribedBehind = true
                $0.hasDescriptorSignature = false
            }
        ],
        [file.with { $0.isZip64 = true }],
        [
            file.with {
                $0.isZip64 = true
                $0.isDescribedBehind = true
            }
        ],
        [File("data/", "").with { $0.isDeflated = false }, File("read.me", "hello"), file],
        [File("sealed.bin", "xyz").with { $0.isEncrypted = true }, File("odd.bin", "xyz").with { $0.method = 12 }, file],
        [File("empty.bin", ""), File("read.me", "hello").with { $0.isDescribedBehind = true }, file, File("after", "x")],
    ]

    private static let unreadable: [(SampleArchive, ExtractionError.Code, String)] = [
        (SampleArchive(files: [file.with { $0.checksumError = 1 }]), .damaged, "is not what its checksum says"),
        (
            SampleArchive(files: [
                file.with {
                    $0.checksumError = 1
                    $0.isDescribedBehind = true
                }
            ]), .damaged, "is not what its checksum says"
        ),
        (SampleArchive(files: [file.with { $0.lengthError = -1 }]), .damaged, "goes on behind its end"),
        (SampleArchive(files: [file.with { $0.lengthError = 1 }]), .damaged, "checksum"),
        (SampleArchive(files: [file.with { $0.isEncrypted = true }]), .unsupported, "'data/prices.csv' is encrypted"),
        (SampleArchive(files: [file.with { $0.method = 12 }]), .unsupported, "packed by method 12"),
        (
            SampleArchive(files: [
                file.with {
                    $0.isDeflated = false
                    $0.isDescribedBehind = true
                }
            ]), .unsupported, "stored without its length"
        ),
        (SampleArchive(files: [file], countError: 1), .damaged, "directory has other files"),
        (SampleArchive(files: [File("read.me", "x")]), .row, "no file in the archive is '*.csv'; there is 'read.me'"),
        (SampleArchive(files: []), .row, "there are none"),
        (SampleArchive(files: [File("x.csv", "name,price\na,dear\n")]), .row, "file 'x.csv': row 1 (line 2): field 'price'"),
    ]

    private func rows(_ pattern: String = "'*.csv'") throws -> Declared { try Declared("zip: { file: \(pattern), delimited: {} }") }

    @Test(
        "stored or deflated, lengths before or behind, of four bytes or eight, other files around it",
        arguments: readable)
    func reads(files: [File]) throws {
        let archive = SampleArchive(files: files, comment: "made by hand").bytes
        for cut in [1, 2, 3, 7, nil] { #expect(try rows().texts(of: archive, cut: cut) == [["a", "1"], ["b", "2"]]) }
        for count in stride(from: 0, to: archive.count, by: 3) {
            #expect(throws: ExtractionError.self, "\(count) of \(archive.count) bytes passed for all of them") {
                try rows().texts(of: Array(archive.prefix(count)))
            }
        }
    }

    @Test("files that match are read one after the other, their rows numbered on")
    func several() throws {
        let archive = SampleArchive(files: [Self.file, File("b.csv", "price,name\n3,c\n"), File("b.txt", "no")]).bytes
        var numbers: [Int] = []
        var run = try rows().board.extractor.begin()
        try run.append(archive) { if case .final(let row, _) = $0 { numbers.append(row) } }
        try run.finish { _ in }
        #expect(numbers == [0, 1, 2])
        #expect(try rows("'?.csv'").texts(of: archive) == [["c", "3"]])
        #expect(try rows("data/p*s*").texts(of: archive).count == 2)
    }

    @Test("the bound on rows is one of all files together")
    func rowLimit() throws {
        let plan = try #require(try rows().board.extractor as? ZipRows)
        let archive = SampleArchive(files: [Self.file, File("b.csv", "name,price\nc,3\nd,4\n")]).bytes
        for (limit, isEnough) in [(4, true), (3, false), (1, false)] {
            let run = ZipRowsRun(plan: plan, DocumentHints(), rowLimit: limit)
            var count = 0
            do {
                try run.append(archive) { _ in count += 1 }
                try run.finish { _ in count += 1 }
                #expect(isEnough)
            } catch let error as ExtractionError {
                #expect(!isEnough, "\(error)")
                #expect(error.code == .limit, "\(error)")
            }
            #expect(count == limit)
        }
    }

    @Test("a channel is called what its file is in the archive; what the files leave out is counted together")
    func names() throws {
        let archive = SampleArchive(files: [
            File("guide/26.dat", RadioTimesText.document(["News", ""])), File("27.dat", RadioTimesText.document(["Weather", ""])),
        ])
        for address in [URL(string: "https://guide.example/all/day.zip"), nil] {
            let guide = try GuideText("zip: { file: '*.dat', radiotimes: {} }", archive.bytes, at: address)
            #expect(guide.lines == ["26 07-01T09:00–07-01T09:30 News", "27 07-01T09:00–07-01T09:30 Weather"])
            #expect(guide.notes.leftOut == ["no title": 2])
        }
    }

    @Test("an address in a file of the archive is relative to the archive's own")
    func addresses() throws {
        let declared = try Declared("zip: { delimited: {} }", "{ name: { type: text, ask: true }, link: { type: url } }")
        var hints = DocumentHints()
        hints.address = URL(string: "https://h.example/x/all.zip")
        var run = declared.board.begin(hints)
        var links: [String?] = []
        try run.append(SampleArchive(files: [File("far/away.csv", "name,link\na,/b\nc,d.html\n")]).bytes) { extracted in
            if case .final(_, let record) = extracted { links.append(record.values[1]?.text) }
        }
        try run.finish { _ in }
        #expect(links == ["https://h.example/b", "https://h.example/x/d.html"])
    }

    @Test("a feed's wish when to be read again comes through its packing")
    func pacing() throws {
        let feed = "<rss><channel><ttl>90</ttl><item><name>a</name><price>1</price></item></channel></rss>"
        let inner = "xml: { rows: /rss/channel/item }"
        for (extract, document) in [
            ("zip: { \(inner) }", SampleArchive(files: [File("a.xml", feed), File("b.xml", feed)]).bytes),
            ("gzip: { \(inner) }", SampleArchive.gzipped(Array(feed.utf8))),
        ] {
            var run = try Declared(extract).board.extractor.begin()
            try run.append(document) { _ in }
            try run.finish { _ in }
            #expect(run.pacing?.timeToLive == .seconds(5400))
        }
    }

    @Test(
        "what cannot be read says what it is",
        arguments: unreadable)
    func refuses(archive: SampleArchive, code: ExtractionError.Code, detail: String) throws {
        for cut in [1, nil] {
            let error = #expect(throws: ExtractionError.self) { try rows().texts(of: archive.bytes, cut: cut) }
            #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("a web page in its place is named as one; anything else is no archive")
    func strange() throws {
        for (text, words) in [("<!DOCTYPE html>", "web page"), ("price;name", "isn't a ZIP archive")] {
            let error = #expect(throws: ExtractionError.self) { try rows().texts(of: text, cut: 1) }
            #expect(error?.code == .wrongFormat)
            #expect(error?.detail.contains(words) == true)
        }
    }

    @Test("a bomb ends at the ratio, wanted or not")
    func bomb() throws {
        let zeros = File("zeros.csv", String(repeating: " ", count: 4 << 20))
        for pattern in ["'*.csv'", "x"] {
            let file = zeros.with { $0.isDescribedBehind = true }
            let error = #expect(throws: ExtractionError.self) { try rows(pattern).texts(of: SampleArchive(files: [file]).bytes, cut: 1000) }
            #expect(error?.code == .limit)
            #expect(error?.detail.contains("200 times") == true)
        }
    }

    @Test(
        "a wrong declaration is refused with its mend",
        arguments: [
            ("zip: { file: a }", "one extractor is expected here"), ("zip: { xml: { rows: //a }, json: { rows: '$' } }", "one extractor"),
            ("zip: { zip: { xml: { rows: //a } } }", "no key 'zip'"), ("zip: { delimited: { skip: x } }", "a number of lines"),
        ])
    func declarations(extract: String, detail: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared(extract) }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }
}

/// A document in the Radio Times format, a row for each title.
private enum RadioTimesText {
    static func document(_ titles: [String]) -> String {
        let rest = "~~~~~~false~false~false~false~false~false~false~false~~~No Genre~~false~01/07/2026~10:00~10:30~30\r\n"
        return titles.map { $0 + rest }.joined()
    }
}

@Suite("Rows of a document packed with gzip or xz") struct GzipRowsTests {
    private static let table = Array("name,price\na,1\nb,2\n".utf8)

    private func rows() throws -> Declared { try Declared("gzip: { delimited: {} }") }

    @Test("one member, two, zeros behind them, or unpacked on the way already")
    func reads() throws {
        let whole = SampleArchive.gzipped(Self.table)
        let two = SampleArchive.gzipped(Array(Self.table.prefix(13))) + SampleArchive.gzipped(Array(Self.table.dropFirst(13)))
        for document in [whole, two, whole + [0, 0, 0], Self.table] {
            for cut in [1, 2, 3, 7, nil] { #expect(try rows().texts(of: document, cut: cut) == [["a", "1"], ["b", "2"]]) }
        }
        for count in 0..<whole.count {
            #expect(throws: ExtractionError.self) { try rows().texts(of: Array(whole.prefix(count))) }
        }
    }

    @Test("a channel is called what its file is, without what says how it is packed")
    func names() throws {
        let document = Array(RadioTimesText.document(["News"]).utf8)
        for (name, bytes) in [
            ("26.dat.gz", SampleArchive.gzipped(document)), ("26.dat.xz", SampleArchive.xz(document)), ("26.dat.gz", document),
            ("26.dat", SampleArchive.gzipped(document)), ("26.dat", document),
        ] {
            let guide = try GuideText("gzip: { radiotimes: {} }", bytes, at: URL(string: "https://guide.example/\(name)?day=1"))
            #expect(guide.lines == ["26 07-01T09:00–07-01T09:30 News"])
        }
    }

    @Test("xz is told by its beginning: one stream, two, zeros behind them, and the window of its highest level")
    func readsXZ() throws {
        let whole = SampleArchive.xz(Self.table)
        let two = SampleArchive.xz(Array(Self.table.prefix(13))) + [0, 0, 0, 0] + SampleArchive.xz(Array(Self.table.dropFirst(13)))
        for document in [whole, two, whole + [0, 0, 0, 0], try Self.withWindow(28)] {
            for cut in [1, 2, 3, 7, nil] { #expect(try rows().texts(of: document, cut: cut) == [["a", "1"], ["b", "2"]]) }
        }
        for count in 0..<whole.count {
            #expect(throws: ExtractionError.self) { try rows().texts(of: Array(whole.prefix(count))) }
        }
    }

    /// In xz, with a header that asks for another window: 28 for 64 MB, 40 for 4 GB.
    private static func withWindow(_ size: UInt8) throws -> [UInt8] {
        var document = SampleArchive.xz(table)
        // The header of the first block, behind that of the stream: its size, flags, sizes, the filter's number, the length and byte of its
        // window.
        let end = 12 + (Int(document[12]) + 1) * 4 - 4
        let filter = try #require((13..<end).first { document[$0] == 0x21 && document[$0 + 1] == 1 })
        document[filter + 2] = size
        let checksum = crc32(0, Array(document[12..<end]), UInt32(end - 12))
        for byte in 0..<4 { document[end + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        return document
    }

    @Test("of xz too: damage, something behind the end, a bomb, and a window that is larger than any needs")
    func refusesXZ() throws {
        let whole = SampleArchive.xz(Self.table)
        var damaged = whole
        damaged[whole.count / 2] ^= 1
        let bomb = SampleArchive.xz([UInt8](repeating: 0x20, count: 4 << 20))
        for (document, code) in [
            (damaged, ExtractionError.Code.damaged), (whole + [7], .damaged), (whole + [0, 7, 8], .damaged), (bomb, .limit),
            (try Self.withWindow(40), .limit), (whole + SampleArchive.gzipped(Self.table), .damaged),
        ] {
            for cut in [1, nil] {
                let error = #expect(throws: ExtractionError.self) { try rows().texts(of: document, cut: cut) }
                #expect(error?.code == code)
            }
        }
    }

    @Test("damage, something behind the end, and a bomb are refused")
    func refuses() throws {
        var damaged = SampleArchive.gzipped(Self.table)
        damaged[damaged.count - 6] ^= 1
        let bomb = SampleArchive.gzipped([UInt8](repeating: 0x20, count: 4 << 20))
        for (document, code) in [
            (damaged, ExtractionError.Code.damaged), (SampleArchive.gzipped(Self.table) + [7], .damaged),
            (SampleArchive.gzipped(Self.table) + [0, 7, 8], .damaged), (bomb, .limit),
        ] {
            for cut in [1, nil] {
                let error = #expect(throws: ExtractionError.self) { try rows().texts(of: document, cut: cut) }
                #expect(error?.code == code)
            }
        }
    }

    @Test("a document that is looked at whole is unpacked by the same rules")
    func wholes() throws {
        let two = SampleArchive.gzipped(Array(Self.table.prefix(13))) + SampleArchive.gzipped(Array(Self.table.dropFirst(13)))
        #expect(try PackedDocument(two + [0, 0, 0], byteLimit: 1 << 20)?.document == Self.table)
        #expect(try PackedDocument(SampleArchive.xz(Self.table), byteLimit: 1 << 20)?.document == Self.table)
        for (document, byteLimit, code) in [
            (two + [7], 1 << 20, ExtractionError.Code.damaged), (two.dropLast(), 1 << 20, .truncated), (two, 12, .limit),
        ] {
            let error = #expect(throws: ExtractionError.self) { try PackedDocument(Array(document), byteLimit: byteLimit) }
            #expect(error?.code == code)
        }
    }
}
