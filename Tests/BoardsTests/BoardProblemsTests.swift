import BoardPages
import Boards
import Foundation
import Records
import TestSupport
import Testing
import Web

@Suite("Everything that is wrong with a board file")
struct BoardProblemsTests {
    private func problems(_ yaml: String) throws -> [(line: Int, detail: String)] {
        let folder = try TemporaryFolder()
        let board = folder.url.appendingPathComponent("permits")
        try FileManager.default.createDirectory(at: board, withIntermediateDirectories: true)
        try yaml.write(to: board.appendingPathComponent("board.yaml"), atomically: true, encoding: .utf8)
        return DeclaredBoard.problems(in: board, views: Views.forms).map { ($0.line, $0.detail) }
    }

    private static let whole = """
        title: Permits
        view: table
        source: { url: https://example.org/permits.pdf, every: 1h }
        extract:
          pdf:
            rows: { starts: '^P[0-9]+$', fields: [permit, date] }
        fields:
          permit: { type: text, key: true, ask: true }
          date: { type: date, format: dd-MMM-yy }
        """

    @Test("a whole file has none")
    func none() throws { #expect(try problems(Self.whole).isEmpty) }

    @Test("mistakes of several parts are all named, in the file's order")
    func all() throws {
        let yaml = Self.whole.replacing("view: table", with: "view: tabel\nfelds: x").replacing("every: 1h", with: "every: hourly")
            .replacing("type: text", with: "typ: text").replacing("dd-MMM-yy", with: "dd-MMM")
        let found = try problems(yaml)
        #expect(found.map(\.line) == [2, 3, 4, 9, 10])
        for (problem, said) in zip(found, ["'table'?", "'fields'?", "a duration like", "'type'?", "needs one year"]) {
            #expect(problem.detail.contains(said), "\(problem)")
        }
    }

    @Test(
        "what only shows between parts is named too, once",
        arguments: [("[permit, date]", "[permit]"), ("[permit, date]", "[permit, day]")])
    func whole(part: String, wrong: String) throws {
        let found = try problems(Self.whole.replacing(part, with: wrong))
        #expect(found.count == 1)
        #expect(found.first?.line == 6)
    }
}
