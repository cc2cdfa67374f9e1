/// A token of a content stream that exceeds the limit, while its bytes are skipped.
struct LongToken {
    private enum Kind {
        case literal, hexadecimal, comment, regular
    }

    private let kind: Kind
    private var depth = 0
    private var isEscaped = false

    /// The kind of token by its first byte.
    init(_ first: UInt8) {
        switch first {
        case 0x28: kind = .literal
        case 0x3C: kind = .hexadecimal
        case 0x25: kind = .comment
        default: kind = .regular
        }
    }

    /// Whether it may have been text.
    var isString: Bool { kind == .literal || kind == .hexadecimal }

    /// Moves the index past the token; false if its end hasn't arrived.
    mutating func skip(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            switch kind {
            case .literal:
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x28 {
                    depth += 1
                } else if byte == 0x29 {
                    if depth == 0 {
                        index += 1
                        return true
                    }
                    depth -= 1
                }
            case .hexadecimal:
                if byte == 0x3E {
                    index += 1
                    return true
                }
            case .comment: if byte == 0x0A || byte == 0x0D { return true }
            case .regular: if Bytes.classes[Int(byte)] != Bytes.regular { return true }
            }
            index += 1
        }
        return false
    }
}
