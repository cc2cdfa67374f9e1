import CZlib

/// A PDF written object by object. With a chance, streams are changed before they are packed, so that what lies behind filters
/// and checks is reached too.
struct SeedFile {
    var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)
    var chance: Chance
    /// Whether streams may be changed before they are packed.
    var spoils: Bool
    private var places: [Int: Int] = [:]

    init(_ chance: Chance, spoils: Bool) {
        self.chance = chance
        self.spoils = spoils
    }

    mutating func add(_ text: String) { bytes += Array(text.utf8) }

    mutating func add(_ number: Int, _ body: String) {
        places[number] = bytes.count
        add("\(number) 0 obj\n\(body)\nendobj\n")
    }

    mutating func stream(_ number: Int, _ text: String, _ entries: String = "", filter: Packing = .flate) {
        stream(number, Array(text.utf8), entries, filter: filter)
    }

    mutating func stream(_ number: Int, _ content: [UInt8], _ entries: String = "", filter: Packing = .flate) {
        var content = content
        if spoils, chance.oneIn(3) { Mutation.change(&content, times: 1 + chance.below(4), beside: bytes, &chance) }
        let packed = filter.pack(content)
        places[number] = bytes.count
        add("\(number) 0 obj\n<<\(filter.entries)\(entries)/Length \(packed.count)>>\nstream\n")
        bytes += packed
        add("\nendstream\nendobj\n")
    }

    /// Catalog, page tree, one page with contents in object 5 and the font in object 4.
    mutating func page(_ content: String, font: String = SeedFile.helvetica, more: String = "", filter: Packing = .flate) {
        add(1, "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/PageLabels<</Nums[0<</S/r/P(A-)/St 3>>]>>>>")
        add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>>>\(more)>>")
        add(4, font)
        stream(5, content, filter: filter)
    }

    static let helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

    /// The end, with a cross-reference table that is right.
    mutating func finish(_ entries: String = "") {
        let start = bytes.count
        add("xref\n0 1\n0000000000 65535 f \n")
        for (number, place) in places.sorted(by: { $0.key < $1.key }) {
            let digits = "\(place)"
            add("\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n")
        }
        add("trailer\n<</Root 1 0 R/Size 30\(entries)>>\nstartxref\n\(start)\n%%EOF\n")
    }
}

/// How a stream is stored.
enum Packing: CaseIterable {
    case none, flate, predicted, hex, base85, runs, lzw, chain

    var entries: String {
        switch self {
        case .none: ""
        case .flate: "/Filter/FlateDecode"
        case .predicted: "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>"
        case .hex: "/Filter/ASCIIHexDecode"
        case .base85: "/Filter/ASCII85Decode"
        case .runs: "/Filter/RunLengthDecode"
        case .lzw: "/Filter/LZWDecode"
        case .chain: "/Filter[/ASCII85Decode/RunLengthDecode/FlateDecode]"
        }
    }

    func pack(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .none: bytes
        case .flate: Packing.deflated(bytes)
        case .predicted: Packing.deflated(Packing.predicted(bytes, columns: 5))
        case .hex: bytes.flatMap { Array((String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)).utf8) } + [0x3E]
        case .base85: Packing.base85(bytes)
        case .runs: Packing.runs(bytes)
        case .lzw: Packing.lzw(bytes)
        case .chain: Packing.base85(Packing.runs(Packing.deflated(bytes)))
        }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(size))
        _ = compress2(&result, &size, bytes, UInt(bytes.count), 6)
        return Array(result.prefix(Int(size)))
    }

    private static func predicted(_ bytes: [UInt8], columns: Int) -> [UInt8] {
        var above = [UInt8](repeating: 0, count: columns)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: columns) {
            var row = Array(bytes[start..<min(start + columns, bytes.count)])
            row += [UInt8](repeating: 0x20, count: columns - row.count)
            result.append(2)
            result += zip(row, above).map { $0 &- $1 }
            above = row
        }
        return result
    }

    private static func base85(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let part = Array(bytes[start..<min(start + 4, bytes.count)])
            var value = (part + [0, 0, 0]).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if part.count == 4, value == 0 {
                result.append(0x7A)
                continue
            }
            var digits = [UInt8](repeating: 0, count: 5)
            for place in digits.indices.reversed() {
                digits[place] = 0x21 + UInt8(value % 85)
                value /= 85
            }
            result += digits.prefix(part.count + 1)
        }
        return result + Array("~>".utf8)
    }

    private static func runs(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 100) {
            let part = bytes[start..<min(start + 100, bytes.count)]
            result += [UInt8(part.count - 1)] + part + [254, 0x20]
        }
        return result + [128]
    }

    /// Codes of nine bits only: the table is cleared before it needs ten.
    private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var bits = 0
        var held = 0
        func put(_ code: Int) {
            bits = bits << 9 | code
            held += 9
            while held >= 8 {
                result.append(UInt8(truncatingIfNeeded: bits >> (held - 8)))
                held -= 8
            }
            bits &= 0xFF
        }
        for (index, byte) in bytes.enumerated() {
            if index % 200 == 0 { put(256) }
            put(Int(byte))
        }
        put(257)
        put(0)
        return result
    }
}
