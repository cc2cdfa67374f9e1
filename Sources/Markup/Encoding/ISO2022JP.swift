/// The ISO-2022-JP decoder of the WHATWG Encoding Standard (section 12.2): escapes select the meaning of the following bytes.
struct ISO2022JP: Sendable {
    private enum Mode {
        case ascii, roman, katakana, jis0208
    }

    private var mode = Mode.ascii
    /// Whether an escape was just read: another one immediately after is an error.
    private var isFresh = false

    mutating func step(_ bytes: [UInt8], _ at: Int, _ jis0208: [UInt32]) -> Decoding.Step {
        let byte = bytes[at]
        if byte == 0x1B { return escape(bytes, at) }
        defer { isFresh = false }
        switch mode {
        case .ascii, .roman:
            guard byte < 0x80, byte != 0x0E, byte != 0x0F else { return .invalid(length: 1) }
            if mode == .roman, byte == 0x5C { return .scalar(0xA5, length: 1) }
            if mode == .roman, byte == 0x7E { return .scalar(0x203E, length: 1) }
            return .scalar(UInt32(byte), length: 1)
        case .katakana:
            guard (0x21...0x5F).contains(byte) else { return .invalid(length: 1) }
            return .scalar(0xFF61 - 0x21 + UInt32(byte), length: 1)
        case .jis0208:
            guard (0x21...0x7E).contains(byte) else { return .invalid(length: 1) }
            guard at + 1 < bytes.count else { return .incomplete }
            let trail = bytes[at + 1]
            guard trail != 0x1B else { return .invalid(length: 1) }
            let pointer = (Int(byte) - 0x21) * 94 + Int(trail) - 0x21
            guard (0x21...0x7E).contains(trail), jis0208[pointer] != 0 else { return .invalid(length: 2) }
            return .scalar(jis0208[pointer], length: 2)
        }
    }

    private mutating func escape(_ bytes: [UInt8], _ at: Int) -> Decoding.Step {
        guard at + 2 < bytes.count else {
            let isPossible = at + 1 == bytes.count || bytes[at + 1] == 0x24 || bytes[at + 1] == 0x28
            return isPossible ? .incomplete : .invalid(length: 1)
        }
        let chosen: Mode? =
            switch (bytes[at + 1], bytes[at + 2]) {
            case (0x28, 0x42): .ascii
            case (0x28, 0x4A): .roman
            case (0x28, 0x49): .katakana
            case (0x24, 0x40), (0x24, 0x42): .jis0208
            default: nil
            }
        guard let chosen else {
            isFresh = false
            return .invalid(length: 1)
        }
        mode = chosen
        defer { isFresh = true }
        return isFresh ? .invalid(length: 3) : .skip(length: 3)
    }
}
