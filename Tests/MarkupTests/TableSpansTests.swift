import Markup
import Testing

@Suite("Cells over rows and columns") struct TableSpansTests {
    /// The texts of each row's cells, as displayed.
    private func rows(_ table: String) throws -> [[String]] {
        let document = try Document(html: Array("<html><body>\(table)</body></html>".utf8))
        let filled = try document.fillingSpans()
        guard case .nodes(let nodes) = try document.evaluate(try XPath("//tr")) else { return [] }
        let cell = try XPath("td | th")
        return try nodes.map { row in
            guard case .nodes(let cells) = try (filled?.page ?? document).evaluate(cell, at: filled?.place(row) ?? row) else { return [] }
            return cells.map(\.text)
        }
    }

    @Test(
        "a cell stands in every row and column that it covers",
        arguments: [
            ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", ["a b", "c d"]),
            ("<table><tr><td rowspan=2>Mon<td>Soup<tr><td>Fish</table>", ["Mon Soup", "Mon Fish"]),
            ("<table><tr><td>Tue<td colspan=2>closed<tr><td>a<td>b<td>c</table>", ["Tue closed closed", "a b c"]),
            ("<table><tr><td rowspan=2 colspan=2>x<td>1<tr><td>2</table>", ["x x 1", "x x 2"]),
            ("<table><tr><td>1<td rowspan=3>x<tr><td>2<tr><td>3</table>", ["1 x", "2 x", "3 x"]),
            ("<table><tr><td>1<td>2<td rowspan=2>x<tr><td>3</table>", ["1 2 x", "3  x"]),
            ("<table><tr><td rowspan=2>a<td rowspan=3>b<tr><td>c<tr><td>d</table>", ["a b", "a b c", "d b"]),
            ("<table><tr><td rowspan=0>a<td>1<tr><td>2<tr><td>3</table>", ["a 1", "a 2", "a 3"]),
            ("<table><tbody><tr><td rowspan=9>a<td>1<tr><td>2</tbody><tbody><tr><td>b<td>3</tbody></table>", ["a 1", "a 2", "b 3"]),
            ("<table><tr><td rowspan=2>a<td>1<tr></table>", ["a 1", "a"]),
            ("<table><tr><th rowspan=2>h<td>1<tr><td>2</table>", ["h 1", "h 2"]),
            ("<table><tr><td colspan=x>a<td colspan='-2'>b<td colspan='2,5'>c</table>", ["a b c c"]),
        ])
    func covered(table: String, cells: [String]) throws { #expect(try rows(table).map { $0.joined(separator: " ") } == cells) }

    @Test("a page without such cells is not copied")
    func none() throws {
        #expect(try Document(html: Array("<table><tr><td>a</table>".utf8)).fillingSpans() == nil)
    }

    @Test("a table in a cell that is repeated has its rows, and a list names each thing once")
    func nested() throws {
        let page = "<table><tr><td rowspan=2><table><tr><td colspan=2><a>n</a></table><td>1<tr><td colspan=2><a>m</a></table>"
        let document = try Document(html: Array(page.utf8))
        let filled = try #require(try document.fillingSpans())
        guard case .nodes(let nodes) = try document.evaluate(try XPath("/html/body/table/tr")) else { return }
        let rows = nodes.map(filled.place)
        #expect(try rows.map { try $0.texts(at: XPath(".//a")) } == [["n"], ["n", "m"]])
        #expect(try rows.map { try $0.text(at: XPath(".")) } == ["n 1", "n m"])
        #expect(try rows.map { try $0.text(at: XPath("td[3]")) } == ["", "m"])
    }

    @Test("what cells cover is bounded in all")
    func bounded() throws {
        let row = "<tr>" + String(repeating: "<td colspan=1000>x</td>", count: 30)
        let page = Array(("<table>" + String(repeating: row, count: 100) + "</table>").utf8)
        let document = try Document(html: page)
        #expect(#expect(throws: MarkupError.self) { try document.fillingSpans() }?.code == .limit)
        // 65,534 nonexistent rows aren't covered.
        #expect(try rows("<table><tr><td rowspan=65534>a<td rowspan=99999999999999999999>b</table>") == [["a", "b"]])
    }

    /// Generated tables: each grid position is assigned to a cell, and the table written from that grid is parsed.
    @Test("tables of any spans come back as the grid that they were made from")
    func generated() throws {
        var chance = Chance(state: 5)
        for _ in 0..<300 {
            let (height, width) = (1 + chance.below(6), 1 + chance.below(6))
            var grid = [[Int]](repeating: [Int](repeating: 0, count: width), count: height)
            var (next, html) = (0, "<table>")
            for row in 0..<height {
                html += "<tr>"
                for column in 0..<width where grid[row][column] == 0 {
                    next += 1
                    var (columns, rows) = (1, 1)
                    while column + columns < width, grid[row][column + columns] == 0, chance.below(3) == 0 { columns += 1 }
                    while row + rows < height, chance.below(3) == 0 { rows += 1 }
                    for y in row..<row + rows { for x in column..<column + columns { grid[y][x] = next } }
                    let spans = (columns > 1 ? " colspan=\(columns)" : "") + (rows > 1 ? " rowspan='\(rows)'" : "")
                    html += "<td\(spans)>\(next)" + (chance.below(2) == 0 ? "</td> " : "")
                }
            }
            #expect(try rows(html + "</table>").map { $0.map { $0.filter(\.isNumber) } } == grid.map { $0.map(String.init) }, "\(html)")
        }
    }
}
