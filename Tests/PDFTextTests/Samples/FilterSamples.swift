import PDFText

/// Point 2: filters of the page's contents (ISO 32000-1, 7.4).
extension PDFSample {
    static let filters: [PDFSample] = [
        filter("flate", "FlateDecode", "/Filter/FlateDecode") { Packing.flate($0) },
        filter(
            "flate-png-predictors", "FlateDecode over rows that PNG's five predictors have filtered",
            "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 4>>"
        ) { Packing.flate(Packing.png($0)) },
        filter(
            "flate-tiff-predictor", "FlateDecode over differences, two components a pixel",
            "/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 4/Colors 2>>"
        ) { Packing.flate(Packing.tiff($0)) },
        filter(
            "flate-damaged", "a Flate stream whose second half is gone wrong: what could be inflated, and a warning",
            "/Filter/FlateDecode", text: "20110029648 Issued", warnings: [.corruptStream]
        ) { plain in
            var data = Packing.flate(plain + Array(repeating: 0x20, count: 100))
            for index in data.count - 60..<data.count - 20 { data[index] = 0xFF }
            return data
        },
        filter("lzw", "LZWDecode, codes of nine bits and ten", "/Filter/LZWDecode", more: longer) { Packing.lzw($0) },
        filter("lzw-late-change", "LZWDecode with /EarlyChange 0", "/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>", more: longer) {
            Packing.lzw($0, early: 0)
        },
        filter("ascii85", "ASCII85Decode, z for four zeros, line ends inside", "/Filter/ASCII85Decode") {
            Packing.base85($0 + [0x25, 0x20, 0x20, 0x20, 0, 0, 0, 0, 0, 0, 0, 0])
        },
        filter("asciihex", "ASCIIHexDecode, blanks and an odd digit", "/Filter/ASCIIHexDecode") {
            Packing.hexadecimal($0).dropLast().flatMap { [$0, 0x20] } + Array("2>".utf8)
        },
        filter("runlength", "RunLengthDecode", "/Filter/RunLengthDecode") { Packing.runs($0) },
        filter(
            "chain", "three filters, one of them with parameters",
            "/Filter[/ASCII85Decode/RunLengthDecode/FlateDecode]/DecodeParms[null null<</Predictor 15/Columns 4>>]"
        ) { Packing.base85(Packing.runs(Packing.flate(Packing.png($0)))) },
        filter("short-names", "the short names of filters, outside of inline images too", "/Filter[/AHx/Fl]") {
            Packing.hexadecimal(Packing.flate($0))
        },
        filter("crypt-identity", "the filter Crypt, which leaves a stream as it is", "/Filter[/Crypt/FlateDecode]") { Packing.flate($0) },
        filter("named-later", "a filter that is named by an object behind the stream", "/Filter 9 0 R") { Packing.flate($0) },
    ]

    /// Enough different words for LZW codes of more than nine bits.
    private static let longer = (0..<60).map { " \($0 * 7_919 % 1_000)" }.joined()

    private static func filter(
        _ name: String, _ shows: String, _ entries: String, more: String = "", text: String? = nil,
        warnings: Set<PDFWarning.Code> = [], _ pack: ([UInt8]) -> [UInt8]
    ) -> PDFSample {
        let text = text ?? "20110029648 Issued\(more)"
        let content = "BT /F1 \(more.isEmpty ? 9 : 3) Tf 50 700 Td (20110029648 Issued\(more)) Tj ET"
        return PDFSample("filter-\(name)", shows, text, warnings: warnings) { file in
            file.start()
            file.addStream(5, pack(Array(content.utf8)), entries: entries)
            if entries.contains("9 0 R") { file.add(9, "/FlateDecode") }
            file.finish()
        }
    }
}
