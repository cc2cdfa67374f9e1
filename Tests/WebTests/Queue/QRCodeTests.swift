import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

/// That readers read it is shown end to end, by a reader (Tests/EndToEnd/test_queue_guest.py).
@Suite("QR codes")
struct QRCodeTests {
    @Test(
        "the smallest version that holds the text is taken",
        arguments: [(1, 1), (14, 1), (15, 2), (26, 2), (42, 3), (62, 4), (84, 5), (106, 6), (122, 7), (152, 8), (180, 9), (213, 10)])
    func version(length: Int, version: Int) throws {
        let code = try #require(QRCode(String(repeating: "a", count: length)))
        #expect(code.version == version)
        #expect(code.matrix.size == 17 + 4 * version)
    }

    @Test("a text that no version holds makes no code")
    func tooLong() { #expect(QRCode(String(repeating: "a", count: 214)) == nil) }

    @Test("blocks and corrections add up to the modules that patterns leave free")
    func tables() throws {
        for version in QRCode.Version.all {
            let codewords = version.codewords(of: Array("tidings".utf8))
            #expect(codewords.count == version.codewordCount)
            // ISO/IEC 18004:2015, table 1: data modules, of which up to seven are left over.
            let align = version.alignments.count
            let alignmentModules = align == 0 ? 0 : (align * align - 3) * 25 - (align - 2) * 10
            let free =
                version.size * version.size - 3 * 64 - (2 * version.size - 32) - alignmentModules - 31 - (version.number >= 7 ? 36 : 0)
            #expect((version.codewordCount * 8...version.codewordCount * 8 + 7).contains(free))
        }
    }

    @Test("the correction of the standard’s alphabet is that of the field with x⁸ + x⁴ + x³ + x² + 1")
    func correction() {
        // ISO/IEC 18004:2015, annex I: the symbol 1-M of “01234567”.
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        let expected: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(ReedSolomon(degree: 10).remainder(of: data) == expected)
    }

    @Test("format information is as annex C lists it for level M")
    func format() {
        let listed = [0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0]
        #expect((0..<8).map { QRMatrix.formatBits(mask: $0) } == listed)
    }

    @Test("version information is as annex D lists it", arguments: zip([7, 8, 9, 10], [0x07C94, 0x085BC, 0x09A99, 0x0A4D3]))
    func versionInformation(version: Int, bits: Int) { #expect(QRMatrix.versionBits(version) == bits) }

    @Test("data is led by mode and count, and filled up with the two pad bytes in turn")
    func padding() {
        let codewords = QRCode.Version.all[0].dataCodewords(of: Array("ab".utf8))
        #expect(codewords == [0x40, 0x26, 0x16, 0x20, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11])
    }

    @Test("three finder patterns and the dark module stand in every symbol, whatever its mask")
    func finders() throws {
        var masks: Set<Int> = []
        for number in 0..<60 {
            let matrix = try #require(QRCode("https://tidings.example/queue/\(number)")).matrix
            masks.insert(matrix.mask)
            for (row, column) in [(0, 0), (0, matrix.size - 7), (matrix.size - 7, 0)] {
                #expect((0..<7).allSatisfy { matrix[row, column + $0] && matrix[row + 6, column + $0] })
                #expect(matrix[row + 3, column + 3])
                #expect(!matrix[row + 1, column + 1])
            }
            #expect(matrix[matrix.size - 8, 8])
        }
        #expect(masks.count > 3)
    }

    @Test("the picture is dark on light with a border of four modules")
    func picture() throws {
        let svg = try #require(QRCode("a")).svg(label: "A <queue>").text
        #expect(svg.contains("viewBox=\"0 0 29 29\""))
        #expect(svg.contains("d=\"M4 4h7v1h-7z"))
        #expect(svg.contains("aria-label=\"A &lt;queue&gt;\""))
    }
}
