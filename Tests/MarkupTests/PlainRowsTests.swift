import Markup
import Testing

/// Plainly written rows are read without libxml2: the result must equal libxml2's. For more documents, run `TIDINGS_MUTATIONS=20000 swift
/// test --filter PlainRowsTests`.
@Suite("Plain rows")
struct PlainRowsTests {
    private static let paths = ["//item", "/r/item", "/r/a | /r/item", "//a | /r/b[@k]", "/r/*"]

    @Test("libxml2 gives the same rows, lines and errors, however the document is cut", arguments: [true, false])
    func same(isTolerant: Bool) throws {
        for number in 0..<Mutations.count {
            var chance = Chance(state: UInt64(number))
            let document = RandomRows.document(&chance)
            let path = Self.paths.randomElement(using: &chance) ?? ""
            let expected = outcome(document, path, isTolerant, cut: document.count, readsPlain: false)
            for cut in [document.count, 1, Int.random(in: 2...40, using: &chance)] {
                let found = outcome(document, path, isTolerant, cut: cut, readsPlain: true)
                // Some libxml2 errors depend on the chunk boundaries.
                let isSame = found == expected || found == outcome(document, path, isTolerant, cut: cut, readsPlain: false)
                #expect(isSame, "\(path), cut \(cut): \([String(decoding: document, as: UTF8.self)])\n\(found)\n\(expected)")
            }
        }
    }

    @Test("a long listing of plain rows, with others among them, is the same", arguments: [100, 4096, 65_536], ["\n", "\r\n", "\r"])
    func listing(cut: Int, lineEnd: String) throws {
        var rows = (0..<3000).map { "  <item id=\"\($0)\" lang='en'>\n    <title>Number \($0) &amp; more</title>\n    <new/>\n  </item>\n" }
        for place in stride(from: 100, to: rows.count, by: 500) {
            rows.insert("<!-- <item> -->\n<other><item>no plain one: <![CDATA[</item>]]>\n</item></other>\n", at: place)
        }
        let document = Array(
            "<?xml version=\"1.0\"?>\n<!DOCTYPE r SYSTEM \"r.dtd\">\n<r>\n\(rows.joined())</r>\n".replacing("\n", with: lineEnd).utf8)
        let found = outcome(document, "//item", true, cut: cut, readsPlain: true)
        #expect(found.count == 3000 + 6 + 1)
        #expect(found == outcome(document, "//item", true, cut: cut, readsPlain: false))
    }

    @Test("a carriage return ends a line, with a line feed after it or without", arguments: [1, 2, 3, 100], [true, false])
    func lineEnds(cut: Int, readsPlain: Bool) {
        let document = Array("<r>\r<a>x\r\r\ny</a>\r\r\n<a>\n\r</a></r>".utf8)
        #expect(outcome(document, "//a", true, cut: cut, readsPlain: readsPlain) == ["2 < a >“x\n\ny”</>", "6 < a >“\n\n”</>", "0 mended"])
    }

    /// Each row in full, then the outcome.
    private func outcome(_ document: [UInt8], _ path: String, _ isTolerant: Bool, cut: Int, readsPlain: Bool) -> [String] {
        var limits = MarkupLimits()
        (limits.depth, limits.attributes, limits.rowBytes, limits.rowNodes, limits.names) = (12, 5, 3000, 40, 60)
        var rows: [String] = []
        func take(_ row: Element) { rows.append("\(row.line) \(described(row))") }
        do {
            let reader = try MarkupReader(rows: RowPath(path), charset: nil, isTolerant: isTolerant, limits: limits, readsPlain: readsPlain)
            for start in stride(from: 0, to: document.count, by: cut) {
                try reader.append(Array(document[start..<min(start + cut, document.count)]), take)
            }
            try reader.finish(take)
            return rows + ["\(reader.mendedCount) mended"]
        } catch {
            return rows + ["\(error)"]
        }
    }

