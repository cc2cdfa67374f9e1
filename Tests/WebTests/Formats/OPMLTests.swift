import Records
import Testing

@testable import Following
@testable import Serving
@testable import Web

@Suite("Lists of feeds, OPML")
struct OPMLTests {
    @Test("what is written is read again, whatever stands in it")
    func roundTrip() throws {
        let feeds = [
            OPML.Feed(title: "Fuel & more <now> \"cheap\"", address: "https://example.org/a?b=1&c=2"),
            OPML.Feed(title: "Łódź", address: "https://example.org/ł.atom"),
        ]
        let text = OPML.document("Tidings", feeds, at: Timestamp(milliseconds: 0)).description
        #expect(text.contains("<dateCreated>Thu, 01 Jan 1970 00:00:00 GMT</dateCreated>"))
        #expect(try OPML.feeds(in: Array(text.utf8)) == feeds)
    }

    @Test("outlines are found however deep, folders are none, and what is no OPML is refused")
    func foreign() throws {
        let text = """
            <opml version="1.0"><head/><body><outline text="News"><outline title="One" xmlUrl=" https://one.example/ "/>
            <outline text="Deep"><outline xmlUrl="https://two.example/"/></outline></outline><outline text="Empty" xmlUrl=""/></body></opml>
            """
        let feeds = try OPML.feeds(in: Array(text.utf8))
        #expect(feeds.map(\.address) == ["https://one.example/", "https://two.example/"])
        #expect(feeds.map(\.title) == ["One", "https://two.example/"])
        for bad in ["", "<rss/>", "<opml><body>", "{}"] { #expect(throws: (any Error).self) { try OPML.feeds(in: Array(bad.utf8)) } }
    }
}
