/// Buffers a document type declaration until it is complete: libxml2's push parser rescans for its end with each chunk, and miscounts
/// quotation marks, comments and brackets at unlucky chunk boundaries. Outputs the same UTF-8, with that declaration in one piece.
///
/// Follows XML 1.0, productions 22, 27 and 28, up to the first element's tag; after that it is inactive.
struct DoctypeGate {
    private enum Place {
        case prolog, comment, instruction, doctype, over
    }

    /// Whether to drop comments outside the declaration.
    var dropsComments = false
    private var place = Place.prolog
    private var held: [UInt8] = []
    /// How many of the buffered bytes have been scanned.
    private var at = 0
    /// Inside a document type: the open quotation mark, whether the subset is open, and the state after a comment or instruction.
    private var quote: UInt8 = 0
    private var isInSubset = false
    private var isInDoctype = false
    /// Its start in the buffered bytes.
    private var doctypeStart = 0

    /// libxml2 compares the names of its lists pairwise.
    static let heldBytes = 32 << 10

    /// Returns the bytes to pass on: the part before the root element, with a declaration in one piece; and the rest.
    mutating func take(_ bytes: [UInt8]) throws(MarkupError) -> (prolog: [UInt8], rest: [UInt8]) {
        if place == .over { return ([], bytes) }
        held += bytes
        var goesOn = true
        while place != .over, goesOn {
            goesOn = step()
            // Also if its end never arrives.
            guard !isInDoctype || at - doctypeStart <= Self.heldBytes else {
                throw MarkupError(.limit, "the document type declaration has more than \(Self.heldBytes) bytes")
            }
        }
        if isInDoctype { return ([], []) }
        // Scanned bytes are passed on; an incomplete construct stays.
        let (prolog, rest) = (Array(held[..<at]), Array(held[at...]))
        at = 0
        held = place == .over ? [] : rest
        return (prolog, place == .over ? rest : [])
    }

    /// The remaining bytes at the end of the document.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// Scans the next byte or token; false if more bytes are needed.
    private mutating func step() -> Bool {
        guard at < held.count else { return false }
        switch place {
        case .over: return false
        case .comment: return skip(past: "-->")
        case .instruction: return skip(past: "?>")
        case .prolog:
            guard held[at] == UInt8(ascii: "<") else {
                at += 1
                return true
            }
            return begin()
        case .doctype:
            if quote != 0 {
                if held[at] == quote { quote = 0 }
                at += 1
                return true
            }
            return doctype()
        }
    }

    private mutating func doctype() -> Bool {
        switch held[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = held[at]
        case UInt8(ascii: "["): isInSubset = true
        case UInt8(ascii: "]"): isInSubset = false
        case UInt8(ascii: "<") where isInSubset: return begin()
        case UInt8(ascii: ">") where !isInSubset:
            isInDoctype = false
            place = .prolog
        default: break
        }
        at += 1
        return true
    }

    /// At a '<': determines which of four constructs it starts.
    private mutating func begin() -> Bool {
        for (sign, next) in [("<!--", Place.comment), ("<?", .instruction), ("<!DOCTYPE", .doctype)] {
            let sign = Array(sign.utf8)
            let rest = held[at...].prefix(sign.count)
            guard rest.elementsEqual(sign.prefix(rest.count)) else { continue }
            guard rest.count == sign.count else { return false }
            if next == .doctype, !isInDoctype { (isInDoctype, doctypeStart) = (true, at) }
            place = next
            at += sign.count
            return true
        }
        if isInDoctype { at += 1 } else { place = .over }
        return true
    }

    private mutating func skip(past sign: String) -> Bool {
        let (sign, start) = (Array(sign.utf8), at)
        var isFound = false
        while at + sign.count <= held.count, !isFound {
            isFound = held[at..<at + sign.count].elementsEqual(sign)
            if !isFound { at += 1 }
        }
        if dropsComments, place == .comment, !isInDoctype {
            held.removeSubrange(start..<at)
            at = start
        }
        guard isFound else { return false }
        at += sign.count
        place = isInDoctype ? .doctype : .prolog
        return true
    }
}
