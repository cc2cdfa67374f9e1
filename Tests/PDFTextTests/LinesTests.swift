import PDFText
import Testing

@Suite("A page as lines")
struct LinesTests {
    private func lines(_ runs: [(String, Double, Double, Double)]) -> [String] {
        PDFPageText(id: 1, runs: runs.map { TextRun(text: $0.0, x: $0.1, y: $0.2, endX: $0.3, fontSize: 10) }).lines
    }

    @Test("a new baseline is a new line, a gap one blank, a wide gap two")
    func gaps() {
        let runs = [("20110029648", 50.0, 700.0, 110.0), ("Issued", 200, 700, 230), ("on", 233, 700, 243), ("next", 50, 688, 70)]
        #expect(lines(runs) == ["20110029648  Issued on", "next"])
    }

    @Test("letters placed one by one are joined, a small shift of the baseline does not divide")
    func letters() {
        #expect(lines([("2", 50, 700, 55), ("0", 55.2, 700, 60), ("1", 60, 702, 65)]) == ["201"])
    }

    @Test("a blank that is there already is not doubled, a page without runs has no lines")
    func blanks() {
        #expect(lines([("a ", 0, 0, 8), ("b", 11, 0, 16)]) == ["a b"])
        #expect(lines([]).isEmpty)
    }
}

@Suite("Lines in the order of drawing")
struct LineJoinerTests {
    private func run(_ text: String, _ x: Double, _ y: Double, _ width: Double, size: Double = 10) -> TextRun {
        TextRun(text: text, x: x, y: y, endX: x + width, fontSize: size)
    }

    @Test("superscripts and subscripts stay on their line, and the line goes on behind them")
    func scripts() {
        let runs = [
            run("x", 0, 100, 5), run("2", 5, 104, 3, size: 6), run("+ k", 10, 100, 15), run("m", 25, 97, 4, size: 6),
            run("next", 0, 88, 20),
        ]
        #expect(PDFPageText(id: 1, runs: runs).lines == ["x2 + km", "next"])
    }

    @Test("text that isn't painted is marked, until the state is restored")
    func invisible() {
        let page = read(SamplePDF.page("BT /F1 10 Tf q 3 Tr (scan) Tj Q 0 -20 Td (seen) Tj ET").finished()).finals.first
        #expect(page?.runs.map(\.isInvisible) == [true, false])
        #expect(page?.visible.lines == ["seen"])
    }

    @Test("text that runs upwards makes lines of its own, letter by letter too")
    func rotated() {
        let letters = Array("Up").enumerated().map { index, letter in
            TextRun(text: String(letter), x: 50, y: 100 + Double(index) * 6, endX: 50, endY: 106 + Double(index) * 6, fontSize: 10)
        }
        let second = TextRun(text: "second", x: 62, y: 100, endX: 62, endY: 130, fontSize: 10)
        #expect(PDFPageText(id: 1, runs: [run("flat", 0, 100, 20)] + letters + [second]).lines == ["flat", "Up", "second"])
    }

    @Test("what is printed over the same text counts once")
    func overprinted() {
        let runs = [run("Bold", 0, 100, 20), run("Bold", 0.3, 100, 20), run("Bold ", 0, 99.8, 22), run("Bold", 30, 100, 20)]
        #expect(PDFPageText(id: 1, runs: runs).lines == ["Bold Bold"])
    }

    @Test("Hebrew painted from left to right is turned; Hebrew stored as it is read is not")
    func rightToLeft() {
        let visual = PDFPageText(id: 1, runs: [run("םלוע 15 םולש", 0, 100, 60), run("(4)", 62, 100, 10)])
        #expect(visual.lines == ["(4) שלום 15 עולם"])
        let logical = PDFPageText(id: 1, runs: [run("שלום", 50, 100, 20), run("עולם", 20, 100, 20)])
        #expect(logical.lines == ["שלום עולם"])
        let mixed = PDFPageText(id: 1, runs: [run("The word םולש means peace", 0, 100, 100)])
        #expect(mixed.lines == ["The word שלום means peace"])
    }
}