    private func described(_ element: Element) -> String {
        let attributes = element.attributes.map { " \($0.prefix ?? "") \($0.name) \($0.namespace ?? "") '\($0.value)'" }
        let children = element.children.map { child in
            switch child {
            case .element(let element): described(element)
            case .text(let text): "“\(text)”"
            }
        }
        return "<\(element.prefix ?? "") \(element.name) \(element.namespace ?? "")\(attributes.joined())>\(children.joined())</>"
    }
}

/// Documents of mostly plain rows, some with other or forbidden XML, and some with a few bytes changed.
private enum RandomRows {
    private static let beginnings = [
        "", "<?xml version='1.0'?>\n", "<!DOCTYPE r SYSTEM 'x.dtd'>\n", "<!DOCTYPE r [<!ATTLIST a d CDATA 'x'>]>",
        "<!DOCTYPE r [<!ENTITY e 'x'>]>",
    ]
    private static let roots = ["<r>", "<r>\n ", "<r k='1'>", "<r xmlns='u'>", "<r xmlns:p='u'>"]
    private static let names = ["a", "b", "item", "desc", "x-y", "xmlish", "p:q", "é"]
    private static let attributes = [
        " k='v'", " k=\"v\"", "  long-name='some longer value'", " k='a&amp;b'", " k='a\nb'", " k = 'v'", " xmlns:p='u'", " xmlns='u'",
        " p:k='v'",
        " k='<'", "\nk='v'", " n='>'", "k='v'", " ",
    ]
    private static let texts = [
        "", "\n  ", "hello world, this is a text", "a &amp; b", "]]", "]]>", "&#39;", "&eacute;", "café", "<![CDATA[x<y]]>", "<!-- c -->",
        "<?p q?>",
        "a & b", "\t", "\u{1}", "\r\n", "\r\r\n", "\n\r", "x\u{FFFE}", "\r", "&lt;&gt;&quot;&apos;", "“quotes”", "]", "a]]]b",
    ]

    static func document(_ chance: inout some RandomNumberGenerator) -> [UInt8] {
        var text = one(of: beginnings, &chance) + one(of: roots, &chance)
        for _ in 0..<Int.random(in: 0...8, using: &chance) {
            let row = element(0, &chance)
            text +=
                (Bool.random(using: &chance) ? "<item>\(row)</item>" : row) + one(of: ["", "\n", "\n  ", " text ", "<!-- c -->"], &chance)
        }
        var bytes = Array("\(text)</r>".utf8)
        guard Int.random(in: 0..<3, using: &chance) == 0 else { return bytes }
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            let at = Int.random(in: 0..<bytes.count, using: &chance)
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &chance)
            case 1: bytes.remove(at: at)
            default: bytes.insert(one(of: Array("<>&;'\"[]!-?/= ax".utf8), &chance), at: at)
            }
        }
        return bytes
    }

    private static func element(_ depth: Int, _ chance: inout some RandomNumberGenerator) -> String {
        let isPlain = Int.random(in: 0..<10, using: &chance) < 7
        let name = one(of: isPlain ? Array(names.prefix(4)) : names, &chance)
        var text = "<\(name)"
        for _ in 0..<Int.random(in: 0...2, using: &chance) {
            text += one(of: isPlain ? [" k='v'", " n=\"text &lt; x\""] : attributes, &chance)
        }
        if Int.random(in: 0..<8, using: &chance) == 0 { return text + "/>" }
        text += ">"
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            let hasElement = depth < 4 && Bool.random(using: &chance)
            text += hasElement ? element(depth + 1, &chance) : one(of: isPlain ? ["plain text", "\n", "a &amp; b"] : texts, &chance)
        }
        return text + "</\(name)\(Int.random(in: 0..<60, using: &chance) == 0 ? " " : "")>"
    }

    private static func one<Choice>(of choices: [Choice], _ chance: inout some RandomNumberGenerator) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &chance)]
    }
}
