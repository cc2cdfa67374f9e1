import Testing

@testable import Fetching

@Suite("Values of header fields")
struct FieldScannerTests {
    @Test("a list may stand on several lines, and its commas inside quotes are no commas")
    func lists() {
        #expect(FieldValue.elements(["a, \"b, c\" ,, d", "", " e=\"\\\",\" "]) == ["a", "\"b, c\"", "d", "e=\"\\\",\""])
        #expect(FieldValue.elements(["\"never ends, x"]) == ["\"never ends", "x"])
    }

    @Test("of many quotes without an end only the first is followed to the end of the field", .timeLimit(.minutes(15)))
    func endlessQuotes() {
        #expect(FieldValue.elements(["\\\",\\\",x, y, z\\\""]) == ["\\\"", "\\\"", "x", "y", "z\\\""])
        // Scanning each to its end would take hours.
        let count = 200_000
        #expect(FieldValue.elements([String(repeating: "\\\",", count: count)]).count == count)
    }

    @Test("parameters have names in lower case, and values with or without quotes")
    func parameters() {
        let type = FieldValue.parameterised("Text/HTML ; Charset=\"utf\\-8\"; x=1;; y=2;x=3; z = 4; w=5")
        #expect(type.value == "text/html")
        #expect(type.parameters == ["charset": "utf-8", "x": "1", "y": "2"])
        #expect(FieldValue.parameterised("").value == "")
    }

    @Test("seconds are digits and nothing else, and have a bound")
    func seconds() {
        #expect(
            ["0", "007", "99999999999999999999", "", "-1", "1.0", "+1", " 1", "１"].map { FieldValue.seconds($0) } == [
                0, 7, 1 << 31, nil, nil, nil, nil, nil, nil,
            ])
    }

    @Test("of Cache-Control the first of a directive counts, and what cannot be read is stale")
    func cacheControl() {
        let directives = CacheControl([
            "Max-Age=10, max-age=20, No-Cache=\"Set-Cookie, x\"", "s-maxage=\"30\", private, min-fresh =4, max-stale",
        ])
        #expect(directives.seconds("max-age") == 10)
        #expect(directives.seconds("s-maxage") == 30)
        #expect(directives.seconds("min-fresh") == 0)
        #expect(directives.seconds("stale-if-error") == nil)
        #expect(directives.fields("no-cache") == ["set-cookie", "x"])
        #expect(!directives.hasBare("no-cache"))
        #expect(directives.hasBare("private"))
        #expect(directives.hasBare("max-stale"))
        #expect(CacheControl(["x=\"max-age=5, no-store\""]).seconds("max-age") == nil)
    }
}
