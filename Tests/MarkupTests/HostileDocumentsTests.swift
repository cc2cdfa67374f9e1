import Glibc
import Markup
import Testing

/// Documents made to be slow. libxml2's pairwise comparisons before any callback are bounded; each document here once took seconds to
/// minutes, or would. `TIDINGS_MEASURE=1` also measures that none does.
@Suite(.serialized)
struct HostileDocumentsTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    private static func numbered(_ count: Int, _ text: (Int) -> String) -> String { (0..<count).map(text).joined() }

    /// At most half a megabyte each. `error` is the expected message; empty if there is none.
    private static let xml: [(shows: String, document: String, error: String)] = [
        ("attributes", "<r" + numbered(60_000) { " a\($0)=''" } + "/>", "more than 512 attributes"),
        ("attributes with signs in values", "<r b='=>' c=\"'=\"" + numbered(40_000) { " a\($0)='>'" } + "/>", "more than 512 attributes"),
        (
            "attributes after all else", "<r><!-- <a b='> --><![CDATA[ <a b=\" ]]><?p '?><b" + numbered(40_000) { " a\($0)=''" } + "/></r>",
            "more than 512 attributes"
        ),
        ("as many attributes as may be", "<r>" + repeated("<a" + numbered(512) { " a\($0)=''" } + "/>", 80) + "</r>", ""),
        ("namespaces of one element", "<r" + numbered(30_000) { " xmlns:a\($0)='u'" } + "/>", "more than 512 attributes"),
        (
            "namespaces of many", numbered(100) { element in "<r" + numbered(50) { " xmlns:a\(element)x\($0)='u'" } + ">" },
            "more than 512 namespaces"
        ),
        ("namespaces side by side", "<r>" + repeated("<a xmlns:b='u'/>", 10_000) + "</r>", ""),
        (
            "defaults", "<!DOCTYPE r [<!ATTLIST a" + numbered(2_000) { " b\($0) CDATA ''" } + ">]><r>" + repeated("<a/>", 40_000) + "</r>",
            "more than 512 attributes with a default"
        ),
        (
            "defaults of many elements",
            "<!DOCTYPE r [<!ATTLIST a" + numbered(500) { " b\($0) CDATA ''" } + ">]><r>" + repeated("<a/>", 40_000) + "</r>",
            "supply more than"
        ),
        (
            "a list of notations", "<!DOCTYPE r [<!ATTLIST a b NOTATION (" + numbered(60_000) { "a\($0)|" } + "z) #IMPLIED>]><r/>",
            "document type declaration has more than"
        ),
        ("a comment in a declaration that does not end", "<!DOCTYPE r [<!--" + repeated("-x", 200_000), "declaration has more than"),
        ("declarations in a declaration", repeated("<!DOCTYPE r [", 35_000), "declaration has more than"),
        ("a deep content model", "<!DOCTYPE r [<!ELEMENT a " + repeated("(", 10_000) + "a" + repeated(")", 10_000) + ">]><r/>", "too deep"),
        ("nesting", repeated("<a>", 100_000), "nested deeper than 256"),
        ("names", "<r>" + numbered(66_000) { "<a\($0)/>" } + "</r>", "different names"),
        ("a long name", "<" + repeated("a", 400_000) + "/>", "too long"),
        ("ends of tags in a value", "<r a='" + repeated(">", 400_000) + "'/>", ""),
        ("a comment that does not end", "<r><!--" + repeated("-x", 200_000), "ends too early"),
        ("instructions", "<r>" + repeated("<?a?>", 80_000) + "</r>", ""),
    ]

    @Test("each XML document is read to its end, or refused by the name of its bound")
    func xmlDocuments() throws {
        let plain = "<r>" + Self.repeated("<item k='1'><a>x</a></item>", 20_000) + "</r>"
        try expectNone(slowerThan: plain, of: Self.xml) { bytes in _ = try Document(xml: bytes) }
        try expectNone(slowerThan: plain, of: Self.xml.filter { $0.shows != "names" }) { bytes in
            let reader = try MarkupReader(rows: RowPath("//item"))
            for start in stride(from: 0, to: bytes.count, by: 16_384) {
                try reader.append(Array(bytes[start..<min(start + 16_384, bytes.count)])) { _ in }
            }
            try reader.finish { _ in }
        }
    }

    private static let html: [(shows: String, document: String, error: String)] = [
        ("attributes", "<p" + numbered(60_000) { " a\($0)" } + ">x", "bytes of names"),
        ("attributes that fit", "<p" + numbered(5_000) { " a\($0)=''" } + ">x", "more than 512 attributes"),
        ("names", numbered(30_000) { "<a\($0)></a\($0)>" } + "x", "bytes of names"),
        ("names of end tags", "<p>" + numbered(30_000) { "</a\($0)>" } + "<b>x", "bytes of names"),
        ("names of entities", "<p>" + numbered(30_000) { "&a\($0);" } + "<b>x", "bytes of names"),
        ("attributes of bodies", "<body>" + numbered(30_000) { "<body a\($0)>" }, "bytes of names"),
        ("nesting", repeated("<div>", 80_000), "nested deeper than 256"),
        ("end tags under much", repeated("<b>", 240) + repeated("</i>", 80_000), ""),
        ("paragraphs", repeated("<p>", 100_000), ""),
        ("signs", repeated("&", 200_000), ""),
        ("signs in a value", "<p a='" + repeated("&", 200_000) + "'>x", ""),
        ("beginnings of comments", "<p>" + repeated("<!--", 80_000), ""),
        ("quotation marks", "<p " + repeated(" '", 150_000) + ">x", ""),
        ("beginnings of instructions", repeated("<?", 150_000), ""),
    ]

    @Test("each page is read to its end, or refused by the name of its bound")
    func pages() throws {
        let plain = Self.repeated("<p class=x>a <b>c</b></p>", 20_000)
        try expectNone(slowerThan: plain, of: Self.html) { bytes in _ = try Document(html: bytes) }
    }

    /// When measuring: at most twenty times the CPU time of a plain document; the slow ones took a hundred to ten thousand times that.
    private func expectNone(
        slowerThan plain: String, of documents: [(shows: String, document: String, error: String)], _ read: ([UInt8]) throws -> Void
    ) throws {
        let start = Self.processorTime()
        try read(Array(plain.utf8))
        let bound = 20 * (Self.processorTime() - start)
        for (shows, document, words) in documents {
            let bytes = Array(document.utf8)
            let start = Self.processorTime()
            var found = ""
            do { try read(bytes) } catch { found = "\(error)" }
            if Self.isMeasured { #expect(Self.processorTime() - start < bound, "\(shows)") }
            #expect(words.isEmpty ? found.isEmpty : found.contains(words), "\(shows): \(found)")
        }
    }

    private static let isMeasured = getenv("TIDINGS_MEASURE") != nil

    /// The CPU time of this thread, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
