import Testing

@testable import PDFText

@Suite("Filters decode in any cut")
struct FilterTests {
    private let content = "BT /F1 9 Tf (20110029648) Tj ET"

    private func texts(_ data: [UInt8], _ entries: String) -> [String] {
        var file = SamplePDF()
        file.add(3, "<</Type/Page/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>")
        file.add(4, SamplePDF.helvetica)
        file.addStream(5, data, entries: entries)
        return read(file.finished()).texts
    }

    @Test("ASCIIHex, with blanks and an odd digit")
    func hexadecimal() {
        let digits = content.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        #expect(texts(Array((digits + " 2>").utf8), "/Filter/ASCIIHexDecode") == ["20110029648"])
    }

    @Test("ASCII85 over Flate, in a chain")
    func ascii85() {
        let data = FilterTests.ascii85(SamplePDF.deflated(Array(content.utf8)))
        #expect(texts(data, "/Filter[/ASCII85Decode/FlateDecode]") == ["20110029648"])
        #expect(texts(data, "/Filter[/A85/Fl]") == ["20110029648"])
    }

    @Test("a filter named by an object that comes later is taken for Flate")
    func laterFilter() {
        #expect(texts(SamplePDF.deflated(Array(content.utf8)), "/Filter 99 0 R") == ["20110029648"])
    }

    @Test("RunLength and LZW")
    func others() {
        let plain = Array(content.utf8)
        #expect(texts([UInt8(plain.count - 1)] + plain + [128], "/Filter/RunLengthDecode") == ["20110029648"])
        #expect(texts(FilterTests.lzw(plain), "/Filter/LZWDecode") == ["20110029648"])
    }

    @Test("PNG predictors of every kind")
    func predictor() {
        // Rows of four bytes, each filtered in another way.
        let plain = Array((content + String(repeating: " ", count: 4 - content.utf8.count % 4)).utf8)
        var data: [UInt8] = []
        for (row, start) in stride(from: 0, to: plain.count, by: 4).enumerated() {
            data.append(UInt8(row % 5))
            for column in 0..<4 {
                let left = column > 0 ? Int(plain[start + column - 1]) : 0
                let above = row > 0 ? Int(plain[start + column - 4]) : 0
                let corner = row > 0 && column > 0 ? Int(plain[start + column - 5]) : 0
                let estimate = left + above - corner
                let paeth = [left, above, corner].min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
                let predicted = [0, left, above, (left + above) / 2, paeth][row % 5]
                data.append(plain[start + column] &- UInt8(truncatingIfNeeded: predicted))
            }
        }
        #expect(texts(SamplePDF.deflated(data), "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 4>>") == ["20110029648"])
    }

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

    private static func ascii85(_ data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: data.count, by: 4) {
            let piece = data[start..<min(start + 4, data.count)]
            var value = (0..<4).reduce(UInt32(0)) { $0 << 8 | (start + $1 < piece.endIndex ? UInt32(data[start + $1]) : 0) }
            var digits: [UInt8] = []
            for _ in 0..<5 {
                digits.insert(UInt8(value % 85) + 33, at: 0)
                value /= 85
            }
            result += digits.prefix(piece.count + 1)
            if start % 64 == 0 { result.append(0x0A) }
        }
        return result + Array("~>".utf8)
    }

    /// Nine-bit codes only: a clear, the bytes, the end. Short enough never to need ten.
    private static func lzw(_ data: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        for code in [256] + data.map(Int.init) + [257] {
            for place in stride(from: 8, through: 0, by: -1) { bits.append(code >> place & 1 == 1) }
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }
}
