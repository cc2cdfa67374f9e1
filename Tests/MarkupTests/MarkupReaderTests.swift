import Markup
import Testing

struct MarkupReaderTests {
    private func rows(
        _ document: String, _ path: String = "//item", namespaces: [String: String] = [:], cut: Int = 1_000_000,
        limits: MarkupLimits = MarkupLimits()
    ) throws -> [Element] {
        let reader = try MarkupReader(rows: RowPath(path, namespaces: namespaces), limits: limits)
        var rows: [Element] = []
        let bytes = Array(document.utf8)
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try reader.append(Array(bytes[start..<min(start + cut, bytes.count)])) { rows.append($0) }
        }
        try reader.finish { rows.append($0) }
        return rows
    }

    @Test("a row has its names, attributes, children and texts, however it is cut", arguments: [1, 2, 3, 7, 1000])
    func row(cut: Int) throws {
        let row = try #require(
            try rows(
                "<r xmlns:m='urn:m'>\n<item id='1&amp;2' m:id='3'>a<m:b>c&lt;<![CDATA[<d>]]></m:b>e<!-- no -->f<b/></item></r>", cut: cut
            ).first)
        #expect(row.name == "item")
        #expect(row.namespace == nil)
        #expect(row.line == 2)
        #expect(
            row.attributes.map { [$0.prefix, $0.name, $0.namespace, $0.value] } == [[nil, "id", nil, "1&2"], ["m", "id", "urn:m", "3"]])
        #expect(row[attribute: "id"] == "1&2")
        #expect(row[attribute: "no"] == nil)
        #expect(row.text == "ac<<d>ef")
        #expect(row.ownText == "aef")
        #expect(row["b"]?.namespace == "urn:m")
        #expect(row["b"]?.prefix == "m")
        #expect(row["b"]?.text == "c<<d>")
        #expect(row.elements.map(\.name) == ["b", "b"])
        #expect(row.children.count == 4)
    }

    @Test(
        "paths choose rows as XPath does",
        arguments: [
            ("//item", ["1", "2", "3", "4"]), ("/r/item", ["1", "2"]), ("/r/g/item", ["3", "4"]), ("/r//item", ["1", "2", "3", "4"]),
            ("//g/item", ["3", "4"]), ("/r/*/item", ["3", "4"]), ("/r/item | /r/other", ["1", "2", "5"]), ("//item[@k]", ["2", "4"]),
            ("//item[@k='b']", ["4"]), ("/r/g[@x='y']//item[@k]", ["4"]), ("/no/item", []), ("/item", []), ("//m:item", ["6"]),
            ("//m:*", ["6"]), ("//q//item", []),
        ])
    func paths(path: String, expected: [String]) throws {
        let document = """
            <r><item>1</item><item k='a'>2</item><g x='y'><item>3</item><item k='b'>4</item></g><other>5</other>\
            <x:item xmlns:x='urn:m'>6</x:item></r>
            """
        #expect(try rows(document, path, namespaces: ["m": "urn:m"]).map(\.text) == expected)
        let nodes = try Document(xml: Array(document.utf8)).evaluate(XPath(path, namespaces: ["m": "urn:m"]))
        guard case .nodes(let nodes) = nodes else {
            Issue.record("nodes are wanted")
            return
        }
        #expect(nodes.map(\.text) == expected, "libxml2 agrees")
    }

    @Test("a row comes as soon as its end tag is read")
    func early() throws {
        let reader = try MarkupReader(rows: RowPath("//item"))
        var count = 0
        try reader.append(Array("<r><item>1</item><item>2</item>".utf8)) { _ in count += 1 }
        #expect(count >= 1)
        try reader.append(Array("<item>3</item><x/>".utf8)) { _ in count += 1 }
        #expect(count == 3)
    }

    @Test("a tolerant reader leaves out what is longer than a row may be, and reads on behind it", arguments: [1, 2, 3, 7, 50, 100_000])
    func long(cut: Int) throws {
        var limits = MarkupLimits()
        (limits.rowBytes, limits.rowNodes, limits.attributes) = (1000, 100, 8)
        let long = String(repeating: "é&<-]?> ", count: 200).replacing("<", with: "&lt;")
        let wide = (0..<20).map { " a\($0) = '/>&amp;'" }.joined()
        let document = """
            <!-- - \(long) --><?p \(String(repeating: "x", count: 5000))?><r><item>1</item><!--\(long)--><item>2<!---->b</item>
            <item><a/>\(long)</item><item><![CDATA[\(long)]]></item><item><a x='1'/>\(long)</item>
            <item>\(String(repeating: "<a/>", count: 200))</item><?q \(String(repeating: "y", count: 5000))??><item\(wide)>3</item>
            <item\(wide)/><item a='1'><b\(wide) /><![CDATA[]]]]></item><item>4 & 5</item></r>
            """
        let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true, limits: limits)
        let bytes = Array(document.utf8)
        var rows: [Element] = []
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try reader.append(Array(bytes[start..<min(start + cut, bytes.count)])) { rows.append($0) }
        }
        try reader.finish { rows.append($0) }
        #expect(rows.map(\.text) == ["1", "2b", "3", "", "]]", "4 & 5"])
        #expect(rows[2].attributes.map(\.name) == (0..<8).map { "a\($0)" })
        #expect(rows[2].attributes.allSatisfy { $0.value == "/>&" })
        #expect(reader.largeRows == 4)
        // A long value is an error, because its references may hide a truncation.
        let value = try MarkupReader(rows: RowPath("//item"), isTolerant: true, limits: limits)
        let error = #expect(throws: MarkupError.self) { try value.append(Array("<r><item a='\(long)'/></r>".utf8)) { _ in } }
        #expect(error?.code == .limit)
    }

    @Test(
        "each limit that is hit is named",
        arguments: [
            ("<r><item>" + String(repeating: "x", count: 2000) + "</item></r>", "one row has more than 1000 bytes"),
            ("<r><item>" + String(repeating: "<b/>", count: 200) + "</item></r>", "one row has more than 100 elements"),
            (String(repeating: "<b>", count: 60), "nested deeper than 50"),
            (
                "<!DOCTYPE r [<!ATTLIST i v CDATA '" + String(repeating: "x", count: 200) + "'>]><r>" + String(repeating: "<i/>", count: 20)
                    + "</r>", "by default"
            ),
            ("<r>" + (0..<80).map { "<item><n\($0)/></item>" }.joined() + "</r>", "different names"),
        ])
    func limits(document: String, part: String) throws {
        var limits = MarkupLimits()
        (limits.rowBytes, limits.rowNodes, limits.depth, limits.defaultedBytes, limits.names) = (1000, 100, 50, 1000, 50)
        for cut in [1, 10_000] {
            let error = #expect(throws: MarkupError.self) { try rows(document, cut: cut, limits: limits) }
            #expect(error?.code == .limit, "\(error?.description ?? "")")
            #expect(error?.detail.contains(part) == true, "\(error?.description ?? "")")
        }
    }

    @Test("entities are refused, bombs and files among them")
    func entities() throws {
        let bomb = "<!DOCTYPE r [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'><!ENTITY c '&b;&b;&b;'>]><r><item>&c;</item></r>"
        let file = "<!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/hostname'>]><r><item>&f;</item></r>"
        let parameter = "<!DOCTYPE r [<!ENTITY % f SYSTEM 'file:///etc/hostname'> %f;]><r/>"
        for document in [bomb, file, parameter, "<r><item k='&a;'/></r>"] {
            #expect(#expect(throws: MarkupError.self) { try rows(document) }?.code == .entity)
            #expect(#expect(throws: MarkupError.self) { try Document(xml: Array(document.utf8)) }?.code == .entity)
        }
    }

    @Test("where they are wanted, HTML's names of characters are read in texts and values, however the document is cut")
    func names() throws {
        let document = Array(
            "<r><item k='&eacute;&mdash;a&hellip;'>Caf&eacute; &amp; &icirc;le&nbsp;&#38;</item><![CDATA[&eacute;]]></r>".utf8)
        for cut in 1...document.count {
            let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
            var found: [String] = []
            func take(_ item: Element) { found += [item[attribute: "k"] ?? "", item.text] }
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)]), take)
            }
            try reader.finish(take)
            #expect(found == ["é—a…", "Café & île\u{A0}&"], "\(cut)")
        }
    }

    @Test("control characters are left out where that is wanted, and refused elsewhere")
    func controls() throws {
        let document = Array("<r><item k='a\u{1}b'>c\u{B}\td\u{1F}\n</item></r>".utf8)
        var found: [String] = []
        let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
        for byte in document { try reader.append([byte]) { found += [$0[attribute: "k"] ?? "", $0.text] } }
        try reader.finish { _ in }
        #expect(found == ["ab", "c\td\n"])
        #expect(#expect(throws: MarkupError.self) { try rows(String(decoding: document, as: UTF8.self)) }?.code == .malformed)
    }

    @Test("where that is wanted, what XML forbids in texts and values is mended and counted, however the document is cut")
    func forbidden() throws {
        let document = Array(
            """
            <r><item k='a & b&#11; < c &nosuch;'>Tom & Jerry, AT&T, &#0;&#x1F;&#xFFFE;&#xD800;&#1114112;a < b <3 &; &#; &#x; &#12 << <& &#38;\
            It&#146;s&#x96;<![CDATA[& <&#11;>]]><!-- & < -->\u{FFFE}\u{FFFF}\u{FFFD}</item></r>
            """.utf8)
        for cut in 1...document.count {
            let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
            var found: [String] = []
            func take(_ item: Element) { found += [item[attribute: "k"] ?? "", item.text] }
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)]), take)
            }
            try reader.finish(take)
            let text = "Tom & Jerry, AT&T, a < b <3 &; &#; &#x; &#12 << <& &It’s–& <&#11;>\u{FFFD}"
            #expect(found == ["a & b < c &nosuch;", text], "\(cut)")
            #expect(reader.mendedCount == 25)
        }
        for sign in ["&", "<", "]]>", "&#11;", "&nosuch;", "\u{FFFE}"] {
            #expect(throws: MarkupError.self, "\(sign)") { try rows("<r><item>a \(sign) b</item></r>") }
        }
    }

    @Test("where that is wanted, the end of a CDATA section is text where there is none, however the document is cut")
    func sectionEnds() throws {
        let texts = "a]]>b]]]><i/>]]><i/>]><![CDATA[]c]]]>>]<!-- ]] -->]><?p ]]?>>]]&gt;]] >]]<i/>>"
        let document = Array("<r><item k=']]>'>\(texts)</item></r>".utf8)
        for cut in 1...document.count {
            let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
            var found: [String] = []
            func take(_ item: Element) { found += [item[attribute: "k"] ?? "", item.text] }
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)]), take)
            }
            try reader.finish(take)
            #expect(found == ["]]>", "a]]>b]]]>]]>]>]c]>]]>>]]>]] >]]>"], "\(cut)")
            #expect(reader.mendedCount == 3, "\(cut)")
        }
    }

    @Test("bytes that are no character are U+FFFD where that is wanted, and refused elsewhere", arguments: [1, 2, 1000])
    func invalidBytes(cut: Int) throws {
        let document = Array("<r><item>caf".utf8) + [0xE9] + Array(", half of \u{2026}".utf8.dropLast()) + Array("</item></r>".utf8)
        func read(isTolerant: Bool) throws -> (texts: [String], count: Int) {
            let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: isTolerant)
            var texts: [String] = []
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)])) { texts.append($0.text) }
            }
            try reader.finish { texts.append($0.text) }
            return (texts, reader.mendedCount)
        }
        let mended = try read(isTolerant: true)
        #expect(mended.texts == ["caf\u{FFFD}, half of \u{FFFD}"])
        #expect(mended.count == 2)
        #expect(#expect(throws: MarkupError.self) { try read(isTolerant: false) }?.code == .encoding)
    }

    @Test("names of characters have no number beyond which they are taken for a bomb")
    func manyNames() throws {
        let names = String(repeating: "&eacute;", count: 50_000)
        let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
        var lengths: [Int] = []
        try reader.append(Array("<r><item k='\(names)'>\(names)</item></r>".utf8)) {
            lengths += [$0[attribute: "k"]?.count ?? 0, $0.text.count]
        }
        try reader.finish { _ in }
        #expect(lengths == [50_000, 50_000])
    }

    @Test(
        "a name that the document declares is refused all the same",
        arguments: [
            "<!DOCTYPE r [<!ENTITY eacute 'x'>]><r><item>&eacute;</item></r>",
            "<!DOCTYPE r [<!ENTITY eacute SYSTEM 'file:///etc/hostname'>]><r><item k='&eacute;'/></r>",
            "<!DOCTYPE r [<!ENTITY a '&eacute;'>]><r><item>&a;</item></r>",
            "<!DOCTYPE r [<!ATTLIST item k CDATA '&eacute;&a;'>]><r><item/></r>",
        ])
    func otherNames(document: String) throws {
        let error = #expect(throws: MarkupError.self) {
            let reader = try MarkupReader(rows: RowPath("//item"), isTolerant: true)
            try reader.append(Array(document.utf8)) { _ in }
            try reader.finish { _ in }
        }
        #expect(error?.code == .entity)
    }

    @Test("a document cut anywhere is an error, and says that it ends too early")
    func truncated() throws {
        let bytes = Array("<?xml version='1.0'?><r a='b'><item>x &amp; y</item><!-- c --><?p q?><![CDATA[z]]></r>".utf8)
        for count in 0..<bytes.count {
            let reader = try MarkupReader(rows: RowPath("//item"))
            let error = #expect(throws: MarkupError.self) {
                try reader.append(Array(bytes[..<count])) { _ in }
                try reader.finish { _ in }
            }
            #expect(error?.code == (count == 0 ? .empty : .truncated), "\(count): \(error?.description ?? "")")
        }
    }

    @Test("a fault says where it is and what, in plain words")
    func faults() throws {
        let error = #expect(throws: MarkupError.self) { try rows("<r>\n<item>\n</itme></r>") }
        #expect(error?.line == 3)
        #expect(error?.detail.hasPrefix("an end tag does not fit the element that is open") == true)
        #expect(
            #expect(throws: MarkupError.self) { try rows("<r>Fish & Chips</r>") }?.description
                == "line 1, column 10: a name is expected here; a plain & or < is written &amp; or &lt;")
    }

    @Test(
        "the charset is found by mark, header and declaration",
        arguments: [
            ([0xEF, 0xBB, 0xBF] + Array("<r><item>é</item></r>".utf8), nil, "UTF-8"),
            (Array("<r><item>".utf8) + [0xE9] + Array("</item></r>".utf8), "latin1", "windows-1252"),
            (Array("<?xml version='1.0' encoding='ISO-8859-15'?><r><item>".utf8) + [0xE9] + Array("</item></r>".utf8), nil, "ISO-8859-15"),
            (Array("<?xml version='1.0' encoding='utf-16'?><r><item>é</item></r>".utf8), nil, "UTF-8"),
            ([0xFF, 0xFE] + Array("<r><item>é</item></r>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), "latin1", "UTF-16LE"),
            (Array("<r><item>é</item></r>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }), nil, "UTF-16BE"),
        ] as [([UInt8], String?, String)])
    func charsets(bytes: [UInt8], http: String?, name: String) throws {
        for cut in [1, 3, bytes.count] {
            let reader = try MarkupReader(rows: RowPath("//item"), charset: http)
            var texts: [String] = []
            for start in stride(from: 0, to: bytes.count, by: cut) {
                try reader.append(Array(bytes[start..<min(start + cut, bytes.count)])) { texts.append($0.text) }
            }
            try reader.finish { texts.append($0.text) }
            #expect(texts == ["é"])
            #expect(reader.charset?.name == name)
        }
    }
}
