/// A token of the syntax of objects (ISO 32000-1, 7.2 and 7.3).
enum Token: Equatable {
    case integer(Int)
    case real(Double)
    case name(String)
    case string([UInt8])
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    case keyword(Keyword)
    /// A byte that starts no token here.
    case junk
    /// A string longer than the limit; it starts at `tokenStart`, and nothing of it was consumed.
    case tooLong
    /// The bytes end inside the token; only white space and comments were consumed.
    case needMore
}

/// Keywords between and inside objects.
enum Keyword: Equatable {
    case obj, endobj, stream, endstream, reference, xref, trailer, startxref, endOfFile, yes, no, null, other
}

/// Splits bytes into tokens of objects; resumable at any position: the scanned part of an incomplete string isn't scanned again. Regular
/// tokens have at most 256 bytes (longer ones are junk), so rescanning those is bounded. Each call gets the bytes, and the caller owns
/// `position`, an index in those bytes.
struct Lexer {
    /// Between objects a stray `(` or `<` must not consume what follows, so strings are junk there.
    var readsStrings = true
    /// Bytes examined, counting repeats, to guard against quadratic work.
    private(set) var examined = 0
    /// The start of the last returned or incomplete token.
    private(set) var tokenStart = 0
    /// The longest string, from `PDFLimits.tokenBytes`.
    let longestString: Int

    private var inComment = false
    private var inLongToken = false
    private var stringExamined = 0
    private var stringDepth = 0
    static let longestRegular = 256

    init(longestString: Int) {
        self.longestString = longestString
    }

    /// The next token from `position`, which is advanced past it. `ended`: no more bytes follow.
    mutating func next(_ bytes: Span<UInt8>, _ position: inout Int, ended: Bool) -> Token {
        let start = position
        defer { examined += position - start + 1 }
        while position < bytes.count {
            let byte = bytes[position]
            if inComment {
                inComment = byte != 0x0A && byte != 0x0D
                position += 1
                continue
            }
            if inLongToken {
                inLongToken = isRegular(byte)
                if inLongToken { position += 1 }
                continue
            }
            if Bytes.isWhiteSpace(byte) {
                position += 1
                continue
            }
            tokenStart = position
            switch byte {
            case 0x25:  // %
                if bytes.holds("%%EOF", at: position) {
                    position += 5
                    return .keyword(.endOfFile)
                }
                if position + 5 > bytes.count && !ended { return .needMore }
                inComment = true
            case 0x28 where readsStrings: return literalString(bytes, &position)  // (
            case 0x3C: return lessThan(bytes, &position, ended: ended)
            case 0x3E: return greaterThan(bytes, &position, ended: ended)
            case 0x5B: return Self.sign(.arrayStart, &position)
            case 0x5D: return Self.sign(.arrayEnd, &position)
            case 0x28, 0x29, 0x7B, 0x7D: return Self.sign(.junk, &position)
            default: return regular(bytes, &position, ended: ended)
            }
        }
        return .needMore
    }

    /// A token of one byte.
    @inline(__always)
    private static func sign(_ token: Token, _ position: inout Int) -> Token {
        position += 1
        return token
    }

    /// `<<`, or a string in hexadecimal digits.
    private mutating func lessThan(_ bytes: Span<UInt8>, _ position: inout Int, ended: Bool) -> Token {
        guard position + 1 < bytes.count else {
            if ended { position += 1 }
            return ended ? .junk : .needMore
        }
        if bytes[position + 1] == 0x3C {
            position += 2
            return .dictionaryStart
        }
        return readsStrings ? hexadecimalString(bytes, &position) : Self.sign(.junk, &position)
    }

    private func greaterThan(_ bytes: Span<UInt8>, _ position: inout Int, ended: Bool) -> Token {
        guard position + 1 < bytes.count || ended else { return .needMore }
        let isDouble = position + 1 < bytes.count && bytes[position + 1] == 0x3E
        position += isDouble ? 2 : 1
        return isDouble ? .dictionaryEnd : .junk
    }

