/// ASCIIHexDecode (ISO 32000-1, 7.4.2): two digits a byte, up to `>`.
final class ASCIIHexDecoder: Filter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var high: UInt8?
    private var window = Window()

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        for index in bytes.indices where !isComplete {
            consumed += 1
            let byte = bytes[index]
            if byte == 0x3E {
                isComplete = true
                if let first = high { try window.put(first << 4, receive) }
                high = nil
            } else if let digit = Bytes.hexadecimal(byte) {
                if let first = high {
                    try window.put(first << 4 | digit, receive)
                    high = nil
                } else {
                    high = digit
                }
            }
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        if let first = high { try window.put(first << 4, receive) }
        try window.flush(receive)
    }
}

/// ASCII85Decode (ISO 32000-1, 7.4.3): five digits of base 85 for four bytes, `z` for four zeros, up to `~>`.
final class ASCII85Decoder: Filter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var group: UInt32 = 0
    private var digits = 0
    private var window = Window()

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        for index in bytes.indices where !isComplete {
            consumed += 1
            let byte = bytes[index]
            switch byte {
            case 0x21...0x75:
                group = group &* 85 &+ UInt32(byte &- 0x21)
                digits += 1
                if digits == 5 { try emit(4, receive) }
            case 0x7A where digits == 0: try emit(4, receive)
            case 0x7E:
                isComplete = true
                try emitRest(receive)
            default: break
            }
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        if !isComplete { try emitRest(receive) }
        try window.flush(receive)
    }

    private func emitRest(_ receive: (Span<UInt8>) throws -> Void) throws {
        let rest = digits
        guard rest > 1 else { return }
        for _ in rest..<5 { group = group &* 85 &+ 84 }
        try emit(rest - 1, receive)
    }

    private func emit(_ count: Int, _ receive: (Span<UInt8>) throws -> Void) throws {
        for place in 0..<count { try window.put(UInt8(truncatingIfNeeded: group >> UInt32(24 - 8 * place)), receive) }
        group = 0
        digits = 0
    }
}

/// RunLengthDecode (ISO 32000-1, 7.4.5).
final class RunLengthDecoder: Filter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var literals = 0
    private var repeats = 0
    private var window = Window()

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        for index in bytes.indices where !isComplete {
            consumed += 1
            let byte = bytes[index]
            if literals > 0 {
                literals -= 1
                try window.put(byte, receive)
            } else if repeats > 0 {
                for _ in 0..<repeats { try window.put(byte, receive) }
                repeats = 0
            } else if byte == 128 {
                isComplete = true
            } else if byte < 128 {
                literals = Int(byte) + 1
            } else {
                repeats = 257 - Int(byte)
            }
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        try window.flush(receive)
    }
}

/// LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, most significant bit first; 256 clears the table, 257 ends.
final class LZWDecoder: Filter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    private(set) var damage: String?
    private let early: Int
    private var accumulator: UInt32 = 0
    private var bits = 0
    private var width = 9
    private var count = 258
    private var previous: Int?
    private var prefixes = [UInt16](repeating: 0, count: 4_096)
    private var suffixes: [UInt8] = (0..<4_096).map { UInt8(truncatingIfNeeded: $0) }
    private var firsts: [UInt8] = (0..<4_096).map { UInt8(truncatingIfNeeded: $0) }
    private var reversed: [UInt8] = []
    private var window = Window()

    /// `earlyChange`: the codes become wider one code early, as is usual.
    init(earlyChange: Bool) {
        early = earlyChange ? 1 : 0
    }

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        for index in bytes.indices where !isComplete && damage == nil {
            consumed += 1
            accumulator = accumulator << 8 | UInt32(bytes[index])
            bits += 8
            if bits < width { continue }
            bits -= width
            let code = Int(accumulator >> UInt32(bits)) & (1 << width - 1)
            accumulator &= (1 << UInt32(bits)) - 1
            try take(code, receive)
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        try window.flush(receive)
    }

    private func take(_ code: Int, _ receive: (Span<UInt8>) throws -> Void) throws {
        if code == 257 {
            isComplete = true
            return
        }
        if code == 256 {
            width = 9
            count = 258
            previous = nil
            return
        }
        guard code < 256 || (code >= 258 && code < count) || (code == count && previous != nil) else {
            damage = "LZW data are damaged after \(consumed) bytes"
            try window.flush(receive)
            return
        }
        if let last = previous, count < 4_096 {
            prefixes[count] = UInt16(truncatingIfNeeded: last)
            firsts[count] = firsts[last]
            suffixes[count] = code == count ? firsts[last] : firsts[code]
            count += 1
        }
        reversed.removeAll(keepingCapacity: true)
        var walk = code
        while walk >= 258, reversed.count < 4_096 {
            reversed.append(suffixes[walk])
            walk = Int(prefixes[walk])
        }
        reversed.append(suffixes[walk & 0xFF])
        for byte in reversed.reversed() { try window.put(byte, receive) }
        previous = code
        width = count + early >= 2_048 ? 12 : count + early >= 1_024 ? 11 : count + early >= 512 ? 10 : 9
    }
}
