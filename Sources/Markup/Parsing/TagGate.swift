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
    /// Whether `signs` are wanted.
    private let findsSigns: Bool
    /// In the bytes that were taken last, where there is a `&` in a text or value, a `<` that begins no tag, or the `>` of a `]]>` in a text.
    private(set) var signs: [Int] = []
    private var place = Place.text
    private var count = 0
    /// In a value: the quotation mark that ends it.
    private var quote: UInt8 = 0
    /// Of what ends a comment, a section or an instruction: how many of its first bytes were there in a row. In a text: with how many `]` the bytes
    /// ended that were taken last.
    private var run = 0

    /// Whether the bytes so far end outside of tags, comments, sections and instructions.
    var isInText: Bool { place == .text }

    init(limit: Int, findsSigns: Bool = false) { (self.limit, self.findsSigns) = (limit, findsSigns) }

    /// False if a tag has too many.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        signs.removeAll(keepingCapacity: true)
        return bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            defer { if findsSigns, place == .text { run = Self.brackets(before: bytes.count, in: bytes, after: run) } }
            while at < bytes.count {
                at = plainEnd(of: bytes, from: at)
                guard at < bytes.count else { return true }
                if findsSigns, place == .text, bytes[at] == UInt8(ascii: ">"), Self.brackets(before: at, in: bytes, after: run) == 2 {
                    signs.append(at)
                }
                if !take(bytes[at], at) { return false }
                at += 1
            }
            return true
        }
    }

    /// Says which byte comes after the `count` that were taken last.
    mutating func look(ahead next: UInt8, after count: Int) {
        guard place == .began, !Self.beginsTag(next) else { return }
        signs.append(count - 1)
        place = .text
    }

    /// Most bytes are in texts and values, and mean nothing there: the place after those at the beginning.
    @inline(__always)
    private func plainEnd(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let end: UInt8
        switch place {
        case .text: end = UInt8(ascii: ">")
        case .value: end = quote
        default: return start
        }
        var at = start
        while at < bytes.count, bytes[at] != end, bytes[at] != UInt8(ascii: "&"), bytes[at] != UInt8(ascii: "<") { at += 1 }
        return at
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ at: Int) -> Bool {
        switch place {
        case .text: text(byte, at)
        case .began:
            if findsSigns, !Self.beginsTag(byte), at > 0 {
                signs.append(at - 1)
                place = .text
                text(byte, at)
            } else {
                begin(byte)
            }
        case .tag: return tag(byte)
        case .value:
            if byte == quote {
                place = .tag
            } else if findsSigns, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") {
                signs.append(at)
            }
        case .declared: place = byte == UInt8(ascii: "-") ? .opening : byte == UInt8(ascii: "[") ? .section : .tag
        case .opening: place = .comment
        case .comment: end(byte, after: UInt8(ascii: "-"), 2)
        case .section: end(byte, after: UInt8(ascii: "]"), 2)
        case .instruction: end(byte, after: UInt8(ascii: "?"), 1)
        }
        return true
    }

    @inline(__always)
    private mutating func text(_ byte: UInt8, _ at: Int) {
        if byte == UInt8(ascii: "<") {
            place = .began
        } else if byte == UInt8(ascii: "&"), findsSigns {
            signs.append(at)
        }
    }

    /// How many `]`, up to two, are right before a place; `earlier` were so at the end of the bytes before these.
    private static func brackets(before place: Int, in bytes: UnsafeBufferPointer<UInt8>, after earlier: Int) -> Int {
        var count = 0
        while count < 2, count < place, bytes[place - 1 - count] == UInt8(ascii: "]") { count += 1 }
        return min(2, count == place ? count + earlier : count)
    }

    /// Whether it may come after a `<`: what begins a name, and `/`, `!`, `?`.
    private static func beginsTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF: true
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        default: false
        }
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
            (place, run) = (.text, 0)
        } else {
            run = 0
        }
    }
}
