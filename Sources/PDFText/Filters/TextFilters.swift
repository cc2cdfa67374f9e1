/// ASCIIHexDecode (ISO 32000-1, 7.4.2): two digits per byte, up to `>`.
final class ASCIIHexDecoder: ReusableFilter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var high: UInt8?
    private var window = Window()

    func reset() {
        (consumed, isComplete, high) = (0, false, nil)
        window.clear()
    }

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
final class ASCII85Decoder: ReusableFilter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var group: UInt32 = 0
    private var digits = 0
    private var window = Window()

    func reset() {
        (consumed, isComplete, group, digits) = (0, false, 0, 0)
        window.clear()
    }

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
final class RunLengthDecoder: ReusableFilter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    var damage: String? { nil }
    private var literals = 0
    private var repeats = 0
    private var window = Window()

    func reset() {
        (consumed, isComplete, literals, repeats) = (0, false, 0, 0)
        window.clear()
    }

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
