/// Counts the attributes of each tag before libxml2 parses them, because libxml2 compares them pairwise. UTF-8 in chunks of any size, from
/// the first tag on.
///
/// In tolerant mode it also removes what libxml2 would buffer until its end: comments, the excess of a long instruction or section, and
/// attributes beyond the limit.
///
/// Exact for well-formed documents. Others end at their first fault, after which nothing is counted. Namespace declarations count as
/// attributes.
struct TagGate {
    private enum Place {
        case text, began, tag, value, declared, opening, comment, section, instruction
    }

    let limit: Int
    /// Whether to record `signs` and `cuts`.
    private let findsSigns: Bool
    /// How many bytes of a section stay: enough for a row to exceed its own limit. The maximum length of a value.
    let longest: Int
    private static let longestInstruction = 4096
    /// Positions in the last bytes of a `&` in a text or value, a `<` that starts no tag, or the `>` of a `]]>` in a text.
    private(set) var signs: [Int] = []
    /// Ranges to remove from the last bytes, with their replacements.
    private var cuts: [(range: Range<Int>, written: String)] = []
    /// How many tags had more attributes than the limit; the excess was removed.
    private(set) var longTags = 0
    /// Whether a value exceeded its length limit.
    private(set) var hasLongValue = false
    /// Whether bytes are being removed, and from which position on.
    private var isCutting = false
    private var cutStart = 0
    /// The length so far of the comment, instruction, section or value.
    private var part = 0
    private var last: UInt8 = 0
    private var place = Place.text
    private var count = 0
    /// In a value: the closing quotation mark.
    private var quote: UInt8 = 0
    /// How many bytes of the end marker of a comment, section or instruction have matched. In a text: how many `]` ended the last bytes.
    private var run = 0

    /// Whether the bytes so far end outside tags, comments, sections and instructions.
    var isInText: Bool { place == .text }

    init(limit: Int, findsSigns: Bool = false, longest: Int = .max) {
        (self.limit, self.findsSigns, self.longest) = (limit, findsSigns, longest)
    }

    /// False if a tag has too many attributes.
    mutating func take(_ bytes: [UInt8]) -> Bool {
        signs.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
        cutStart = 0
        defer { if isCutting, cutStart < bytes.count { cuts.append((cutStart..<bytes.count, "")) } }
        return bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            defer { if findsSigns, place == .text { run = Self.brackets(before: bytes.count, in: bytes, after: run) } }
            while at < bytes.count {
                let start = at
                at = plainEnd(of: bytes, from: at)
                if place == .value { lengthen(by: at - start) }
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

    /// The last bytes without the removed ranges, and the signs in them.
    func cut(_ bytes: [UInt8]) -> (bytes: [UInt8], signs: [Int]) {
        if cuts.isEmpty { return (bytes, signs) }
        var (kept, moved, next, done) = ([UInt8](), [Int](), 0, 0)
        for cut in cuts {
            while next < signs.count, signs[next] < cut.range.lowerBound {
                moved.append(kept.count + signs[next] - done)
                next += 1
            }
            while next < signs.count, signs[next] < cut.range.upperBound { next += 1 }
            kept += bytes[done..<cut.range.lowerBound] + Array(cut.written.utf8)
            done = cut.range.upperBound
        }
        moved += signs[next...].map { kept.count + $0 - done }
        return (kept + bytes[done...], moved)
    }

    private mutating func startCutting(at place: Int) { (isCutting, cutStart) = (true, place) }

    /// Ends the removal before this position.
    private mutating func endCutting(at place: Int, _ written: String) {
        guard isCutting else { return }
        isCutting = false
        cuts.append((cutStart..<place, written))
    }

    /// Counts bytes of a value. Values aren't truncated: their references may be much shorter, and the row would seem complete.
    private mutating func lengthen(by count: Int) {
        part += count
        if part > longest, !isCutting { hasLongValue = true }
    }

    /// Counts a byte of an instruction or section.
    @inline(__always)
    private mutating func lengthen(_ byte: UInt8, at place: Int, _ longest: Int) {
        part += 1
        if findsSigns, part > longest, !isCutting, byte & 0xC0 != 0x80 { startCutting(at: place) }
    }

    /// Provides the byte after the `count` last bytes.
    mutating func look(ahead next: UInt8, after count: Int) {
        guard place == .began, !Self.beginsTag(next) else { return }
        signs.append(count - 1)
        place = .text
    }

    /// Most bytes are ordinary text or value bytes: returns the position after a leading run of them.
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
        case .tag: return tag(byte, at)
        case .value:
            if byte == quote {
                place = .tag
                // libxml2 compares attributes pairwise.
                if count <= limit { endCutting(at: at, "") }
                if findsSigns, count == limit { startCutting(at: at + 1) }
            } else if findsSigns, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") {
                signs.append(at)
            }
        case .declared: place = byte == UInt8(ascii: "-") ? .opening : byte == UInt8(ascii: "[") ? .section : .tag
        case .opening:
            place = .comment
            if findsSigns, longest < .max { startCutting(at: at + 1) }
        case .comment: end(byte, at, after: UInt8(ascii: "-"), 2)
        case .section:
            lengthen(byte, at: at, longest)
            end(byte, at, after: UInt8(ascii: "]"), 2)
        case .instruction:
            lengthen(byte, at: at, min(longest, Self.longestInstruction))
            end(byte, at, after: UInt8(ascii: "?"), 1)
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

    /// How many `]`, up to two, directly precede a position; `earlier` is how many ended the previous bytes.
    private static func brackets(before place: Int, in bytes: UnsafeBufferPointer<UInt8>, after earlier: Int) -> Int {
        var count = 0
        while count < 2, count < place, bytes[place - 1 - count] == UInt8(ascii: "]") { count += 1 }
        return min(2, count == place ? count + earlier : count)
    }

    /// Whether the byte may follow a `<`: the start of a name, or `/`, `!`, `?`.
    private static func beginsTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...0xFF: true
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        default: false
        }
    }

    private mutating func begin(_ byte: UInt8) {
        (count, run, part) = (0, 0, 0)
        switch byte {
        case UInt8(ascii: "!"): place = .declared
        case UInt8(ascii: "?"): place = .instruction
        default: place = .tag
        }
    }

    private mutating func tag(_ byte: UInt8, _ at: Int) -> Bool {
        defer { last = byte }
        switch byte {
        case UInt8(ascii: ">"):
            place = .text
            endCutting(at: at, last == UInt8(ascii: "/") ? "/" : "")
            if count > limit { longTags += 1 }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (place, quote, part) = (.value, byte, 0)
        case UInt8(ascii: "="):
            count += 1
            return findsSigns || count <= limit
        default: break
        }
        return true
    }

    private mutating func end(_ byte: UInt8, _ at: Int, after sign: UInt8, _ times: Int) {
        if byte == sign {
            run += 1
        } else if byte == UInt8(ascii: ">"), run >= times {
            (place, run) = (.text, 0)
            endCutting(at: at, String(repeating: Character(Unicode.Scalar(sign)), count: times))
        } else {
            run = 0
        }
    }
}
