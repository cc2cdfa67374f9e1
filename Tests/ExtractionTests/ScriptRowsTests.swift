import Extraction
import Foundation
import Records
import Testing

@Suite("Data in a page's scripts") struct ScriptRowsTests {
    private static let fields = "{ name: { type: text }, price: { type: money, currency: EUR, optional: true } }"

    private func rows(_ options: String, _ script: String) throws -> [[String?]] {
        let page = "<!doctype html><html><head><title>T</title></head><body><p>1 &lt; 2</p>\(script)</body></html>"
        return try Declared("script: { \(options) }", Self.fields).texts(of: page)
    }

    @Test(
        "JSON is read as pages write it",
        arguments: [
            "<script type='application/ld+json'>[{\"name\": \"Tea\", \"price\": 4.5}]</script>",
            "<script type='application/JSON' id=d><!-- [{\"name\": \"Tea\", \"price\": 4.5}] --></script>",
            "<script type='application/ld+json'>\n/* made by a plugin */ [{\"name\": \"Tea\", \"price\": 4.5,},];\n</script>",
            "<script type='application/ld+json'>//<![CDATA[\n[{\"name\": \"Tea\", \"price\": 4.5}]\n//]]></script>",
            "<script>var a = 1;</script><script type='application/ld+json'>{\"broken</script><script type='application/ld+json'>[{\"name\": \"Tea\", \"price\": 4.5}]</script>",
            "<script type='application/ld+json'>[]</script><script type='application/ld+json'>[{\"name\": \"Tea\", \"price\": 4.5}]</script>",
        ])
    func scripts(script: String) throws {
        #expect(try rows("rows: '$[*]'", script) == [["Tea", "4.50 EUR"]])
    }

    @Test(
        "what a script sets to JSON is found by its name, and nothing behind it is read",
        arguments: [
            "window.__STATE__ = {\"tea\": [{\"name\": \"T}\\\"ea\", \"price\": \"4,50 €\"}]}; (function(){ if (a<b) {} })();",
            "var other__STATE__ = {}; window['__STATE__']={\"tea\": [{\"name\": \"T}\\\"ea\", \"price\": \"4,50 €\"}]}",
            "if (window.__STATE__ == 1) {} __STATE__ = JSON.parse(\"{\\\"tea\\\": [{\\\"name\\\": \\\"T}\\\\\\\"ea\\\", \\\"price\\\": \\\"4,50 \\u20ac\\\"}]}\");",
            "__STATE__ = JSON.parse('\\x7b\"tea\": [{\"name\": \"T}\\\\\"ea\", \"price\": \"4,50 €\"}]}')",
        ])
    func variables(script: String) throws {
        #expect(try rows("variable: __STATE__, rows: '$.tea[*]'", "<script>\(script)</script>") == [["T}\"ea", "4.50 EUR"]])
    }

    @Test("the stream of Next.js is put together from its pieces, which may be cut anywhere, and its texts and modules are passed over")
    func flight() throws {
        let stream =
            #"0:{"P":null,"b":"x"}"# + "\n" + #"1:"$Sreact.fragment""# + "\n" + #"2:I[7,["/a.js"],"Page"]"# + "\n"
            + "a:T9,[1]\n:2,é" + #"1f:["$","ul",null,{"offers":[{"name":"T\"ea","price":4.5},{"name":"Milk","price":1}]}]"# + "\n"
        let quoted = stream.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        // No cut is inside of an escape.
        let cuts = [0, 30, 61, quoted.count / 2, quoted.count].map { place in
            var at = quoted.index(quoted.startIndex, offsetBy: place)
            while at > quoted.startIndex, quoted[quoted.index(before: at)] == "\\" { at = quoted.index(after: at) }
            return at
        }
        let pieces = zip(cuts, cuts.dropFirst()).map { "<script>self.__next_f.push([1,\"\(quoted[$0..<$1])\"])</script>" }
        let page = "<script>(self.__next_f=self.__next_f||[]).push([0])</script>" + pieces.joined()
        #expect(try rows("variable: __next_f, rows: '$..offers[*]'", page) == [["T\"ea", "4.50 EUR"], ["Milk", "1.00 EUR"]])
        #expect(throws: ExtractionError.self) {
            try rows("variable: __next_f, rows: '$..offers[*]'", "<script>self.__next_f.push([1,\"0:T")
        }
    }

    @Test("several scripts give their rows one after the other, and an attribute may hold them")
    func several() throws {
        let product = #"{"@type": "Product", "name": "Tea", "offers": {"price": "4.50"}}"#
        let graph = #"{"@graph": [{"@type": "Product", "name": "Cup"}, {"@type": "Organization", "name": "Shop"}]}"#
        let scripts = ["[\(product)]", graph].map { "<script type='application/ld+json'>\($0)</script>" }
        let found = try rows("rows: \"$..[?@['@type'] == 'Product']\", fields: { price: offers.price }", scripts.joined())
        #expect(found == [["Tea", "4.50 EUR"], ["Cup", nil]])
        #expect(
            try rows("where: '//div/@data-props', rows: '$.list[*]'", "<div data-props='{\"list\": [{\"name\": \"Tea\"}]}'></div>") == [
                ["Tea", nil]
            ])
    }

    @Test("what isn't there is an error that says what was looked for")
    func missing() throws {
        func failure(_ options: String, _ script: String) -> String {
            do { return "\(try rows(options, script))" } catch { return "\(error)" }
        }
        #expect(failure("rows: '$[*]'", "<script>var a</script>").hasPrefix("no script on the page (of 0 that are "))
        #expect(failure("variable: __STATE__, rows: '$[*]'", "<script>var __STATE__1 = {}</script>").hasSuffix("has a variable __STATE__"))
        #expect(failure("variable: a, rows: '$[*]'", "<script>a = function() { return [] }</script>").hasSuffix("has a variable a"))
        #expect(
            failure("rows: '$.x[*]'", "<script type='application/json'>{}</script>") == "there is nothing at $.x[*] in the script with JSON"
        )
        #expect(failure("rows: '$[*]'", "<script type='application/json'>[{\"name\": }]</script>").hasPrefix("the script on line 1: "))
        #expect(
            failure("rows: '$[*]'", "<script type='application/json'>[{\"name\": \"Tea\", \"price\": \"£5\"}]</script>").contains(
                "its currency is GBP"))
        #expect(throws: ExtractionError.self) {
            try Declared("script: { rows: '$[*]' }", Self.fields).texts(
                of: "<html><body><script type='application/json'>[{\"name\": \"Tea\"}]</script>")
        }
        for options in ["variable: 'a b', rows: '$'", "where: '//[', rows: '$'", "variable: a", "rows: '$', lines: true"] {
            #expect(throws: DeclarationError.self) { try Declared("script: { \(options) }", Self.fields) }
        }
    }
}
