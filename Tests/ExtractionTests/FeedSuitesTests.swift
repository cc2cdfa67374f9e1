import Extraction
import Foundation
import Records
import Testing

/// Two public suites of feeds, read from the folder that TIDINGS_SUITES names, through the `xml` extractor.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TIDINGS_SUITES"] != nil, "TIDINGS_SUITES is not set"))
struct FeedSuitesTests {
    private let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TIDINGS_SUITES"] ?? "/")

    private static let namespaces = [
        ("a", "http://www.w3.org/2005/Atom"), ("o", "http://purl.org/atom/ns#"), ("r", "http://purl.org/rss/1.0/"),
        ("n", "http://my.netscape.com/rdf/simple/0.9/"), ("d", "http://purl.org/dc/elements/1.1/"),
        ("q", "http://channel.netscape.com/rdf/simple/0.9/"),
    ]

    /// Titles and links of all kinds of feeds, each an optional field.
    private func extractor() throws -> XMLRows {
        var fields = ["title", "link"].map { Field(name: $0, kind: .text) }
        for index in fields.indices { fields[index].isOptional = true }
        let options: [(String, Declaration)] = [
            ("rows", XMLRowsTests.scalar("//item | //entry | //a:entry | //o:entry | //r:item | //n:item | //q:item")),
            (
                "fields",
                XMLRowsTests.map([
                    ("title", "title | a:title | o:title | r:title | n:title | q:title"),
                    (
                        "link",
                        "link/@href | link | a:link[@rel='alternate']/@href | a:link[not(@rel)]/@href | o:link/@href | r:link | n:link | q:link"
                    ),
                ])
            ),
            ("namespaces", XMLRowsTests.map(Self.namespaces)), ("empty", XMLRowsTests.scalar("true")),
        ]
        return try XMLRows(options: XMLRowsTests.options(options), schema: Schema(fields: fields))
    }

    private func records(_ bytes: [UInt8], charset: String? = nil, _ extractor: XMLRows) throws -> [Record] {
        var hints = DocumentHints()
        hints.charset = charset
        var run = extractor.begin(hints)
        var records: [Record] = []
        func keep(_ extracted: Extracted) { if case .final(_, let record) = extracted { records.append(record) } }
        try run.append(bytes, keep)
        try run.finish(keep)
        return records
    }

    @Test("433 feeds are read, or refused for a reason; titles and links are those of the suite")
    func gofeed() throws {
        let extractor = try extractor()
        var (files, read, entries, titles, links) = (0, 0, 0, 0, 0)
        var refused: [String: [String]] = [:]
        var differ: [String] = []
        for kind in ["atom", "rss"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("gofeed/parser/\(kind)").path)
            for name in names.filter({ $0.hasSuffix(".xml") }).sorted() {
                files += 1
                let file = folder.appendingPathComponent("gofeed/parser/\(kind)/\(name)")
                let found: [Record]
                do { found = try records([UInt8](Data(contentsOf: file)), extractor) } catch let error as ExtractionError {
                    let reason = error.detail.split(separator: ": ", maxSplits: 1).last.map { String($0.prefix(60)) } ?? ""
                    refused["\(error.code.rawValue): \(reason)", default: []].append(name)
                    continue
                }
                read += 1
                let json = try JSONDecoder().decode(
                    Feed.self, from: Data(contentsOf: file.deletingPathExtension().appendingPathExtension("json")))
                let expected = json.entries ?? json.items ?? []
                guard expected.count == found.count else {
                    differ.append("\(kind)/\(name): \(found.count) rows, \(expected.count) expected")
                    continue
                }
                for (entry, record) in zip(expected, found) {
                    entries += 1
                    let (title, link) = (record.values[0]?.text ?? "", record.values[1]?.text ?? "")
                    let wantedLink = entry.address
                    if title == (entry.title ?? "").trimmed {
                        titles += 1
                    } else {
                        differ.append("\(kind)/\(name): title “\(title)”, not “\(entry.title ?? "")”")
                    }
                    if link == wantedLink { links += 1 } else { differ.append("\(kind)/\(name): link “\(link)”, not “\(wantedLink)”") }
                }
            }
        }
        print("gofeed: \(read) of \(files) read, \(files - read) refused; of \(entries) entries \(titles) titles and \(links) links equal")
        for (reason, names) in refused.sorted(by: { $0.key < $1.key }) {
            print("  refused, \(names.count): \(reason): \(names.prefix(12).joined(separator: " "))")
        }
        for line in differ { print("  differs: \(line)") }
        #expect(files == 433)
        #expect(read >= 415)
    }

    @Test("oddly encoded and ill-formed feeds end as the suite expects, but for those listed")
    func feedparser() throws {
        let extractor = try extractor()
        let lines = try String(contentsOf: folder.appendingPathComponent("feedparser/expected.tsv"), encoding: .utf8).split(separator: "\n")
            .dropFirst()
        var (agree, all) = (0, 0)
        for line in lines {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 4 else { continue }
            all += 1
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("feedparser/\(columns[0])")))
            let charset = columns[1].lowercased().components(separatedBy: "charset").dropFirst().first.flatMap { rest -> String? in
                let rest = rest.trimmed
                return rest.hasPrefix("=") ? rest.dropFirst().split(separator: ";").first.map { String($0).trimmed } : nil
            }
            let wantsError = columns[3].hasPrefix("bozo")
            var outcome = "read"
            var isRefused = false
            do { _ = try records(bytes, charset: charset, extractor) } catch let error as ExtractionError {
                (outcome, isRefused) = ("refused: \(error.detail.prefix(90))", true)
            }
            if columns[3] == "1" || wantsError == isRefused {
                agree += 1
            } else {
                print("  differs: \(columns[0]): \(outcome); expected \(columns[3].prefix(80))")
            }
        }
        print("feedparser: \(agree) of \(all) end as the suite expects")
        #expect(all == 101)
        #expect(agree >= 60)
    }

    private struct Feed: Decodable {
        let entries: [Entry]?
        let items: [Entry]?
    }

    private struct Entry: Decodable {
        let title: String?
        let link: String?
        let links: [Link]?

        /// The first alternate one.
        var address: String {
            if let link { return link.trimmed }
            return links?.first { $0.rel == nil || $0.rel == "alternate" || $0.rel == "" }?.href?.trimmed ?? ""
        }
    }

    private struct Link: Decodable {
        let href: String?
        let rel: String?

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                (href, rel) = (text, nil)
                return
            }
            let keys = try decoder.container(keyedBy: Key.self)
            (href, rel) = (try keys.decodeIfPresent(String.self, forKey: .href), try keys.decodeIfPresent(String.self, forKey: .rel))
        }

        private enum Key: CodingKey { case href, rel }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
