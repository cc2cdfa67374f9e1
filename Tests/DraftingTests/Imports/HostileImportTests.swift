import Boards
import Drafting
import Foundation
import Records
import TestSupport
import Testing

@Suite("Files of other programs that mean harm") struct HostileImportTests {
    @Test(
        "what is none of these files, or nothing at all",
        arguments: [
            ("", WatchImport.Fault.empty), ("  \n", .empty), ("hello there", .unknown), ("a: b\n", .unknown), ("{\"a\": 1}", .unknown),
            ("<html><body>x</body></html>", .unknown), ("<opml><body/></opml>", .empty), ("{\"watching\": {}}", .empty),
        ])
    func unknown(_ text: String, _ fault: WatchImport.Fault) { #expect(Imports.fault(text) == fault) }

    @Test("damaged ones are told as such", arguments: ["{\"watching\": ", "<opml><body>", "PK\u{3}\u{4}nothing"])
    func damaged(_ text: String) {
        guard case .damaged? = Imports.fault(text) else {
            Issue.record("\(String(describing: Imports.fault(text)))")
            return
        }
    }

    @Test("only files of a watch's folder count, wherever their names lead") func paths() throws {
        let evil = #"{"url": "https://evil.example/"}"#
        let names = [
            "../\(Imports.identifier(1))/watch.json", "/\(Imports.identifier(1))/watch.json", "a/watch.json", "watch.json",
            "\(Imports.identifier(1))/x/watch.json", "\(Imports.identifier(1))\\watch.json", "..-..-..-..-../watch.json",
        ]
        let found = try Imports.backup([#""url": "https://good.example/""#], beside: names.map { SampleArchive.File($0, evil) })
        #expect(found.watches.map(\.address) == ["https://good.example/"])
        // The first of a name counts.
        let twice = SampleArchive.File("\(Imports.identifier(0))/watch.json", evil)
        #expect(try Imports.of([twice, twice]).watches.count == 1)
    }

    @Test("a bomb is refused while it unpacks") func bomb() {
        let huge = String(repeating: "0", count: 30 << 20)
        for name in ["\(Imports.identifier(0))/watch.json", "url-watches.json", "changedetection.json"] {
            #expect(Imports.fault(SampleArchive(files: [.init(name, huge)]).bytes) == .tooLarge, "\(name)")
        }
        let many = (0..<40).map { SampleArchive.File("\(Imports.identifier($0))/watch.json", String(repeating: " ", count: 1 << 20)) }
        #expect(Imports.fault(SampleArchive(files: many).bytes) == .tooLarge)
        // An archive in an archive stays one.
        let inner = SampleArchive(files: [.init("url-list.txt", "https://a.example/")]).bytes
        var outer = SampleArchive.File("url-list.txt", "")
        outer.bytes = inner
        #expect(Imports.fault(SampleArchive(files: [outer]).bytes) == .empty)
    }

    @Test("one watch that is no JSON loses no other") func brokenWatch() throws {
        let found = try Imports.of([
            .init("\(Imports.identifier(1))/watch.json", "{"),
            .init("\(Imports.identifier(2))/watch.json", #"{"url": "https://b.example/"}"#),
            .init("\(Imports.identifier(3))/watch.json", #"[1, {"url": [[]]}]"#),
        ])
        #expect(found.watches.map { $0.file != nil } == [false, true, false])
    }

    @Test("anchors, deep nests and long jobs of YAML are refused one by one") func yaml() throws {
        let laughs = "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nurl: https://a.example/\n"
        let deep = "url: https://a.example/\nfilter: \(String(repeating: "[", count: 20_000))\n"
        let dashes = "url: https://a.example/\nfilter:\n\(String(repeating: "- ", count: 20_000))x\n"
        let long = "url: https://a.example/\nname: \(String(repeating: "x", count: 70_000))\n"
        let found = try Imports.of([laughs, deep, dashes, long, "url: https://good.example/\n"].joined(separator: "---\n"))
        #expect(found.watches.map { $0.file != nil } == [false, false, false, false, true])
        // An ampersand in an address is none.
        #expect(try Imports.of("url: https://a.example/?b=1&c=2\n").watches[0].isSure)
    }

    @Test("entities of XML are bounded") func entities() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">
            <!ENTITY f SYSTEM "file:///etc/passwd">]><opml><body><outline xmlUrl="https://a.example/" text="&c;"/><outline xmlUrl="&f;"/></body></opml>
            """
        guard case .damaged? = Imports.fault(bomb) else {
            Issue.record("\(String(describing: Imports.fault(bomb)))")
            return
        }
        let deep = "<opml><body>" + String(repeating: "<outline text='a'>", count: 5000)
        #expect(Imports.fault(deep) != nil)
    }

    @Test("200 are listed, and the rest is counted") func many() throws {
        let lines = (0..<1000).map { "https://a.example/\($0)\n" }.joined()
        let found = try Imports.of(lines)
        #expect(found.watches.count == WatchImport.limit)
        #expect(found.surplus == 1000 - WatchImport.limit)
        let jobs = (0..<300).map { "url: https://a.example/\($0)\n" }.joined(separator: "---\n")
        #expect(try Imports.of(jobs).surplus == 100)
        let members = (0..<300).map { "\"\($0)\": {\"url\": \"https://a.example/\($0)\"}" }.joined(separator: ",")
        #expect(try Imports.of("{\"watching\": {\(members)}}").surplus == 100)
        #expect(Imports.fault(String(repeating: "https://a.example/\n", count: 300_000)) == .tooLarge)
    }

    @Test(
        "nothing that a file says can say more in a board file than it should",
        arguments: [
            "x\\n}\\nsource: { url: file:///etc/passwd }", "'; DROP", "\\u0000\\u2028]]>", "<script>alert(1)</script>", "{ a: b } # c",
            "&a *a !!x",
        ])
    func injection(_ text: String) throws {
        let found = try Imports.backup([
            #"""
            "url": "https://shop.example/?q=\#(text)", "title": "\#(text)", "include_filters": ["#a[b='\#(text)']"],
            "ignore_text": ["\#(text)"], "headers": {"Accept": "\#(text)", "\#(text)": "x"}
            """#
        ])
        let watch = try #require(found.watches.first)
        guard watch.file != nil else { return }
        let board = try watch.board()
        #expect(board.source.url.host == "shop.example")
        #expect(board.schema.fields.map(\.name) == ["text"])
        #expect(board.source.headers.allSatisfy { $0.name == "Accept" })
    }

    @Test("a long selection is no board, or watches less") func longSelection() throws {
        let texts = (0..<20).map { "\"\(String(repeating: "word\($0) ", count: 60))\"" }.joined(separator: ",")
        let watch = try #require(try Imports.backup([#""url": "https://a.example/", "ignore_text": [\#(texts)]"#]).watches.first)
        #expect(watch.remarks.contains(.condition))
        #expect(watch.file != nil)
        let selector = String(repeating: "div ", count: 200) + "p"
        let deep = try #require(try Imports.backup([#""url": "https://a.example/", "include_filters": ["\#(selector)"]"#]).watches.first)
        #expect(deep.remarks == [.selection(selector)])
        #expect(deep.subject == .page)
    }
}
