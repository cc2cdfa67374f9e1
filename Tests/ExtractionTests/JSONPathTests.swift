import Foundation
import JSONReading
import Testing

@testable import Extraction

@Suite("JSONPath") struct JSONPathTests {
    private static let stations = """
        {"ok": true, "stations": [
            {"name": "Star", "prices": {"e5": 1.799, "e10": 1.739}, "open": true},
            {"name": "O'Neill", "prices": {"e5": 1.859}, "open": false, "tags": ["24h", "shop"]},
            {"name": "Żółta", "prices": {"e5": 1.699, "e10": 1.649}, "open": true, "tags": []}
        ]}
        """

    @Test(
        "selectors, slices, descendants, filters and functions select what the standard says",
        arguments: [
            ("$.stations[*].name", ["Star", "O'Neill", "Żółta"]), ("$.stations[-1].name", ["Żółta"]),
            ("$.stations[::-2]['name']", ["Żółta", "Star"]), ("$.stations[1:].open", ["false", "true"]), ("$..e10", ["1.739", "1.649"]),
            ("$.stations[?@.open].prices.e5", ["1.799", "1.859", "1.699"]), ("$.stations[?@.open == true].prices.e5", ["1.799", "1.699"]),
            ("$.stations[?@.prices.e5 < 1.8 && !@.tags].name", ["Star"]), ("$.stations[?length(@.name) == 5].name", ["Żółta"]),
            ("$.stations[?count(@.tags.*) > 1].name", ["O'Neill"]), ("$.stations[?value(@..e10) < 1.7].name", ["Żółta"]),
            ("$.stations[?match(@.name, 'S.*')].name", ["Star"]), ("$.stations[?search(@.name, \"[A-Z]'\")].name", ["O'Neill"]),
            ("$['ok', 'none']", ["true"]), ("$.stations[0, 0].open", ["true", "true"]),
            ("$.stations[?@.tags == $.stations[2].tags].name", ["Żółta"]),
            ("$.stations[?(@.open || @.tags) && @.name >= 'S'].name", ["Star", "Żółta"]), ("$.none[*]", []), ("$.stations[::0]", []),
        ])
    func selects(path: String, texts: [String]) throws {
        let document = try JSONDocument(Array(Self.stations.utf8))
        #expect(try JSONPath(path).nodes(in: document).map(\.value.text) == texts)
    }

