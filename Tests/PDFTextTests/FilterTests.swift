import Testing

@testable import PDFText

@Suite("Filters decode in any cut")
struct FilterTests {
    private let content = "BT /F1 9 Tf (20110029648) Tj ET"

    @Test("a last byte of the data that looks like a line end is data")
    func lastByte() {
        // Contents whose checksum ends in LF or CR: the stream has no /Length, so the line end can't be told by counting.
        for filler in 0..<2_000 {
            let data = SamplePDF.deflated(Array("\(content) % \(filler)".utf8))
            guard data.last == 0x0A || data.last == 0x0D else { continue }
            var file = SamplePDF()
            file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            file.add(4, SamplePDF.helvetica)
            file.add("5 0 obj<</Filter/FlateDecode>>stream\n")
            file.bytes += data
            file.add("endstream endobj\n")
            let reading = read(file.finished())
            #expect(reading.texts == ["20110029648"] && reading.warnings.isEmpty)
            return
        }
        Issue.record("no such contents found")
    }
}
