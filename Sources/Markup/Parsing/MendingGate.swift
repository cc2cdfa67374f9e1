/// Repairs text and values that XML forbids and that are common in feeds, before libxml2 parses them: UTF-8 in chunks of any size, from the
/// first tag on.
///
/// - A `&` that starts no reference and a `<` that starts no tag become characters: `Tom & Jerry`, `a < b`.
/// - So does the `>` of a `]]>` that ends no CDATA section.
/// - So does the `&` of a name that neither HTML nor the document defines: `&nosuch;` stays as written.
/// - A reference to a character that XML forbids, such as `&#11;`, is dropped.
/// - A reference to a control character that is a letter or sign in windows-1252 becomes that, as in HTML: `It&#146;s` becomes `It’s`.
///
/// `TagGate` finds such signs in texts and values; in comments and CDATA sections they are characters anyway.
struct MendingGate {
    /// The start of a construct split between chunks.
    private var held: [UInt8] = []
    /// The next byte after those returned, if known.
    var next: UInt8? { held.first }
    /// The number of repairs.
    private(set) var count = 0

    /// The longest reference, with leading zeros.
    private static let referenceBytes = 32

    /// Returns the bytes without an incomplete reference or tag start at their end, which is kept for the next call.
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

    /// - Parameter places: The positions found by `TagGate`, in order.
    mutating func mend(_ bytes: [UInt8], at places: [Int], isDeclared: (String) -> Bool) -> [UInt8] {
        var (mended, copied): ([UInt8], Int) = ([], 0)
        for place in places {
            let (end, sign): (Int, String)
            if bytes[place] == UInt8(ascii: "&") {
                switch Self.reference(in: bytes, after: place, isDeclared) {
                case .right: continue
                case .bare: (end, sign) = (place, Self.written(bytes[place]))
                case .forbidden(let last): (end, sign) = (last, "")
                case .other(let character, let last): (end, sign) = (last, String(character))
                }
            } else {
                (end, sign) = (place, Self.written(bytes[place]))
            }
            count += 1
            mended += bytes[copied..<place]
            mended += sign.utf8
            copied = end + 1
        }
        return copied == 0 ? bytes : mended + bytes[copied...]
    }

    /// The escaped form of a character.
    private static func written(_ sign: UInt8) -> String {
        switch sign {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        default: "&amp;"
        }
    }

    private enum Reference {
        case right, bare
        /// Ends at this position.
        case forbidden(Int)
        /// Means this character, and ends at this position.
        case other(Unicode.Scalar, Int)
    }

    private static func reference(in bytes: [UInt8], after start: Int, _ isDeclared: (String) -> Bool) -> Reference {
        let rest = bytes[(start + 1)...].prefix(referenceBytes)
        guard let end = rest.firstIndex(where: { !isOfReference($0) }), bytes[end] == UInt8(ascii: ";") else { return .bare }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard name.hasPrefix("#") else { return CharacterReferences.scalar(named: name) != nil || isDeclared(name) ? .right : .bare }
        // XML requires a lower-case x.
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard let number else { return .bare }
        if let meant = CharacterReferences.scalar(named: name), meant.value != number { return .other(meant, end) }
        return isCharacter(number) ? .right : .forbidden(end)
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
