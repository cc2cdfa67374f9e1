/// A running decoder: decodes whole characters and stops at a truncated or invalid one.
///
/// Each `step` is the standard's decoder of that name, with the tables of `DecodingTables`.
struct Decoding: Sendable {
    enum Reason {
        case end
        case incomplete
        case invalid(length: Int)
    }

    /// The result of one step.
    enum Step {
        case scalar(UInt32, length: Int)
        case pair(UInt32, UInt32, length: Int)
        /// Bytes that produce no output: an escape.
        case skip(length: Int)
        case incomplete
        case invalid(length: Int)
    }

    private let kind: Charset.Kind
    private let table: [UInt16]
    private let pairs: [UInt32]
    private var escape = ISO2022JP()

    init(_ kind: Charset.Kind) {
        self.kind = kind
        if case .singleByte(let index) = kind { table = DecodingTables.singleByte(index) } else { table = [] }
        pairs =
            switch kind {
            case .gb18030: DecodingTables.gb18030
            case .big5: DecodingTables.big5
            case .eucKR: DecodingTables.eucKR
            case .eucJP, .shiftJIS, .iso2022JP: DecodingTables.jis0208
            default: []
            }
    }

    mutating func run(_ bytes: [UInt8], from start: Int, into output: inout [UInt8]) -> (at: Int, reason: Reason) {
        var at = start
        let isASCIIPlain = kind.isASCIIPlain
        while at < bytes.count {
            if isASCIIPlain, bytes[at] < 0x80 {
                output.append(bytes[at])
                at += 1
                continue
            }
            switch step(bytes, at) {
            case .scalar(let scalar, let length):
                output.append(scalar: scalar)
                at += length
            case .pair(let first, let second, let length):
                output.append(scalar: first)
                output.append(scalar: second)
                at += length
            case .skip(let length): at += length
            case .incomplete: return (at, .incomplete)
            case .invalid(let length): return (at, .invalid(length: length))
            }
        }
        return (at, .end)
    }

    private mutating func step(_ bytes: [UInt8], _ at: Int) -> Step {
        switch kind {
        case .utf8: utf8(bytes, at)
        case .utf16(let isBigEndian): utf16(bytes, at, isBigEndian)
        case .utf32(let isBigEndian): utf32(bytes, at, isBigEndian)
        case .singleByte: singleByte(bytes[at])
        case .gb18030: gb18030(bytes, at)
        case .big5: big5(bytes, at)
        case .eucKR: eucKR(bytes, at)
        case .eucJP: eucJP(bytes, at)
        case .shiftJIS: shiftJIS(bytes, at)
        case .iso2022JP: escape.step(bytes, at, pairs)
        }
    }

    private func utf8(_ bytes: [UInt8], _ at: Int) -> Step {
        let sequence = bytes.withUnsafeBytes { UTF8Scan.sequence(in: $0, at: at) }
        switch sequence {
        case .incomplete: return .incomplete
        case .invalid(let length): return .invalid(length: length)
        case .character(let length):
            var scalar = UInt32(bytes[at]) & (0xFF >> UInt32(length + 1))
            for index in 1..<length { scalar = scalar << 6 | UInt32(bytes[at + index] & 0x3F) }
            return .scalar(scalar, length: length)
        }
    }

