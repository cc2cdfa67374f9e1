import Testing

@testable import PDFText

@Suite("Filters decode in any cut")
struct FilterTests {
    private let content = "BT /F1 9 Tf (20110029648) Tj ET"

    @Test("a last byte of the data that looks like a line end is data")
    func lastByte() {
        // Contents whose checksum ends in LF or CR: without /Length, the line break can't be identified by counting.
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
            #expect(reading.texts == ["20110029648"])
            #expect(reading.warnings.isEmpty)
            return
        }
        Issue.record("no such contents found")
    }

    @Test("filters are used again for the next stream, also after one that is damaged or ends early, and know nothing of it")
    func again() throws {
        let text = Array((0..<3_000).map { "\($0 * 7_919 % 1_000) " }.joined().utf8)
        func decode(_ data: [UInt8], _ name: String, _ spare: inout SpareFilters, cut: Int) throws -> [UInt8] {
            let dictionary = PDFDictionary(entries: [.init(key: "Filter", value: .name(name))])
            let chain = try FilterChain(dictionary, limits: PDFLimits(), offset: 0, spare: &spare) { $0 }
            var result: [UInt8] = []
            for start in stride(from: 0, to: data.count, by: cut) {
                let piece = Array(data[start..<min(start + cut, data.count)])
                try chain.append(piece.span) { piece in for index in piece.indices { result.append(piece[index]) } }
            }
            try chain.finish { piece in for index in piece.indices { result.append(piece[index]) } }
            chain.giveBack(to: &spare)
            return result
        }
        let packed = [
            ("LZWDecode", Packing.lzw(Array(text.prefix(6_000)))), ("FlateDecode", Packing.flate(text)),
            ("ASCII85Decode", Packing.base85(text)), ("ASCIIHexDecode", Packing.hexadecimal(text)), ("RunLengthDecode", Packing.runs(text)),
        ]
        for (name, data) in packed {
            var spare = SpareFilters()
            let whole = try decode(data, name, &spare, cut: data.count)
            #expect(whole.starts(with: text.prefix(6_000)), "\(name)")
            for broken in [Array(data.prefix(data.count / 2)), data.map { $0 ^ 0x55 }] { _ = try decode(broken, name, &spare, cut: 1_000) }
            for cut in [1, 700] { #expect(try decode(data, name, &spare, cut: cut) == whole, "\(name), \(cut)") }
        }
        var spare = SpareFilters()
        let first = spare.take(LZWDecoder.self)
        spare.keep(first)
        #expect(spare.take(LZWDecoder.self) === first)
        #expect(spare.take(LZWDecoder.self) !== first)
    }
}
