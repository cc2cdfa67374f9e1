import Boards
import Foundation
import Records
import TestSupport
import Testing

@Suite("Parameters of boards") struct BoardParametersTests {
    private static let whole = """
        title: Pump
        view: list
        parameters:
          product:
            type: number
            label: { en: Fuel, fr: Carburant }
            choices: { 1: { en: Unleaded, fr: Sans plomb }, 2: Premium }
            default: 1
          suburb: { optional: true, place: true, hint: It is a suburb. }
          day: { choices: [today, tomorrow] }
        source:
          url: https://pump.example/rss?Product={product}&Suburb={suburb}&Day={day}
          each: day
          empty: keep
          at: ['14:32', '06:01']
          zone: Australia/Perth
        extract: { xml: { rows: //item, empty: true } }
        fields: { name: { type: text, key: true }, price: { type: number } }
        """

    private func board(_ yaml: String = whole) throws -> Board {
        try Board(BoardFile.declaration(of: yaml), name: "pump", folder: URL(fileURLWithPath: "/"))
    }

    @Test("nothing said is the standard binding; the same question is the same binding, however it is asked")
    func bindings() throws {
        let board = try board()
        #expect(try board.binding().values == ["product": "1"])
        #expect(try board.binding(["product": " 1.0 ", "suburb": " "]) == board.binding())
        #expect(try board.binding(["suburb": " Mount Lawley"]).values == ["product": "1", "suburb": "Mount Lawley"])
        #expect(
            try board.bindings(["product": "2"]).map(\.values) == [
                ["product": "2", "day": "today"], ["product": "2", "day": "tomorrow"],
            ])
        for binding in try board.bindings(["product": "2"]) { #expect(try board.binding(stored: binding.values) == binding) }
    }

    @Test("a binding makes an address, without what was left out")
    func addresses() throws {
        let board = try board()
        #expect(board.source.url.absoluteString == "https://pump.example/rss?Product=1&Day=today")
        #expect(try board.url(board.binding()).absoluteString == "https://pump.example/rss?Product=1&Day=today")
        let one = try #require(try board.bindings(["suburb": "O'Connor & Co/.."]).last)
        #expect(
            try board.url(one).absoluteString == "https://pump.example/rss?Product=1&Suburb=O%27Connor%20%26%20Co%2F..&Day=tomorrow")
        #expect(board.owns(try board.url(one).absoluteString, one.values))
        #expect(!board.owns("https://pump.example/other", one.values))
        #expect(!board.owns("https://pump.example/rss", ["colour": "red"]))
    }

    @Test(
        "what cannot be is refused, with what is expected",
        arguments: [
            (["product": "3"], "isn't one of 1 (Unleaded), 2 (Premium)"), (["product": "much"], "isn't one of 1"),
            (["colour": "red"], "is not known to pump; it takes product, suburb"), (["day": "today"], "all of it is shown together"),
            (["suburb": String(repeating: "x", count: 2_000)], "more than 1000 bytes"),
        ])
    func refused(given: [String: String], message: String) throws {
        let board = try board()
        let error = #expect(throws: ParameterError.self) { try board.bindings(given) }
        #expect("\(try #require(error))".contains(message))
    }

    @Test("what was chosen is told in the reader's language, without what is standard")
    func described() throws {
        let french = try board(Self.whole.replacing("default: 1", with: "default: 2")).translated(to: "fr")
        let binding = try french.bindings(["product": "1", "suburb": "Subiaco"])[0]
        #expect(french.described(binding.values).map(\.label) == ["Carburant", "Suburb"])
        #expect(french.described(binding.values).map(\.value) == ["Sans plomb", "Subiaco"])
        #expect(french.chosen(in: try french.bindings()[0].values).isEmpty)
        #expect(french.parameters.map(\.isPlace) == [false, true, false])
    }

    @Test("times of the clock are put in order, and an address that is moved keeps its holes")
    func sources() throws {
        #expect(try board().source.clock.map(\.description) == ["06:01", "14:32"])
        let home = try TemporaryFolder()
        defer { withExtendedLifetime(home) {} }
        let data = home.url
        let folder = data.appendingPathComponent("boards/pump")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.whole.utf8).write(to: folder.appendingPathComponent(BoardFile.name))
        let moved = BoardLibrary(data: data, sources: ["pump": "http://127.0.0.1:8/x?P={product}&D={day}"])
        let board = try #require(moved["pump"])
        #expect(try board.url(board.bindings(["product": "2"])[1]).absoluteString == "http://127.0.0.1:8/x?P=2&D=tomorrow")
        #expect(board.source.url.absoluteString == "http://127.0.0.1:8/x?P=1&D=today")
        let wrong = BoardLibrary(data: data, sources: ["pump": "http://127.0.0.1:8/x?P={colour}"])
        #expect(wrong["pump"] == nil)
        #expect(wrong.problems[0].detail.contains("{colour} isn't a parameter"))
    }

    @Test("each choice may be a whole address, and then they are the address")
    func wholeAddresses() throws {
        let yaml = """
            title: Pump
            view: list
            parameters: { file: { choices: { 'https://a.example/p.json': A, 'https://b.example/q': B } } }
            source: { url: '{file}', each: file }
            extract: { json: { rows: '$[*]' } }
            fields: { name: { type: text } }
            """
        let board = try board(yaml)
        #expect(try board.bindings().map { try board.url($0).absoluteString } == ["https://a.example/p.json", "https://b.example/q"])
        #expect(throws: DeclarationError.self) { try self.board(yaml.replacing("https://b", with: "file://b")) }
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            ("default: 1", "default: 9", 8, "the default is not one of its own values"),
            ("default: 1", "optional: false", 4, "'product' needs a default, or optional: true"),
            ("&Suburb={suburb}", "", 4, "'suburb' has no place in source.url"),
            ("{suburb}", "{town}", 12, "{town} isn't a parameter"),
            ("each: day", "each: hour", 13, "there is no parameter 'hour'"),
            ("each: day", "each: suburb", 13, "needs 1 to 50 choices"),
            ("empty: keep", "empty: maybe", 14, "there are wrong, keep"),
            ("'14:32'", "'25:00'", 15, "'25:00' isn't a time of day"),
            ("Australia/Perth", "Perth", 16, "'Perth' isn't a time zone"),
            ("  zone: Australia/Perth\n", "", 15, "the times are those of a 'zone'"),
            ("  at: ['14:32', '06:01']\n", "", 15, "a zone goes with the times"),
            ("    type: number\n", "    type: number\n    place: true\n", 6, "only a text is the name of a place"),
            ("2: Premium", "2.0: Premium", 5, "is not how its type is written"),
            ("https://pump.example", "pump.example", 12, "does not begin as a web address does"),
        ])
    func mistakes(found: String, replacement: String, line: Int, message: String) {
        let error = #expect(throws: DeclarationError.self) { try board(Self.whole.replacing(found, with: replacement)) }
        #expect(error?.detail.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.line == line, "\(error.map { "\($0)" } ?? "")")
    }
}
