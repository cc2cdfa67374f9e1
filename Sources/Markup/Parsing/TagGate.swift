/// Counts the attributes of each tag of an XML document before libxml2 sees them: it compares each one with all before it. UTF-8 in any
/// cut, from the first tag on.
///
/// Exact for a document that is well-formed. One that isn't ends at its first fault, and what comes after it is no longer counted by
/// anybody. Namespace declarations count too.
struct TagGate {
    private enum Place {
        case text, began, tag, value, declared, opening, comment, section, instruction
    }

    let limit: Int
    private var place = Place.text
    private var count = 0
    /// In a value: the quotation mark that ends it.
    private var quote: UInt8 = 0
    /// Of what ends a comment, a section or an instruction: how many of its first bytes were there in a row.
    private var run = 0

    init(limit: Int) { self.limit = limit }

    /// False if a tag has too many.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            for byte in bytes { if !take(byte) { return false } }
            return true
        }
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) -> Bool {
        switch place {
        case .text: if byte == UInt8(ascii: "<") { place = .began }
        case .began: begin(byte)
        case .tag: return tag(byte)
        case .value: if byte == quote { place = .tag }
        case .declared: place = byte == UInt8(ascii: "-") ? .opening : byte == UInt8(ascii: "[") ? .section : .tag
        case .opening: place = .comment
        case .comment: end(byte, after: UInt8(ascii: "-"), 2)
        case .section: end(byte, after: UInt8(ascii: "]"), 2)
        case .instruction: end(byte, after: UInt8(ascii: "?"), 1)
        }
        return true
    }

    private mutating func begin(_ byte: UInt8) {
        (count, run) = (0, 0)
        switch byte {
        case UInt8(ascii: "!"): place = .declared
        case UInt8(ascii: "?"): place = .instruction
        default: place = .tag
        }
    }

    private mutating func tag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"): place = .text
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (place, quote) = (.value, byte)
        case UInt8(ascii: "="):
            count += 1
            return count <= limit
        default: break
        }
        return true
    }

    private mutating func end(_ byte: UInt8, after sign: UInt8, _ times: Int) {
        if byte == sign {
            run += 1
        } else if byte == UInt8(ascii: ">"), run >= times {
            place = .text
        } else {
            run = 0
        }
    }
}
