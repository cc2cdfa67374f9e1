import CXml2

/// The decoders' tables, each built on first use from glibc's `iconv`, which has nearly all of them, with corrections where the WHATWG
/// Encoding Standard differs. A test checks each against counts and known characters.
///
/// 0 marks an unassigned position (no table contains U+0000). If the system's `iconv` lacks a charset, its table is empty: everything
/// except ASCII is then invalid and refused or replaced, never decoded wrongly.
enum DecodingTables {
    static func singleByte(_ name: SingleByteCharset) -> [UInt16] { singleBytes[name] ?? [UInt16](repeating: 0, count: 128) }

    private static let singleBytes: [SingleByteCharset: [UInt16]] = {
        var tables: [SingleByteCharset: [UInt16]] = [:]
        for charset in SingleByteCharset.allCases {
            let converter = Converter(charset.iconvName)
            var table = (0x80...0xFF).map { UInt16(truncatingIfNeeded: converter?.scalar(of: [UInt8($0)]) ?? 0) }
            for place in 0..<0x20 where table[place] == 0 && charset.hasControls { table[place] = UInt16(0x80 + place) }
            for (byte, scalar) in charset.deviations { table[Int(byte) - 0x80] = scalar }
            tables[charset] = table
        }
        return tables
    }()

    /// By `(lead - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41)`.
    static let gb18030: [UInt32] = {
        var table = pairs("GB18030", leads: 0x81...0xFE, trails: Array(0x40...0x7E) + Array(0x80...0xFE))
        let deviations: [(UInt8, UInt8, UInt32)] = [
            (0xA3, 0xA0, 0x3000), (0xFE, 0x51, 0xE816), (0xFE, 0x52, 0xE817), (0xFE, 0x53, 0xE818), (0xFE, 0x6C, 0xE831),
            (0xFE, 0x76, 0xE83B), (0xFE, 0x91, 0xE855),
        ]
        for (lead, trail, scalar) in deviations {
            table[(Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)] = scalar
        }
        return table
    }()

    /// The four-byte characters below U+10000, by their linear number.
    static let gb18030Ranges: [UInt16] = {
        let converter = Converter("GB18030")
        var table: [UInt16] = []
        for number in 0..<39_420 {
            let bytes: [Int] = [0x81 + number / 12_600, 0x30 + number / 1_260 % 10, 0x81 + number / 10 % 126, 0x30 + number % 10]
            table.append(UInt16(truncatingIfNeeded: converter?.scalar(of: bytes.map { UInt8($0) }) ?? 0))
        }
        for place in 0..<8 { table[19_057 + place] = UInt16(0x9FB4 + place) }
        for place in 0..<10 { table[39_076 + place] = UInt16(0xFE10 + place) }
        return table
    }()

    /// By `(lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62)`.
    static let big5: [UInt32] = {
        var table = pairs("BIG5-HKSCS", leads: 0x81...0xFE, trails: Array(0x40...0x7E) + Array(0xA1...0xFE))
        for (pair, scalar) in Big5Deviations.scalars {
            let trail = Int(pair & 0xFF)
            table[(Int(pair >> 8) - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62)] = UInt32(scalar)
        }
        return table
    }()

    /// By `(lead - 0x81) * 190 + trail - 0x41`. The web's EUC-KR is Unified Hangul Code.
    static let eucKR: [UInt32] = pairs("CP949", leads: 0x81...0xFE, trails: Array(0x41...0xFE))

    /// By row and cell of 94, equivalent to Shift_JIS by 188: Microsoft's code page 932.
    static let jis0208: [UInt32] =
        pairs("CP932", leads: 0x81...0x9F, trails: shiftTrails) + pairs("CP932", leads: 0xE0...0xFC, trails: shiftTrails)
    private static let shiftTrails = Array(0x40...0x7E) + Array(0x80...0xFC)

    static let jis0212: [UInt32] = {
        let converter = Converter("EUC-JP")
        var table: [UInt32] = []
        for row in UInt8(0xA1)...0xFE {
            for cell in UInt8(0xA1)...0xFE { table.append(converter?.scalar(of: [0x8F, row, cell]) ?? 0) }
        }
        return table
    }()

    private static func pairs(_ name: String, leads: ClosedRange<Int>, trails: [Int]) -> [UInt32] {
        let converter = Converter(name)
        var table: [UInt32] = []
        for lead in leads {
            for trail in trails { table.append(converter?.scalar(of: [UInt8(lead), UInt8(trail)]) ?? 0) }
        }
        return table
    }
}

/// An `iconv` converter to UTF-32, called for single characters.
private final class Converter {
    private let handle: iconv_t

    init?(_ name: String) {
        // The failure value is (iconv_t)-1.
        guard let handle = iconv_open("UTF-32LE", name), handle != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// The single character of these bytes; nil if they are invalid or several characters.
    func scalar(of bytes: [UInt8]) -> UInt32? {
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 32)
        // Both buffers are valid during the calls, and iconv respects the given counts.
        let written: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, left) = (input.baseAddress, input.count)
                var (to, room) = (output.baseAddress, output.count)
                iconv(handle, nil, nil, nil, nil)
                guard iconv(handle, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                guard iconv(handle, nil, nil, &to, &room) != -1 else { return nil }
                return output.count - room
            }
        }
        guard written == 4 else { return nil }
        var scalar: UInt32 = 0
        for byte in output[..<4].reversed() { scalar = scalar << 8 | UInt32(UInt8(bitPattern: byte)) }
        return scalar
    }
}
