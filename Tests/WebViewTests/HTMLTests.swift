import Testing

@testable import Serving
@testable import Web

@Suite("Markup")
struct HTMLTests {
    @Test("a text put into markup is escaped, for content and for attributes alike")
    func escapes() {
        let text = "<b title=\"x\" id='y'>&</b>"
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        let escaped = "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/b&gt;"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test("a substring is escaped like a string")
    func escapesSubstrings() {
        let html: HTML = "\("a<b>c".dropFirst())"
        #expect(html.text == "&lt;b&gt;c")
    }

    @Test("markup put into markup is not escaped again, whether one piece, several, or none")
    func nests() {
        let piece: HTML = "<i>\("&")</i>"
        let absent: HTML? = nil
        let html: HTML = "\(piece)|\([piece, piece])|\(absent)|\(piece as HTML?)|\(7)"
        #expect(html.text == "<i>&amp;</i>|<i>&amp;</i><i>&amp;</i>||<i>&amp;</i>|7")
    }

    @Test("control characters do not reach the page, tabs and line ends do")
    func replacesControls() {
        let html: HTML = "\("a\u{0}b\u{1B}c\td\ne")"
        #expect(html.text == "a\u{FFFD}b\u{FFFD}c\td\ne")
    }

    @Test("pieces are joined by markup")
    func joins() {
        #expect((["a", "b", "c"] as [HTML]).joined(by: "<br>").text == "a<br>b<br>c")
        #expect(([] as [HTML]).joined(by: "<br>").isEmpty)
    }
}
