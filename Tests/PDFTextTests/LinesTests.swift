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