    /// Discards the state of an incomplete string.
    mutating func abandonString() {
        stringExamined = 0
        stringDepth = 0
    }

    private func isRegular(_ byte: UInt8) -> Bool { Bytes.classes[Int(byte)] == Bytes.regular }

    // Strings (7.3.4)

    private mutating func literalString(_ bytes: Span<UInt8>, _ position: inout Int) -> Token {
        var index = position + max(stringExamined, 1)
        let began = index
        while index < bytes.count {
            switch bytes[index] {
            case 0x5C:
                if index + 1 >= bytes.count {
                    examined += index - began
                    stringExamined = index - position
                    return unfinishedString()
                }
                index += 1
            case 0x28: stringDepth += 1
            case 0x29:
                if stringDepth == 0 {
                    examined += index - began
                    let content = LiteralString.decode(bytes.extracting(position + 1..<index))
                    position = index + 1
                    stringExamined = 0
                    return .string(content)
                }
                stringDepth -= 1
            default: break
            }
            index += 1
        }
        examined += index - began
        stringExamined = index - position
        return unfinishedString()
    }

    private mutating func hexadecimalString(_ bytes: Span<UInt8>, _ position: inout Int) -> Token {
        var index = position + max(stringExamined, 1)
        let began = index
        while index < bytes.count, bytes[index] != 0x3E { index += 1 }
        examined += index - began
        guard index < bytes.count else {
            stringExamined = index - position
            return unfinishedString()
        }
        let content = HexadecimalString.decode(bytes.extracting(position + 1..<index))
        position = index + 1
        stringExamined = 0
        return .string(content)
    }

    private mutating func unfinishedString() -> Token {
        guard stringExamined > longestString else { return .needMore }
        abandonString()
        return .tooLong
    }

    // Names, numbers, keywords (7.3.2, 7.3.3, 7.3.5)

    private mutating func regular(_ bytes: Span<UInt8>, _ position: inout Int, ended: Bool) -> Token {
        let start = position
        let isName = bytes[start] == 0x2F
        var end = start + (isName ? 1 : 0)
        let classes = Bytes.classes
        let limit = min(bytes.count, start + Lexer.longestRegular)
        while end < limit, classes[Int(bytes[end])] == Bytes.regular { end += 1 }
        examined += end - start
        if end == bytes.count, !ended, end - start < Lexer.longestRegular { return .needMore }
        if end - start >= Lexer.longestRegular { inLongToken = true }
        position = end
        if inLongToken && !isName { return .junk }
        let run = bytes.extracting(start..<end)
        if isName { return .name(NameToken.decode(run.extracting(1..<run.count))) }
        if let number = NumberToken.decode(run) { return number }
        // "endobj7 0 obj": some writers omit the line break.
        if run.count > 6, run.holds("endobj", at: 0), case .integer? = NumberToken.decode(run.extracting(6..<run.count)) {
            position = start + 6
            return .keyword(.endobj)
        }
        return .keyword(Lexer.keyword(run))
    }

    private static func keyword(_ run: Span<UInt8>) -> Keyword {
        func isExactly(_ text: StaticString) -> Bool { run.count == text.utf8CodeUnitCount && run.holds(text, at: 0) }
        switch run[0] {
        case 0x52: return run.count == 1 ? .reference : .other
        case 0x6F: return isExactly("obj") ? .obj : .other
        case 0x65: return isExactly("endobj") ? .endobj : isExactly("endstream") ? .endstream : .other
        case 0x73: return isExactly("stream") ? .stream : isExactly("startxref") ? .startxref : .other
        case 0x78: return isExactly("xref") ? .xref : .other
        case 0x74: return isExactly("trailer") ? .trailer : isExactly("true") ? .yes : .other
        case 0x66: return isExactly("false") ? .no : .other
        case 0x6E: return isExactly("null") ? .null : .other
        default: return .other
        }
    }
}
