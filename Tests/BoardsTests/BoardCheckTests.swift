import Boards
import Foundation
import Records
import TestSupport
import Testing

@Suite("The samples of a board") struct BoardCheckTests {
    private static let yaml = """
        title: T
        view: list
        source: { url: 'https://directory.example/' }
        extract: { json: { rows: '$[*]' } }
        fields: { id: { type: number, key: true }, tags: { type: list, optional: true } }
        services:
          detail:
            url: https://directory.example/{id}
            parameters: { id: {} }
            extract: { xml: { rows: /contact } }
            sample: detail.xml
          raw:
            url: https://directory.example/raw
            extract: { json: {} }
            sample: raw.json
          bare:
            url: https://directory.example/bare
            extract: { json: {} }
        """

    private static let files = [
        "board.yaml": yaml, "sample.json": #"[{"id": 1.0, "tags": ["a", "b"]}]"#, "expected.json": #"[{"tags": ["a", "b"], "id": 1}]"#,
        "detail.xml": "<contact><name>Ada</name><phone>1</phone><phone>2</phone></contact>",
        "detail.json": #"[{"phone": ["1", "2"], "name": "Ada"}]"#, "raw.json": #"{"a": 1, "b": null}"#,
        "raw.expected.json": #"[{"a": 1, "b": null}]"#,
    ]

    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// A board's folder with these files in place of the others.
    private func board(_ changes: [String: String?] = [:]) throws -> Board {
        let folder = home.url.appendingPathComponent("\(UUID().uuidString)/contacts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in Self.files.merging(changes.compactMapValues { $0 }, uniquingKeysWith: { $1 }) {
            if changes[name] == .some(nil) { continue }
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return try Board(folder: folder)
    }

    @Test("each method's sample gives the rows beside it, and one without a sample is named as untested")
    func methods() throws {
        let board = try board()
        #expect(try BoardCheck.run(board)?.records.count == 1)
        let methods = try BoardCheck.methods(of: board)
        #expect(methods.map(\.name) == ["contacts.detail", "contacts.raw", "contacts.bare"])
        #expect(methods.map(\.rowCount) == [1, 1, nil])
    }

    @Test(
        "a difference names file, row and field",
        arguments: [
            (
                "detail.json", #"[{"phone": ["1", "2"], "name": "Eve"}]"#,
                "detail.xml, row 1, field 'name': found “Ada”, detail.json says “Eve”"
            ),
            ("detail.json", #"[{"phone": ["1", "3"], "name": "Ada"}]"#, "row 1, field 'phone': found “1, 2”, detail.json says “1, 3”"),
            ("detail.json", #"[{"phone": ["1", "2"]}]"#, "row 1, field 'name': found “Ada”, detail.json says “nothing”"),
            ("detail.json", #"[{"phone": ["1", "2"], "name": "Ada", "fax": "3"}]"#, "field 'fax': found “nothing”, detail.json says “3”"),
            ("detail.json", "[]", "detail.xml gives 1 rows, detail.json has 0"),
            ("detail.json", "{", "detail.json: a JSON list of objects"),
            ("detail.xml", "<contact><name>Ada", "detail.xml: "),
            ("raw.expected.json", #"[{"a": 2}]"#, "raw.json, row 1, field 'a': found “1”, raw.expected.json says “2”"),
        ])
    func differences(file: String, text: String, words: String) throws {
        let board = try board([file: text])
        let error = #expect(throws: BoardCheckError.self) { try BoardCheck.methods(of: board) }
        #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("the board's own sample likewise")
    func ownSample() throws {
        let board = try board(["expected.json": #"[{"id": 2}]"#])
        let error = #expect(throws: BoardCheckError.self) { try BoardCheck.run(board) }
        #expect(error?.detail == "sample.json, record 1, field 'id': found “1”, expected.json says “2”")
    }

    @Test("every method of the boards that come along has a sample that gives something")
    func installed() throws {
        for board in BoardLibrary(data: nil).boards {
            for method in try BoardCheck.methods(of: board) { #expect(method.rowCount ?? 0 > 0, "\(method.name)") }
        }
    }

    @Test("a source may be put in the place of a method's address, with its holes; a bad one leaves the board out")
    func sources() throws {
        let good = BoardLibrary(data: nil, sources: ["contacts.detail": "http://localhost:1/one?nr={id}"])
        let method = try #require(good["contacts"]?.services.first)
        #expect(method.address.url(["id": "7"])?.absoluteString == "http://localhost:1/one?nr=7")
        #expect(good["contacts"]?.source.url.host == "directory.example")
        let bad = BoardLibrary(data: nil, sources: ["contacts.detail": "http://localhost:1/one?nr={number}"])
        #expect(bad["contacts"] == nil)
        #expect(bad["visa"] != nil)
        #expect(bad.problems.map(\.detail) == ["source contacts.detail: {number} isn't a parameter; there is id"])
    }
}
