import Extraction
import Foundation
import Records
import Testing

/// Generated guides across both clock changes, clean and with every hazard, in both formats, against lists of what is true. They are not part of the
/// project: read where `TIDINGS_GUIDE` says, and left out without it.
@Suite("Guides against what is true", .enabled(if: GuideSet.folder != nil, "TIDINGS_GUIDE says where the guides are"))
struct GuideTruthTests {
    @Test("an XMLTV guide is what it is meant to be", arguments: GuideSet.names)
    func xmltv(set: String) throws {
        let guide = try GuideText("xmltv: {}", GuideSet.bytes("\(set)/guide.xml"))
        try GuideSet.compare(GuideSet.rows(guide), set, "xmltv")
        #expect(guide.notes.leftOutCount == (set.hasSuffix("hazards") ? 5 : 0))
    }

    /// But for what starts or ends between 01:00 and 02:00 in London on the day that has them twice: digits alone can't always tell which.
    @Test("without any zone the board's zone gives the same", arguments: GuideSet.names.filter { !$0.hasSuffix("hazards") })
    func withoutZone(set: String) throws {
        let guide = try GuideText("xmltv: { zone: Europe/London }", GuideSet.bytes("\(set)/no-zone.xml"))
        try GuideSet.compare(GuideSet.rows(guide), set, "xmltv") { $0.contains("2026-10-25T00:") || $0.contains("2026-10-25T01:") }
    }

    @Test("so are the files of Radio Times", arguments: GuideSet.names)
    func radioTimes(set: String) throws {
        var rows: [String] = []
        var leftOut = 0
        for channel in 1...8 {
            let address = URL(fileURLWithPath: "/\(channel).dat")
            let guide = try GuideText("radiotimes: {}", GuideSet.bytes("\(set)/rt/\(channel).dat"), at: address)
            rows += GuideSet.rows(guide)
            leftOut += guide.notes.leftOutCount
        }
        try GuideSet.compare(rows.sorted(), set, "radiotimes")
        #expect(leftOut == (set.hasSuffix("hazards") ? 42 : 0))
        guard set.hasSuffix("hazards") else { return }
        #expect(throws: ExtractionError.self) { try GuideText("radiotimes: {}", GuideSet.bytes("\(set)/rt/9.dat")) }
    }
}

enum GuideSet {
    static let names = ["autumn", "spring", "autumn-hazards", "spring-hazards"]

    static var folder: URL? { ProcessInfo.processInfo.environment["TIDINGS_GUIDE"].map { URL(fileURLWithPath: $0) } }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: try #require(folder).appendingPathComponent(path))) }

    private static let columns = [
        "start", "stop", "title", "subtitle", "season", "episode", "categories", "film", "year", "repeat", "share",
    ]

    /// A line a programme, sorted.
    static func rows(_ guide: GuideText) -> [String] {
        guide.records.map { record in
            let values = columns.map { name in ["film", "repeat"].contains(name) ? record[name] == "true" ? "1" : "0" : record[name] ?? "" }
            return ([record["channel"] ?? ""] + values).joined(separator: "\t")
        }.sorted()
    }

    /// Names the extra and the missing ones.
    static func compare(_ rows: [String], _ set: String, _ format: String, leavingOut: (String) -> Bool = { _ in false }) throws {
        let (rows, truth) = (rows.filter { !leavingOut($0) }, try truth(set, format).filter { !leavingOut($0) })
        #expect(Set(rows).subtracting(truth).sorted() == [])
        #expect(Set(truth).subtracting(rows).sorted() == [])
        #expect(rows.count == truth.count)
    }

    private static func truth(_ set: String, _ format: String) throws -> [String] {
        let text = String(decoding: try bytes("\(set)/truth-\(format).tsv"), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return ([format == "xmltv" ? cells[1] : cells[0]] + cells[2...12]).joined(separator: "\t")
        }.sorted()
    }
}