    private func utf16(_ bytes: [UInt8], _ at: Int, _ isBigEndian: Bool) -> Step {
        func unit(_ at: Int) -> UInt32 {
            isBigEndian ? UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1]) : UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at])
        }
        guard at + 2 <= bytes.count else { return .incomplete }
        let first = unit(at)
        guard first & 0xF800 == 0xD800 else { return .scalar(first, length: 2) }
        guard first < 0xDC00 else { return .invalid(length: 2) }
        guard at + 4 <= bytes.count else { return .incomplete }
        let second = unit(at + 2)
        guard second & 0xFC00 == 0xDC00 else { return .invalid(length: 2) }
        return .scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), length: 4)
    }

    private func utf32(_ bytes: [UInt8], _ at: Int, _ isBigEndian: Bool) -> Step {
        guard at + 4 <= bytes.count else { return .incomplete }
        let four = bytes[at..<at + 4]
        let scalar = (isBigEndian ? Array(four) : four.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else { return .invalid(length: 4) }
        return .scalar(scalar, length: 4)
    }

    private func singleByte(_ byte: UInt8) -> Step {
        let scalar = table[Int(byte) - 0x80]
        return scalar == 0 ? .invalid(length: 1) : .scalar(UInt32(scalar), length: 1)
    }

    /// A two-byte character by its table index. An ASCII byte after an invalid lead byte isn't consumed.
    private func pair(_ pointer: Int?, in table: [UInt32], trail: UInt8) -> Step {
        if let pointer, pointer >= 0, pointer < table.count, table[pointer] != 0 { return .scalar(table[pointer], length: 2) }
        return .invalid(length: trail < 0x80 ? 1 : 2)
    }

    private func gb18030(_ bytes: [UInt8], _ at: Int) -> Step {
        let lead = bytes[at]
        if lead == 0x80 { return .scalar(0x20AC, length: 1) }
        guard lead != 0xFF else { return .invalid(length: 1) }
        guard at + 1 < bytes.count else { return .incomplete }
        let second = bytes[at + 1]
        if (0x30...0x39).contains(second) {
            guard at + 2 < bytes.count else { return .incomplete }
            guard (0x81...0xFE).contains(bytes[at + 2]) else { return .invalid(length: 1) }
            guard at + 3 < bytes.count else { return .incomplete }
            guard (0x30...0x39).contains(bytes[at + 3]) else { return .invalid(length: 1) }
            let high = (Int(lead) - 0x81) * 12_600 + (Int(second) - 0x30) * 1_260
            let pointer = high + (Int(bytes[at + 2]) - 0x81) * 10 + Int(bytes[at + 3]) - 0x30
            if pointer < DecodingTables.gb18030Ranges.count { return .scalar(UInt32(DecodingTables.gb18030Ranges[pointer]), length: 4) }
            guard (189_000...1_237_575).contains(pointer) else { return .invalid(length: 4) }
            return .scalar(UInt32(pointer - 189_000 + 0x10000), length: 4)
        }
        let isTrail = (0x40...0x7E).contains(second) || (0x80...0xFE).contains(second)
        let pointer = (Int(lead) - 0x81) * 190 + Int(second) - (second < 0x7F ? 0x40 : 0x41)
        return pair(isTrail ? pointer : nil, in: pairs, trail: second)
    }

    private func big5(_ bytes: [UInt8], _ at: Int) -> Step {
        let lead = bytes[at]
        guard (0x81...0xFE).contains(lead) else { return .invalid(length: 1) }
        guard at + 1 < bytes.count else { return .incomplete }
        let trail = bytes[at + 1]
        let isTrail = (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail)
        let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
        switch pointer {
        case 1133 where isTrail: return .pair(0xCA, 0x304, length: 2)
        case 1135 where isTrail: return .pair(0xCA, 0x30C, length: 2)
        case 1164 where isTrail: return .pair(0xEA, 0x304, length: 2)
        case 1166 where isTrail: return .pair(0xEA, 0x30C, length: 2)
        default: return pair(isTrail ? pointer : nil, in: pairs, trail: trail)
        }
    }

    private func eucKR(_ bytes: [UInt8], _ at: Int) -> Step {
        let lead = bytes[at]
        guard (0x81...0xFE).contains(lead) else { return .invalid(length: 1) }
        guard at + 1 < bytes.count else { return .incomplete }
        let trail = bytes[at + 1]
        let pointer = (0x41...0xFE).contains(trail) ? (Int(lead) - 0x81) * 190 + Int(trail) - 0x41 : nil
        return pair(pointer, in: pairs, trail: trail)
    }

    private func eucJP(_ bytes: [UInt8], _ at: Int) -> Step {
        let lead = bytes[at]
        guard lead == 0x8E || lead == 0x8F || (0xA1...0xFE).contains(lead) else { return .invalid(length: 1) }
        guard at + 1 < bytes.count else { return .incomplete }
        let second = bytes[at + 1]
        if lead == 0x8E, (0xA1...0xDF).contains(second) { return .scalar(0xFF61 - 0xA1 + UInt32(second), length: 2) }
        guard (0xA1...0xFE).contains(second), lead != 0x8E else { return .invalid(length: second < 0x80 ? 1 : 2) }
        guard lead == 0x8F else { return pair((Int(lead) - 0xA1) * 94 + Int(second) - 0xA1, in: pairs, trail: second) }
        guard at + 2 < bytes.count else { return .incomplete }
        let third = bytes[at + 2]
        let pointer = (Int(second) - 0xA1) * 94 + Int(third) - 0xA1
        guard (0xA1...0xFE).contains(third), DecodingTables.jis0212[pointer] != 0 else { return .invalid(length: third < 0x80 ? 2 : 3) }
        return .scalar(DecodingTables.jis0212[pointer], length: 3)
    }

    private func shiftJIS(_ bytes: [UInt8], _ at: Int) -> Step {
        let lead = bytes[at]
        if lead == 0x80 { return .scalar(0x80, length: 1) }
        if (0xA1...0xDF).contains(lead) { return .scalar(0xFF61 - 0xA1 + UInt32(lead), length: 1) }
        guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead) else { return .invalid(length: 1) }
        guard at + 1 < bytes.count else { return .incomplete }
        let trail = bytes[at + 1]
        let isTrail = (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail)
        let pointer = (Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        if isTrail, (8836...10715).contains(pointer) { return .scalar(UInt32(0xE000 - 8836 + pointer), length: 2) }
        return pair(isTrail ? pointer : nil, in: pairs, trail: trail)
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append(scalar: UInt32) {
        switch scalar {
        case ..<0x80: append(UInt8(scalar))
        case ..<0x800:
            append(UInt8(0xC0 | scalar >> 6))
            append(UInt8(0x80 | scalar & 0x3F))
        case ..<0x10000:
            append(UInt8(0xE0 | scalar >> 12))
            append(UInt8(0x80 | scalar >> 6 & 0x3F))
            append(UInt8(0x80 | scalar & 0x3F))
        default:
            append(UInt8(0xF0 | scalar >> 18))
            append(UInt8(0x80 | scalar >> 12 & 0x3F))
            append(UInt8(0x80 | scalar >> 6 & 0x3F))
            append(UInt8(0x80 | scalar & 0x3F))
        }
    }
}
