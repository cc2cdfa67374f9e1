/// Mends what feeds write and XML forbids in texts and values, before libxml2 sees it: UTF-8 in any cut, from the first tag on.
///
/// - A `&` that begins no reference, and a `<` that begins no tag, are characters: `Tom & Jerry`, `a < b`.
/// - So is the `>` of a `]]>` that ends no CDATA section.
/// - So is the `&` of a name that neither HTML nor the document has: `&nosuch;` is read as it is.
/// - A reference to a character that XML doesn't have, like `&#11;`, is left out.
///
/// Where such a sign stands in a text or value, `TagGate` says: in comments and CDATA sections each is a character anyway.
struct MendingGate {
    /// The beginning of what a cut has divided.
    private var held: [UInt8] = []
    /// The first byte after those that were given last, as far as it is known.
    var next: UInt8? { held.first }
    /// How many were mended.
    private(set) var count = 0

    /// The longest reference, with leading zeros.
    private static let referenceBytes = 32

    /// The bytes without what may be half of a reference or of a tag's beginning at their end; that comes first the next time.
    mutating func take(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let all = held.isEmpty ? bytes : held + bytes
        held = []
        guard !isLast, let start = Self.openEnd(of: all) else { return all }
        held = Array(all[start...])
        return Array(all[..<start])
    }

    private static func openEnd(of bytes: [UInt8]) -> Int? {
        for (back, byte) in bytes.suffix(referenceBytes).reversed().enumerated() {
            if byte == UInt8(ascii: "&") || (byte == UInt8(ascii: "<") && back == 0) { return bytes.count - 1 - back }
            if !isOfReference(byte) { return nil }
        }
        return nil
    }

    /// - Parameter places: Those that `TagGate` found, in their order.
    mutating func mend(_ bytes: [UInt8], at places: [Int], isDeclared: (String) -> Bool) -> [UInt8] {
        var (mended, copied): ([UInt8], Int) = ([], 0)
        for place in places {
            let end: Int
            if bytes[place] == UInt8(ascii: "&") {
                switch Self.reference(in: bytes, after: place, isDeclared) {
                case .right: continue
                case .bare: end = place
                case .forbidden(let last): end = last
                }
            } else {
                end = place
            }
            count += 1
            mended += bytes[copied..<place]
            if end == place { mended += Self.written(bytes[place]).utf8 }
            copied = end + 1
        }
        return copied == 0 ? bytes : mended + bytes[copied...]
    }

    /// A sign as a text has it that means the character.
    private static func written(_ sign: UInt8) -> String {
        switch sign {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        default: "&amp;"
        }
    }

    private enum Reference {
        case right, bare
        /// Ends at this place.
        case forbidden(Int)
    }

    private static func reference(in bytes: [UInt8], after start: Int, _ isDeclared: (String) -> Bool) -> Reference {
        let rest = bytes[(start + 1)...].prefix(referenceBytes)
        guard let end = rest.firstIndex(where: { !isOfReference($0) }), bytes[end] == UInt8(ascii: ";") else { return .bare }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard name.hasPrefix("#") else { return CharacterReferences.scalar(named: name) != nil || isDeclared(name) ? .right : .bare }
        // XML's x is a small one.
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        return number.map { isCharacter($0) ? .right : .forbidden(end) } ?? .bare
    }

    private static func isOfReference(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: byte == UInt8(ascii: "#")
        }
    }

    /// Production 2, Char.
    private static func isCharacter(_ number: UInt32) -> Bool {
        switch number {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}
