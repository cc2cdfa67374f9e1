import Markup
import Testing

@Suite("Cells of rows") struct RowCellsTests {
    private static let paths = ["id", "name", "name", "p:id", "a/b", "@x", ".", "id | name", "id[1]", "*", "//id", "count(id)", "missing"]
    private static let contents = [
        "", "one", "a &amp; b", "<i>in</i>", "x<i>y</i>z", "<![CDATA[raw]]>", "<!-- no -->left", "before<?do it?>behind",
        "<b>1</b><b>2</b>", " \n ",
    ]
    private static let names = ["id", "name", "a", "p:id", "other", "q:id"]

    @Test("are what their paths give, however the rows are written and cut", arguments: 0..<30)
    func same(seed: Int) throws {
        var random = Generator(state: UInt64(seed) &+ 3)
        let rows = (0..<60).map { _ in
            let children = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let name = Self.names.randomElement(using: &random) ?? "id"
                let attribute = Int.random(in: 0..<4, using: &random) == 0 ? " x='1'" : ""
                let content = Self.contents.randomElement(using: &random) ?? ""
                return content.isEmpty && attribute.isEmpty ? "<\(name)/>" : "<\(name)\(attribute)>\(content)</\(name)>"
            }
            return "<row x='2'>\(children.joined())</row>"
        }
        let document = Array("<rows xmlns:p='urn:p' xmlns:q='urn:p'>\(rows.joined(separator: "\n"))</rows>".utf8)
        let paths = try Self.paths.map { try XPath($0, namespaces: ["p": "urn:p"]) }
        let (all, cells) = (RowPaths(paths), RowPaths(paths))
        var (count, found) = (0, 0)
        func take(_ row: Element) throws {
            let texts = try all.texts(in: row)
            cells.findCells(in: row)
            for place in paths.indices {
                #expect(try cells.text(of: place, in: row) == texts[place])
                var text: String?
                let isCell = cells.withCell(of: place, in: row) { text = String(decoding: $0, as: UTF8.self) }
                #expect(isCell == (text != nil))
                guard isCell else { continue }
                found += 1
                #expect(text == texts[place], "\(Self.paths[place]) of row \(count)")
            }
            count += 1
        }
        let reader = try MarkupReader(rows: RowPath("/rows/row"))
        var at = 0
        while at < document.count {
            let end = min(document.count, at + Int.random(in: 1...900, using: &random))
            try reader.append(Array(document[at..<end]), take)
            at = end
        }
        try reader.finish(take)
        #expect(count == 60)
        #expect(found > 20)
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
}
