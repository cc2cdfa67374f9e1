import Boards
import Extraction
import Foundation
import Records
import Testing

/// A board with its sample and what it has to give: those of `Fixtures`, and the boards that come along.
struct Fixture: Sendable, CustomTestStringConvertible {
    let folder: URL
    /// The extractor that its board names.
    let extractor: String

    var testDescription: String { folder.pathComponents.suffix(2).joined(separator: "/") }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let project = root.deletingLastPathComponent().deletingLastPathComponent()

    static let all: [Fixture] = {
        var fixtures: [Fixture] = []
        for extractor in folders(in: root.appendingPathComponent("Fixtures")) {
            for folder in folders(in: extractor) { fixtures.append(Fixture(folder: folder, extractor: extractor.lastPathComponent)) }
        }
        for folder in folders(in: project.appendingPathComponent("Sources/Boards/Definitions")) {
            let text = (try? String(contentsOf: folder.appendingPathComponent("board.yaml"), encoding: .utf8)) ?? ""
            // A board of queues extracts nothing.
            if text.contains("\nqueues:") { continue }
            let name = text.firstMatch(of: /extract:\s*\{?\s*(\w+):/).map { String($0.1) }
            fixtures.append(Fixture(folder: folder, extractor: name ?? "?"))
        }
        return fixtures
    }()

    private static func folders(in folder: URL) -> [URL] {
        let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])) ?? []
        return found.filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }.sorted { $0.path < $1.path }
    }

    /// Formats without a mark at their end.
    var truncation: ExtractorKit.Truncation {
        ["delimited", "frames", "m3u", "radiotimes", "text"].contains(extractor) || folder.lastPathComponent.hasSuffix("-lines")
            ? .byLengthOnly : .always
    }
}

@Suite("Fixtures of the extractors") struct FixtureTests {
    @Test("a fixture gives its records, however it is cut, and never when it is cut short", arguments: Fixture.all)
    func conformance(fixture: Fixture) throws {
        let board = try Board(folder: fixture.folder)
        #expect(type(of: board.extractor).name == fixture.extractor)
        let expected = try #require(try BoardCheck.run(board)).records
        let files = try FileManager.default.contentsOfDirectory(at: fixture.folder, includingPropertiesForKeys: nil)
        let sample = try #require(files.first { $0.deletingPathExtension().lastPathComponent == "sample" })
        let document = try [UInt8](Data(contentsOf: sample))
        let tables = try BoardCheck.tables(of: board)
        let kit = ExtractorKit(
            begin: { board.begin(joining: tables) }, schema: board.schema, document: document, seesTruncation: fixture.truncation)
        try kit.holds(expecting: expected)
    }

    @Test("every extractor has its page among the formats, and a fixture")
    func complete() {
        for extractor in Extractors.all {
            let page = Fixture.project.appendingPathComponent("Docs/Formats/\(extractor.name).md")
            #expect(FileManager.default.fileExists(atPath: page.path), "Docs/Formats/\(extractor.name).md is missing")
            #expect(
                Fixture.all.contains { $0.extractor == extractor.name }, "Tests/ExtractionTests/Fixtures/\(extractor.name) has no fixture")
        }
    }
}
