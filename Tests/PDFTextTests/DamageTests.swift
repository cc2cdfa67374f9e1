import Testing

@testable import PDFText

@Suite("Damage gives what is whole, and a warning")
struct DamageTests {
    private let content = (0..<200).map { "1 0 0 1 50 \($0) Tm (row \($0 * 7919 % 1000)) Tj" }.joined(separator: "\n")

    private func flatePage(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var data = SamplePDF.deflated(Array("BT /F1 9 Tf \(content) ET".utf8))
        change(&data)
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, data, entries: "/Filter/FlateDecode")
        return file.finished()
    }

    @Test("a damaged Flate stream gives what could be inflated")
    func corruptFlate() {
        let reading = read(flatePage { data in for index in data.count / 2..<data.count { data[index] = 0xFF } })
        #expect(reading.error == nil)
        #expect(reading.texts.count > 20)
        #expect(reading.texts.count < 200)
        #expect(reading.warnings.map(\.code) == [.corruptStream])
        #expect(reading.warnings.first?.description.contains("object 5") == true)
        #expect(reading.warnings.first?.offset != nil)
    }

    @Test("a Flate stream that lacks its sum, or a part of it, has all its text, and one that lacks data has not", arguments: 1...12)
    func cutFlate(_ count: Int) {
        let reading = read(flatePage { $0.removeLast(count) })
        #expect(reading.warnings.isEmpty == (count <= 4))
        if count <= 4 { #expect(reading.texts.count == 200) }
        if count == 12 { #expect(reading.texts.count < 200) }
    }

    @Test("damage that no page needs costs no text, and says so", arguments: [true, false])
    func unneeded(isUsed: Bool) {
        var file = SamplePDF.page("BT /F1 9 Tf (a) Tj ET")
        file.addStream(8, [1, 2, 3], entries: "/Filter/FlateDecode")
        if isUsed {
            file.add(3, "<</Type/Page/Parent 2 0 R/Contents[5 0 R 8 0 R]/Resources<</Font<</F1 4 0 R>>>>>>")
        }
        let reading = read(file.finished())
        #expect(reading.kept.flatMap { $0.runs.map(\.text) } == ["a"])
        #expect(reading.warnings.map(\.code) == [.corruptStream])
        #expect(reading.warnings.map(\.losesText) == [isUsed])
    }

    @Test("a file that lacks no more than its %%EOF is whole, one that is cut in an object or has no tree of pages is not")
    func endings() {
        let whole = SamplePDF.page("BT /F1 9 Tf (a) Tj ET").bytes
        #expect(read(whole).warnings.map(\.losesText) == [false])
        #expect(read(whole + Array("9 0 obj <<".utf8)).warnings.map(\.losesText) == [true])
        var orphaned = SamplePDF()
        orphaned.addStream(5, "BT /F1 9 Tf (a) Tj ET")
        #expect(read(orphaned.bytes).warnings.map(\.losesText) == [true])
    }

    @Test(
        "a stream without endstream ends with its object, whatever its length says, as plain bytes and packed",
        arguments: [nil, "0", "7", "5000", "9000000"], [true, false])
    func unended(length: String?, isPacked: Bool) {
        var file = SamplePDF.page("")
        for number in 10..<30 {
            file.add(number, "<</Type/Page/Parent 2 0 R/Contents \(number + 100) 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
            let shows = "BT /F1 9 Tf " + (0..<9).map { "(\(number * 100 + $0)) Tj 0 -9 Td" }.joined(separator: "\n7 0 obj\n ") + " ET"
            let plain = Array("BT /F1 9 Tf (\(number)) Tj ET".utf8)
            let entries = (isPacked ? "/Filter/FlateDecode" : "") + (length.map { "/Length \($0)" } ?? "")
            file.add("\(number + 100) 0 obj\n<<\(entries)>>\nstream\n")
            file.bytes += isPacked ? SamplePDF.deflated(Array(shows.utf8)) : plain
            file.add(number % 3 == 0 ? "\n" : "\nendobj\n")
        }
        file.add(2, "<</Type/Pages/Kids[\((10..<30).map { "\($0) 0 R" }.joined(separator: " "))]/Count 20>>")
        let reading = read(file.finished())
        #expect(reading.warnings.isEmpty)
        let expected = (10..<30).flatMap { number in isPacked ? (0..<9).map { "\(number * 100 + $0)" } : ["\(number)"] }
        #expect(reading.kept.flatMap { $0.runs.map(\.text) } == expected)
    }

    @Test("a right length counts, whatever the data say")
    func lookalike() {
        let shows = "BT /F1 9 Tf (a) Tj\nendobj\n7 0 obj\n<<>>\nendobj\nxref\n 0 -9 Td (b) Tj ET"
        for length in [nil, "9 0 R"] {
            var file = SamplePDF.page("")
            file.addStream(5, Array(shows.utf8), length: length)
            if length != nil {
                file.bytes = SamplePDF.page("").bytes + Array("9 0 obj \(shows.utf8.count) endobj\n".utf8) + file.bytes.dropFirst(9)
            }
            #expect(read(file.finished()).kept.flatMap { $0.runs.map(\.text) } == ["a", "b"])
        }
    }

    @Test("contents whose word stream is damaged are told of")
    func noStream() {
        let text = String(decoding: SamplePDF.page("BT /F1 9 Tf (a) Tj ET").finished(), as: UTF8.self)
        let reading = read(Array(text.replacing("\nstream", with: "\nstrea").utf8))
        #expect(reading.warnings.map(\.code) == [.noText])
    }

    @Test("a file cut off anywhere gives its whole text so far and says that it is cut off")
    func truncated() {
        let bytes = flatePage { _ in }
        var before = 0
        for end in stride(from: 160, to: bytes.count - 8, by: 37) {
            let reading = Reading(Array(bytes[..<end]), cut: 64)
            #expect(reading.error == nil)
            #expect(reading.warnings.contains { $0.code == .truncated })
            #expect(!reading.warnings.contains { $0.code == .corruptStream })
            #expect(reading.texts.count >= before)
            before = reading.texts.count
        }
        #expect(before == 200)
        #expect(read(Array(bytes[..<(bytes.count / 2)])).warnings.map(\.code) == [.truncated])
    }

    @Test("contents without any page object are read as plain text at the end")
    func noPages() {
        var file = SamplePDF()
        file.addFlate(5, "BT /F1 9 Tf (20110029648) Tj ET")
        let reading = read(file.bytes)
        #expect(reading.texts == ["20110029648"])
        #expect(reading.warnings.map(\.code) == [.truncated])
        #expect(reading.provisionals.map(\.id) == reading.finals.map(\.id))
    }

    @Test("what is no PDF is named")
    func notPDF() {
        let kinds = [
            ("<!DOCTYPE html><html>", "an HTML page"), ("", "nothing at all"), ("{\"a\": 1}", "JSON"), ("PK\u{3}\u{4}", "a ZIP archive"),
            ("%!PS-Adobe", "PostScript"), ("hello", "plain text"),
        ]
        for (text, name) in kinds {
            let reading = read(Array(text.utf8))
            #expect(reading.error?.code == .notPDF)
            #expect(reading.error?.description.contains(name) == true, "\(name)")
        }
        var stream = PDFTextStream()
        #expect(throws: PDFError.self) { try stream.append([UInt8](repeating: 0x78, count: 1_029)) { _ in } }
    }

    @Test("what encryption garbles is never final, and a lost key is told", arguments: [true, false])
    func encrypted(inStream: Bool) {
        var file = SamplePDF.page("")
        file.addStream(5, [0x9C, 0x51, 0x33, 0x07, 0x88], entries: "/Filter/FlateDecode")
        if inStream { file.addStream(9, [1], entries: "/Type/XRef/Encrypt 8 0 R") }
        let bytes = inStream ? file.bytes : file.finished(trailer: "<</Root 1 0 R/Encrypt 8 0 R>>")
        var damaged = SamplePDF()
        damaged.add(3, "<</Type/Page/Contents 5 0 R>>")
        let reading = read(damaged.bytes + bytes.dropFirst(9))
        #expect(reading.error?.code == .unsupported)
        #expect(reading.error?.description.contains("object 8 that tells how is missing") == true)
        #expect(reading.texts.isEmpty)
    }

    @Test("a filter that isn't known is told of for a page's contents only", arguments: [true, false])
    func unknownFilter(isPage: Bool) {
        var file = SamplePDF.page("BT /F1 9 Tf (a) Tj ET")
        file.addStream(isPage ? 6 : 9, [1, 2, 3], entries: "/Filter/JBIG2Decode")
        file.add(7, "<</Type/Page/Contents 6 0 R>>")
        let reading = read(file.finished())
        #expect(reading.error == nil)
        #expect(reading.texts == ["a"])
        #expect(reading.warnings.map(\.code) == (isPage ? [.unsupported] : []))
    }

    @Test("a file that has lost its header is read if an object stands in its first bytes, in any cut")
    func headless() {
        let bytes = SamplePDF.page("BT /F1 9 Tf (a) Tj ET").finished()
        #expect(read(Array(bytes.dropFirst(9))).texts == ["a"])
        let late = [UInt8](repeating: 0x20, count: 2_000) + bytes.dropFirst(9)
        #expect(read(late).error?.code == .notPDF)
    }

    @Test("after an error, and after finish, a stream takes no more")
    func ended() throws {
        var stream = PDFTextStream()
        try stream.append(SamplePDF.page("").finished()) { _ in }
        try stream.finish { _ in }
        #expect(throws: PDFError.self) { try stream.append([1]) { _ in } }
        #expect(throws: PDFError.self) { try stream.finish { _ in } }
    }

    @Test("no cut of a small file, and no changed byte, does more harm than a warning or an error")
    func mangled() {
        let bytes = flatePage { _ in } + SamplePDF.page("BT /F1 9 Tf [(a)-300(b)] TJ BI ID x EI ET").finished()
        var random: UInt64 = 42
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0..<8 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(random >> 33) % changed.count] = UInt8(truncatingIfNeeded: random >> 24)
            }
            let whole = Reading(changed, cut: 1 << 20)
            #expect(Reading(changed, cut: 5) == whole)
        }
    }
}
