import Testing

@testable import PDFText

@Suite("Objects and streams are found without a cross-reference table")
struct ScannerTests {
    private let show = "BT /F1 9 Tf 1 0 0 1 50 700 Tm (20110029648) Tj ET"

    /// A page whose content object the test provides.
    private func file(_ contentObject: String, before: String = "", after: String = "") -> [UInt8] {
        var file = SamplePDF()
        file.add(before)
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.add(contentObject)
        file.add(after)
        return file.finished()
    }

    @Test("a page is one final event, in any cut")
    func onePage() {
        let reading = read(SamplePDF.page(show).finished())
        #expect(reading.finals.count == 1)
        #expect(reading.finals.first?.runs == [TextRun(text: "20110029648", x: 50, y: 700, endX: 50 + 11 * 0.556 * 9, fontSize: 9)])
    }

    @Test("a stream whose /Length lies is ended by endstream", arguments: [0, 3, 20, 60, 5_000, 400_000])
    func wrongLength(length: Int) {
        let reading = read(file("5 0 obj\n<</Length \(length)>>\nstream\n\(show)\nendstream\nendobj\n", after: "9 0 obj 7 endobj\n"))
        #expect(reading.texts == ["20110029648"])
        #expect(reading.warnings.isEmpty)
    }

    @Test("the word endstream inside the data is data when /Length says so")
    func markerInData() {
        let content = show + " BT (endstream\nendobj) Tj ET"
        #expect(read(file("5 0 obj<</Length \(content.utf8.count)>>stream\n\(content)\nendstream endobj ")).texts.count == 2)
    }

    @Test("the line end behind the word stream may be CR LF, LF or a lone CR", arguments: ["\r\n", "\n", "\r", " \r\n"])
    func lineEnds(end: String) {
        #expect(
            read(file("5 0 obj\r<</Length \(show.utf8.count)>>\rstream\(end)\(show)\(end)endstream\rendobj\r")).texts == ["20110029648"])
    }

    @Test("without a direct /Length the end is searched", arguments: ["", "/Length 90 0 R", "/Length -1", "/Length 99999999999999999999"])
    func searchedLength(entry: String) {
        #expect(
            read(file("5 0 obj <<\(entry)>> stream\n\(show)endstream endobj\n", after: "90 0 obj 12 endobj\n")).texts == ["20110029648"])
    }

    @Test("endobj may be missing everywhere")
    func noEndobj() {
        let bytes = SamplePDF.page(show).finished()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(read(Array(text.split(separator: "endobj").joined(separator: "%%%%%%").utf8)).texts == ["20110029648"])
        #expect(read(Array(text.split(separator: "endobj\n").joined().utf8)).texts == ["20110029648"])
    }

    @Test("bytes before the header and after the end are stepped over")
    func junk() {
        let bytes = SamplePDF.page(show).finished()
        #expect(read(Array(repeating: 0x78, count: 1_000) + bytes + Array("\njunk ( << 7 0".utf8)).texts == ["20110029648"])
    }

    @Test("of two objects with one number the later counts")
    func laterWins() {
        let wrong = "4 0 obj <</Type/Font/Subtype/Type1/Encoding<</Differences[50/A]>>>> endobj\n"
        #expect(read(file("5 0 obj<<>>stream\n\(show)\nendstream endobj\n", before: wrong)).texts == ["20110029648"])
    }

    @Test("looking at a file costs its length, however it is cut", arguments: [1, 64, 4_096, 1 << 20])
    func linear(cut: Int) throws {
        var file = SamplePDF()
        for number in 10..<400 {
            file.add(number, "<</Kids[\((0..<40).map { "\($0) 0 R" }.joined(separator: " "))]/S(\(String(repeating: "a(b)", count: 30)))>>")
        }
        for number in 400..<420 { file.addStream(number, [UInt8](repeating: 0x65, count: 3_000), length: "9999999") }
        let bytes = file.finished()
        var stream = PDFTextStream()
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try stream.append(Array(bytes[start..<min(start + cut, bytes.count)])) { _ in }
        }
        try stream.finish { _ in }
        #expect(stream.examinedBytes < bytes.count * 6)
    }

    @Test("streams without an end are searched for it once, not each to the end of what has come", arguments: [4_096, 1_000_000])
    func endless(cut: Int) throws {
        var file = SamplePDF()
        for number in 10..<5_000 { file.add("\(number) 0 obj\n<</Subtype/Image/Length 99999>>\nstream\nx\n") }
        file.addStream(9, "BT (end) Tj ET")
        let bytes = file.finished()
        var stream = PDFTextStream()
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try stream.append(Array(bytes[start..<min(start + cut, bytes.count)])) { _ in }
        }
        try stream.finish { _ in }
        #expect(stream.examinedBytes < bytes.count * 6)
    }

    @Test("a page that names half a million content streams has a bound, and says so")
    func manyParts() {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents[\(String(repeating: "5 0 R ", count: 60_000))]/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, "q")
        let reading = read(file.finished())
        #expect(reading.warnings.contains { $0.code == .limit && $0.description.contains("content streams of a page, 50000") })
    }
}
