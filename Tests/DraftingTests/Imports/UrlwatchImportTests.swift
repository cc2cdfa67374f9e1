import Boards
import Drafting
import Foundation
import Records
import TestSupport
import Testing

@Suite("What urlwatch watches, feeds in OPML and lists of addresses") struct UrlwatchImportTests {
    private static let page = """
        <html><body><main><h1>News</h1><ul class="news list"><li>Elm planted</li><li>Oak felled</li><li>Ash planted</li></ul><p>Imprint</p></main></body></html>
        """

    @Test("a file has a document for each job, and each kind is told") func jobs() throws {
        let found = try Imports.of(
            """
            # My jobs
            name: News of the town
            url: https://town.example/news
            tags: [town, daily]
            filter:
              - element-by-class: news list
              - html2text: re
              - grep: planted
              - strip
            headers: { Accept-Language: de, Cookie: abc }
            ---
            navigate: https://town.example/app
            wait_until: networkidle
            ---
            name: "Disk"
            command: df -h
            ---
            url: https://town.example/off
            enabled: false
            filter: css:ul.news,html2text,strip
            --- # sends
            url: https://town.example/form
            data: { a: b }
            ---
            kind: hooked
            url: https://town.example/hook
            ---
            url: https://town.example/report
            filter: [pdf2text]
            """)
        #expect(found.source == .urlwatch)
        #expect(found.watches.count == 7)
        let watches = found.watches
        #expect(watches.map(\.refusal) == [nil, nil, .command, nil, .sends, .unknownKind("hooked"), .document])
        #expect(watches[0].folders == ["town", "daily"])
        #expect(watches[0].every == 3600)
        #expect(watches[0].isSure)
        #expect(watches[0].remarks == [.header("Cookie")])
        #expect(try watches[0].rows(of: Self.page) == ["Elm planted", "Ash planted"])
        #expect(watches[1].remarks == [.browser])
        #expect(!watches[1].isSure)
        #expect(watches[3].remarks == [.paused])
        #expect(try watches[3].rows(of: Self.page) == ["Elm planted", "Oak felled", "Ash planted"])
    }

    @Test(
        "filters",
        arguments: [
            ("- css: { selector: main, exclude: .news }", ["News", "Imprint"], []),
            ("- xpath: //li[2]", ["Oak felled"], []), ("- element-by-tag: h1", ["News"], []),
            ("- element-by-class: news", ["News", "Elm planted", "Oak felled", "Ash planted", "Imprint"], []),
            ("- grepi: planted|Imprint", ["News", "Oak felled"], []),
            ("- keep_lines_containing: Oak", ["Oak felled"], []),
            ("- grep: '[EO]'", ["News", "Elm planted", "Oak felled", "Ash planted", "Imprint"], ["grep: [EO]"]),
            (
                "- re.sub: x\n  - shellpipe: rm -rf /", ["News", "Elm planted", "Oak felled", "Ash planted", "Imprint"],
                ["re.sub", "shellpipe"]
            ),
        ])
    func filters(_ filter: String, _ rows: [String], _ left: [String]) throws {
        let watch = try #require(try Imports.of("url: https://town.example/\nfilter:\n  \(filter)\n").watches.first)
        if filter == "- element-by-class: news" {
            // The whole attribute as written: no element has it, so nothing is read rather than something else.
            #expect(throws: (any Error).self) { try watch.rows(of: Self.page) }
        } else {
            #expect(try watch.rows(of: Self.page) == rows)
        }
        #expect(watch.remarks == left.map { .left($0) })
    }

    @Test("JSON is its values, jq isn't followed") func json() throws {
        let watch = try #require(try Imports.of("url: https://town.example/api\nfilter: [format-json]\n").watches.first)
        #expect(try watch.rows(of: #"{"a": [1, {"b": "x"}]}"#) == ["1", "b x"])
        let jq = try #require(try Imports.of("url: https://town.example/api\nfilter:\n- jq: .a\n").watches.first)
        #expect(jq.remarks == [.selection("jq: .a")])
        #expect(jq.subject == .values)
    }

    @Test("a job that can't be read loses no other") func broken() throws {
        let found = try Imports.of("url: https://a.example/\n---\nurl: [\n---\nurl: https://c.example/\n---\nname: nothing\n")
        #expect(found.watches.map(\.address) == ["https://a.example/", "", "https://c.example/", ""])
        #expect(found.watches.map { $0.file != nil } == [true, false, true, false])
        guard case .unreadable = found.watches[1].refusal, found.watches[1].title == "line 2" else {
            Issue.record("\(String(describing: found.watches[1].refusal))")
            return
        }
    }

    @Test("each feed of OPML is a board, and says its folders") func outline() throws {
        let found = try Imports.of(
            """
            <?xml version="1.0"?><opml version="2.0" xmlns:frss="https://freshrss.org/opml"><head><title>Mine</title></head><body>
            <outline text="News"><outline text="Local">
            <outline type="rss" text="Town" xmlUrl="https://town.example/feed" htmlUrl="https://town.example/"/></outline></outline>
            <outline title="Bare" XMLURL="http://bare.example/rss"/><outline text="A note without an address"/>
            <outline type="HTML+XPath" text="Page" xmlUrl="https://page.example/" frss:xPathItem="//li" frss:xPathItemTitle="."
            frss:xPathItemUri="a/@href"/>
            <outline type="JSON+DotNotation" text="Data" xmlUrl="https://data.example/"/>
            </body></opml>
            """)
        #expect(found.source == .opml)
        #expect(found.watches.map(\.title) == ["Town", "Bare", "Page", "Data"])
        #expect(found.watches[0].folders == ["News", "Local"])
        #expect(found.watches.map(\.subject) == [.feed, .feed, .list, .feed])
        #expect(found.watches[3].refusal == .unknownKind("JSON+DotNotation"))
        #expect(try found.watches[2].rows(of: Self.page) == ["Elm planted", "Oak felled", "Ash planted"])
        #expect(try found.watches[0].board().source.url.absoluteString == "https://town.example/feed")
    }

    @Test("a list has an address a line, with tags behind it") func list() throws {
        let found = try Imports.of("\u{FEFF}\n# mine\nhttps://a.example/x news, town\r\n  https://b.example/\nno address\n")
        #expect(found.source == .list)
        #expect(found.watches.map(\.address) == ["https://a.example/x", "https://b.example/", "no"])
        #expect(found.watches[0].folders == ["news", "town"])
        #expect(found.watches[2].refusal == .noAddress("no"))
    }
}
