import Records
import Testing

@testable import Extraction

@Suite("Rows that a page showed before it was final") struct ShownRowsTests {
    private func record(_ text: String) -> Record { Record([.text(text)]) }

    @Test("each is found once, equal ones in their order, and what is left is known")
    func taken() {
        var shown = ShownRows([(3, record("a")), (4, record("b")), (5, record("a")), (6, record("c")), (7, record("a"))])
        #expect(shown.take(record("a")) == 3)
        #expect(shown.take(record("none")) == nil)
        #expect(shown.take(record("a")) == 5)
        #expect(shown.take(record("b")) == 4)
        #expect(shown.take(record("b")) == nil)
        #expect(shown.left == [6, 7])
    }

    @Test("a page of a great many equal rows is confirmed row by row")
    func many() {
        var shown = ShownRows((0..<200_000).map { ($0, record("a")) })
        var isInOrder = true
        for number in 0..<199_999 where shown.take(record("a")) != number { isInOrder = false }
        #expect(isInOrder)
        #expect(shown.left == [199_999])
    }
}
