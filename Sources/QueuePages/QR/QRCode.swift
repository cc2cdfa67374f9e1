import Serving

/// A text as a QR code: ISO/IEC 18004:2015, byte mode, error correction level M, versions 1 to 10, the best of all eight masks.
///
/// Generated here, so no address is disclosed to a third party. UTF-8 is encoded as is, which today's readers expect; our own addresses are
/// ASCII. Level M recovers up to 15 % of the symbol. Texts longer than 213 bytes are rejected. A symbol of version 10 takes about a
/// millisecond.
struct QRCode: Hashable, Sendable {
    /// The light border required on each side, in modules (section 6.3.8).
    static let quietZone = 4

    /// 1 to 10.
    let version: Int
    let matrix: QRMatrix

    /// Returns nil if the text is too long.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = Version.all.first(where: { bytes.count <= $0.byteCapacity }) else { return nil }
        self.version = version.number
        matrix = QRMatrix(version, codewords: version.codewords(of: bytes))
    }

    /// An SVG of dark modules on a light background, independent of the page's colours; `label` is the text for screen readers.
    func svg(label: String) -> HTML {
        let side = matrix.size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" class="qr-code" viewBox="0 0 \(side) \(side)" role="img" aria-label="\(label)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>
            """
    }

    /// A rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for row in 0..<matrix.size {
            var column = 0
            while column < matrix.size {
                let start = column
                while column < matrix.size, matrix[row, column] { column += 1 }
                if column > start {
                    let length = column - start
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
                }
                column += 1
            }
        }
        return path
    }
}

extension QRCode {
    /// A size of symbol at level M: tables 7 and 9, and annex E of the standard.
    struct Version: Hashable, Sendable {
        let number: Int
        /// Data and error correction codewords.
        let codewordCount: Int
        let blockCount: Int
        let correctionPerBlock: Int
        /// The rows, and the columns, of the alignment patterns' centres.
        let alignments: [Int]

        /// Modules per side.
        var size: Int { 17 + 4 * number }
        var dataCount: Int { codewordCount - blockCount * correctionPerBlock }
        /// Bits of the character count in byte mode.
        private var lengthBits: Int { number < 10 ? 8 : 16 }
        /// Without the four mode bits and the count.
        var byteCapacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

        static let all: [Version] = [
            Version(number: 1, codewordCount: 26, blockCount: 1, correctionPerBlock: 10, alignments: []),
            Version(number: 2, codewordCount: 44, blockCount: 1, correctionPerBlock: 16, alignments: [6, 18]),
            Version(number: 3, codewordCount: 70, blockCount: 1, correctionPerBlock: 26, alignments: [6, 22]),
            Version(number: 4, codewordCount: 100, blockCount: 2, correctionPerBlock: 18, alignments: [6, 26]),
            Version(number: 5, codewordCount: 134, blockCount: 2, correctionPerBlock: 24, alignments: [6, 30]),
            Version(number: 6, codewordCount: 172, blockCount: 4, correctionPerBlock: 16, alignments: [6, 34]),
            Version(number: 7, codewordCount: 196, blockCount: 4, correctionPerBlock: 18, alignments: [6, 22, 38]),
            Version(number: 8, codewordCount: 242, blockCount: 4, correctionPerBlock: 22, alignments: [6, 24, 42]),
            Version(number: 9, codewordCount: 292, blockCount: 5, correctionPerBlock: 22, alignments: [6, 26, 46]),
            Version(number: 10, codewordCount: 346, blockCount: 5, correctionPerBlock: 26, alignments: [6, 28, 50]),
        ]

        /// The codewords in their final order: data blocks with their error correction, interleaved one codeword per block (section 7.6).
        func codewords(of bytes: [UInt8]) -> [UInt8] {
            let data = dataCodewords(of: bytes)
            let (shortLength, longCount) = dataCount.quotientAndRemainder(dividingBy: blockCount)
            var (blocks, start) = ([ArraySlice<UInt8>](), 0)
            for block in 0..<blockCount {
                let end = start + shortLength + (block >= blockCount - longCount ? 1 : 0)
                blocks.append(data[start..<end])
                start = end
            }
            let correction = ReedSolomon(degree: correctionPerBlock)
            let corrections = blocks.map { correction.remainder(of: $0) }
            var codewords: [UInt8] = []
            for place in 0...shortLength {
                for block in blocks where place < block.count { codewords.append(block[block.startIndex + place]) }
            }
            for place in 0..<correctionPerBlock { codewords += corrections.map { $0[place] } }
            return codewords
        }

        /// Mode 0100, the count, the bytes, up to four bits of terminator, zeros to the byte, then 11101100 and 00010001 in turn
        /// (section 7.4).
        func dataCodewords(of bytes: [UInt8]) -> [UInt8] {
            var bits = Bits()
            bits.append(0b0100, count: 4)
            bits.append(bytes.count, count: lengthBits)
            for byte in bytes { bits.append(Int(byte), count: 8) }
            bits.append(0, count: min(4, dataCount * 8 - bits.count))
            var codewords = bits.bytes
            while codewords.count < dataCount { codewords.append((codewords.count - bits.bytes.count).isMultiple(of: 2) ? 0xEC : 0x11) }
            return codewords
        }
    }

    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private(set) var count = 0

        /// Appends the lowest `count` bits of a value, highest first.
        mutating func append(_ value: Int, count: Int) {
            for bit in (0..<count).reversed() {
                if self.count.isMultiple(of: 8) { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(self.count % 8) }
                self.count += 1
            }
        }
    }
}