    @Test("a node says where it stands by a path that selects it alone")
    func normalized() throws {
        let document = try JSONDocument(Array(#"{"a'b": [{"\n": [10, 20]}]}"#.utf8))
        let nodes = try JSONPath("$..*").nodes(in: document)
        #expect(
            nodes.map(\.path) == [
                "$['a\\'b']", "$['a\\'b'][0]", "$['a\\'b'][0]['\\n']", "$['a\\'b'][0]['\\n'][0]", "$['a\\'b'][0]['\\n'][1]",
            ])
        for node in nodes { #expect(try JSONPath(node.path).nodes(in: document).map(\.path) == [node.path]) }
    }

    @Test(
        "a query that is none says where and why",
        arguments: [
            ("stations", 0, "begins with '$'"), ("$.stations[", 11, "is expected"), ("$ ", 1, "or the end"),
            ("$.a b", 3, "'.', '..' or '['"),
            ("$[01]", 2, "not an index"), ("$[?@.a = 1]", 7, "',' or ']'"), ("$[?@.* == 1]", 3, "single value"),
            ("$[?1]", 3, "isn't a condition"),
            ("$[?length(@.a)]", 3, "compared with something"), ("$[?match(@.a, 'x') == true]", 3, "cannot be compared"),
            ("$[?count(1) > 1]", 9, "takes a query"),
            ("$[?lenght(@.a) > 1]", 3, "no function 'lenght'"), ("$['a]", 2, "closing quote"), ("$[?@.a == b]", 10, "texts go in quotes"),
            (#"$["\ud800"]"#, 3, "surrogate"), ("$[9007199254740992]", 2, "too large"),
        ])
    func refuses(path: String, offset: Int, detail: String) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
        #expect(error?.offset == offset, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a query that asks for more than its bounds says so, and soon")
    func runaway() throws {
        let document = try JSONDocument(Array(("[" + (0..<2_000).map(String.init).joined(separator: ",") + "]").utf8))
        let error = #expect(throws: JSONPathError.self) { try JSONPath("$[?count($[?count($[*]) > 1]) > 1]").nodes(in: document) }
        #expect(error?.detail.contains("looked at") == true)
        #expect(throws: JSONPathError.self) { try JSONPath("$" + String(repeating: "[?@", count: 65) + String(repeating: "]", count: 65)) }
    }

    @Test(
        "what a query goes past on its way counts, too",
        arguments: [
            // A member, an element from the end and the number of members, each again for each value.
            "$[?$[?@.m0]]", "$[?$[?@[-1]]]", "$[?$[?length(@) > 0]]", "$[?$[?@ == $[0]]]", "$[?$[?@ != $[1]]]",
        ])
    func passed(path: String) throws {
        func list(_ count: Int, _ element: (Int) -> String) -> String { (0..<count).map(element).joined(separator: ",") }
        let object = "{" + list(100) { "\"m\($0)\":\($0)" } + "}"
        let array = "[" + list(100) { "\($0)" } + "]"
        // 20 times 20 values are few; the hundred in each of them make them many.
        let values = list(10) { _ in object + "," + array }
        let document = try JSONDocument(Array("[\(values)]".utf8))
        let segments = try JSONPath(path).segments
        let error = #expect(throws: JSONPathError.self) {
            var search = JSONPathSearch(document: document, query: path, stepLimit: 10_000)
            _ = try search.nodes(segments, from: 0)
        }
        #expect(error?.detail.contains("looked at") == true)
    }

    @Test("a value that a filter asks of the document's root is looked for once, however many values it is asked for")
    func once() throws {
        let rows = (0..<20_000).map { "{\"n\":\($0)}" }.joined(separator: ",")
        let document = try JSONDocument(Array("{\"rows\":[\(rows)],\"most\":3}".utf8))
        #expect(try JSONPath("$.rows[?@.n < $.most].n").nodes(in: document).map(\.value.text) == ["0", "1", "2"])
        #expect(try JSONPath("$.rows[?@.n == $.rows[-1].n].n").nodes(in: document).map(\.value.text) == ["19999"])
    }

    @Test("objects are equal whatever their members' order; of a name that comes twice the last counts")
    func equality() throws {
        let document = try JSONDocument(Array(#"[{"a":1,"b":{"c":[2]}}, {"b":{"c":[2]},"a":9,"a":1.0}, {"a":1,"c":{"c":[2]}}, {}]"#.utf8))
        let values = document.root.elements
        #expect(values.map { $0 == values[0] } == [true, true, false, false])
        #expect(try JSONPath("$[?@ == $[1]]").nodes(in: document).count == 2)
    }

    @Test(
        "patterns are RFC 9485's: a dot is no line end, a hyphen stands at an end, what is more than that matches nothing",
        arguments: [
            ("a.b", "a\nb", false), ("a.b", "a\u{2028}b", true), ("[.]", "x", false), ("[a-c-]+", "b-", true), ("[^-a]", "b", true),
            ("\\p{Lu}\\P{L}", "Ż1", true), ("a{2,3}", "aaa", true), ("a{2}", "aaa", false), ("(a|b|)c", "c", true), ("a*?", "a", false),
            ("(?i)a", "A", false), ("\\d", "1", false), ("a{,3}", "aa", false), ("\\p{Foo}", "a", false), ("[[:alpha:]]", "a", false),
            ("(a", "a", false), ("(a)\\1", "aa", false),
        ])
    func iRegexp(pattern: String, text: String, matches: Bool) throws {
        let quoted = { (text: String) in text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n") }
        let document = try JSONDocument(Array("[\"\(quoted(text))\"]".utf8))
        #expect(try JSONPath("$[?match(@, '\(quoted(pattern))')]").nodes(in: document).count == (matches ? 1 : 0))
    }

    @Test("the compliance suite of RFC 9535: every selector, value and path", .enabled(if: Suites.areThere))
    func compliance() throws {
        let file = try #require(Suites.folder).appendingPathComponent("jsonpath-cts/cts.json")
        let suite = try JSONDocument([UInt8](Data(contentsOf: file)))
        let cases = try #require(suite.root["tests"]).elements
        var right = 0
        for test in cases {
            let (name, selector) = (test["name"]?.text ?? "", test["selector"]?.text ?? "")
            let path = try? JSONPath(selector)
            var isRight = false
            if test["invalid_selector"]?.flag == true {
                isRight = path == nil
            } else if let path, let document = test["document"] {
                let nodes = try path.nodes(in: JSONDocument(Array(document.text.utf8)))
                let results = test["results"]?.elements ?? [test["result"]].compactMap { $0 }
                let paths = test["results_paths"]?.elements ?? [test["result_paths"]].compactMap { $0 }
                isRight =
                    results.contains { $0.elements == nodes.map(\.value) }
                    && paths.contains { $0.elements.map(\.text) == nodes.map(\.path) }
            }
            if isRight { right += 1 }
            #expect(isRight, "\(name): \(selector)")
        }
        print("JSONPath compliance: \(right)/\(cases.count)")
        #expect(cases.count == 703)
    }
}
