/// One operand of a `TextProgram`.
enum ProgramOperand {
    case number(Double)
    case string(Range<Int>)
    case name(Range<Int>)

    /// Reads the operand at `index` and advances it. A truncated operand is the number 0.
    @inline(__always)
    init(_ code: Span<UInt8>, _ index: inout Int) {
        let tag = code[index]
        index += 1
        if tag >= 0x80 {
            self = .number(Double(tag & 0x7F))
            return
        }
        switch tag {
        case TextProgram.integer:
            self = .number(Double(Int16(truncatingIfNeeded: ProgramOperand.littleEndian(code, &index, 2))))
        case TextProgram.double:
            self = .number(Double(bitPattern: UInt64(bitPattern: Int64(ProgramOperand.littleEndian(code, &index, 8)))))
        case TextProgram.decimal...TextProgram.decimal + 9:
            let mantissa = Int32(truncatingIfNeeded: ProgramOperand.littleEndian(code, &index, 4))
            self = .number(Double(mantissa) / NumberToken.powers[Int(tag - TextProgram.decimal)])
        case TextProgram.shortString:
            let length = ProgramOperand.littleEndian(code, &index, 1)
            self = .string(ProgramOperand.range(code, &index, length))
        case TextProgram.longString:
            let length = ProgramOperand.littleEndian(code, &index, 4)
            self = .string(ProgramOperand.range(code, &index, length))
        case TextProgram.name:
            let length = ProgramOperand.littleEndian(code, &index, 1)
            self = .name(ProgramOperand.range(code, &index, length))
        default: self = .number(0)
        }
    }

    @inline(__always)
    private static func littleEndian(_ code: Span<UInt8>, _ index: inout Int, _ count: Int) -> Int {
        guard index + count <= code.count else {
            index = code.count
            return 0
        }
        var value: UInt64 = 0
        for place in 0..<count { value |= UInt64(code[index + place]) << UInt64(8 * place) }
        index += count
        return Int(truncatingIfNeeded: value)
    }

    @inline(__always)
    private static func range(_ code: Span<UInt8>, _ index: inout Int, _ length: Int) -> Range<Int> {
        let end = min(index + max(length, 0), code.count)
        defer { index = end }
        return index..<end
    }
}

/// The last six numbers before an operator; missing ones are 0.
struct LastNumbers {
    private var values: InlineArray<8, Double> = .init(repeating: 0)
    private var count = 0

    @inline(__always)
    mutating func append(_ value: Double) {
        values[count & 7] = value
        count &+= 1
    }

    mutating func removeAll() { count = 0 }

    /// The number this many places before the last.
    @inline(__always)
    func last(_ distance: Int) -> Double { distance < count ? values[(count &- 1 &- distance) & 7] : 0 }
}
