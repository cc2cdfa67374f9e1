/// Holds a document type declaration back until it is whole: libxml2's push parser looks for its end anew with each piece, and loses
/// count of quotation marks, comments and brackets where a cut falls badly. UTF-8 in any cut → the same UTF-8, that declaration in one
/// piece.
///
/// It follows XML 1.0, productions 22, 27 and 28, as far as the first element's tag; from there on it is out of the way.
struct DoctypeGate {
    private enum Place {
        case prolog, comment, instruction, doctype, over
    }

    /// Whether comments outside of the declaration are left out.
    var dropsComments = false
    private var place = Place.prolog
    private var held: [UInt8] = []
    /// Of what is held, how many bytes have been looked at.
    private var at = 0
    /// Within a document type: the quotation mark that is open, whether the subset is, and where a comment or instruction returns to.
    private var quote: UInt8 = 0
    private var isInSubset = false
    private var isInDoctype = false
    /// Where it begins in what is held.
    private var doctypeStart = 0

    /// libxml2 compares the names of a list in it with each other.
    static let heldBytes = 32 << 10

    /// What may go on now: of the part before the root element, where a declaration is in one piece; and what comes after.
    mutating func take(_ bytes: [UInt8]) throws(MarkupError) -> (prolog: [UInt8], rest: [UInt8]) {
        if place == .over { return ([], bytes) }
        held += bytes
        var goesOn = true
        while place != .over, goesOn {
            goesOn = step()
            // Also of one whose end doesn't come.
            guard !isInDoctype || at - doctypeStart <= Self.heldBytes else {
                throw MarkupError(.limit, "the document type declaration has more than \(Self.heldBytes) bytes")
            }
        }
        if isInDoctype { return ([], []) }
        // What has been looked at goes; the beginning of something stays.
        let (prolog, rest) = (Array(held[..<at]), Array(held[at...]))
        at = 0
        held = place == .over ? [] : rest
        return (prolog, place == .over ? rest : [])
    }

    /// The rest, at the end of the document.
    mutating func finish() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// Looks at the next byte or sign; false if it takes more bytes to tell.
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

    /// At a '<': which of four things it begins.
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
