import Markup
import Records

/// Converts the bytes of a text document, in chunks of any size, to valid UTF-8 without a byte order mark.
///
/// UTF-8, windows-1252 and UTF-16 are decoded here, all other encodings of the web by Markup's `TextDecoder`.
///
/// The only place where characters are decoded for `json`, `delimited` and `text`. The encoding is, in this order, that of a byte order
/// mark, the board (`encoding`), the answer's head, or UTF-8. Without a mark or a board's encoding, an unknown charset in the head counts
/// as UTF-8. Invalid bytes are an error with their position; in UTF-8 they become U+FFFD if the caller allows it.
struct TextInput {
    enum Encoding: Hashable {
        case utf8
        /// On the web, Latin-1 also means this (WHATWG Encoding Standard, "windows-1252").
        case windows1252
        case utf16le
        case utf16be
        case other(Charset)
        /// UTF-8, unless the first non-ASCII byte shows otherwise: then the whole text is windows-1252.
        case utf8OrWindows1252

        /// An encoding by a common name, ignoring case.
        init?(named name: String) {
            switch name.lowercased() {
            case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
            case "windows-1252", "cp1252", "latin1", "latin-1", "iso-8859-1", "iso8859-1": self = .windows1252
            case "utf-16le", "utf-16", "utf16": self = .utf16le
            case "utf-16be": self = .utf16be
            default:
                guard let charset = try? Charset(label: name) else { return nil }
                self = .other(charset)
            }
        }
    }

    private var encoding: Encoding
    /// Undecoded bytes: the first three, until it is known whether they are a mark, then an incomplete character.
    private var waiting: [UInt8] = []
    private var isBegun = false
    /// Bytes decoded so far.
    private var offset = 0
    private var highSurrogate: UInt16?
    /// Only ASCII so far, so the encoding can still be either.
    private var isUndecided = false
    /// Whether bytes that aren't valid UTF-8 become U+FFFD.
    private let isLenient: Bool
    /// The number of such bytes.
    private(set) var replacements = 0
    /// Decodes the encodings of `.other`.
    private var decoder: TextDecoder?
    /// The error in the bytes after the returned ones: thrown on the next call, so that everything before it is processed.
    private var failure: ExtractionError?

    init(_ encoding: Encoding?, _ hints: DocumentHints, isLenient: Bool = false) {
        self.encoding = encoding ?? hints.charset.flatMap { Encoding(named: $0) } ?? .utf8
        self.isLenient = isLenient
        if case .other(let charset) = self.encoding { decoder = TextDecoder(charset) }
        if self.encoding == .utf8OrWindows1252 { (self.encoding, isUndecided) = (.utf8, true) }
    }

    /// The decoded bytes, without an incomplete character at their end.
    mutating func decode(_ bytes: [UInt8]) throws(ExtractionError) -> [UInt8] {
        try decode(bytes, isLast: false)
    }

    /// The remaining text; throws if the document ends inside a character.
    mutating func finish() throws(ExtractionError) -> [UInt8] {
        var rest = try decode([], isLast: true)
        if let failure { throw failure }
        if case .other = encoding { rest += try other([], isLast: true) }
        if isUndecided {
            rest += windows1252(waiting[...])
            waiting = []
        }
        guard waiting.isEmpty, highSurrogate == nil else { throw ExtractionError(.truncated, "the document ends inside a character") }
        return rest
    }

    private mutating func decode(_ bytes: [UInt8], isLast: Bool) throws(ExtractionError) -> [UInt8] {
        if let failure { throw failure }
        let bytes = waiting.isEmpty ? bytes : waiting + bytes
        waiting = []
        var start = 0
        if !isBegun {
            guard bytes.count >= 3 || isLast else {
                waiting = bytes
                return []
            }
            isBegun = true
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (encoding, start) = (.utf8, 3) }
            if bytes.starts(with: [0xFF, 0xFE]) { (encoding, start) = (.utf16le, 2) }
            if bytes.starts(with: [0xFE, 0xFF]) { (encoding, start) = (.utf16be, 2) }
            if start > 0 { isUndecided = false }
        }
        defer { offset += bytes.count - waiting.count }
        switch encoding {
        case .utf8, .utf8OrWindows1252: return utf8(bytes, from: start)
        case .windows1252: return windows1252(bytes[start...])
        case .utf16le, .utf16be: return utf16(bytes[start...])
        case .other: return try other(Array(bytes[start...]), isLast: false)
        }
    }

    private mutating func other(_ bytes: [UInt8], isLast: Bool) throws(ExtractionError) -> [UInt8] {
        do throws(MarkupError) {
            return try (isLast ? decoder?.finish() : decoder?.decode(bytes)) ?? []
        } catch {
            throw ExtractionError(error)
        }
    }

    private mutating func utf8(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        let (valid, isCut) = UTF8Text.validPrefix(bytes, from: start)
        if isUndecided {
            if bytes[start..<valid].contains(where: { $0 >= 0x80 }) {
                isUndecided = false
            } else if valid < bytes.count, !isCut {
                (isUndecided, encoding) = (false, .windows1252)
                return windows1252(bytes[start...])
            }
        }
        if valid == bytes.count { return start == 0 ? bytes : Array(bytes[start...]) }
        if isCut {
            waiting = Array(bytes[valid...])
        } else if isLenient {
            return repaired(bytes, from: start)
        } else {
            failure = ExtractionError(.damaged, UTF8Text.refusal(of: bytes[valid], at: offset + valid))
        }
        return Array(bytes[start..<valid])
    }

    private mutating func repaired(_ bytes: [UInt8], from start: Int) -> [UInt8] {
        var (text, at): ([UInt8], Int) = ([], start)
        while true {
            let (valid, isCut) = UTF8Text.validPrefix(bytes, from: at)
            text += bytes[at..<valid]
            if isCut { waiting = Array(bytes[valid...]) }
            guard valid < bytes.count, !isCut else { return text }
            Self.append(0xFFFD, to: &text)
            replacements += 1
            at = valid + 1
        }
    }

    private func windows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                let scalar = (0x80...0x9F).contains(byte) ? Self.c1[Int(byte - 0x80)] : UInt32(byte)
                Self.append(scalar, to: &text)
            }
        }
        return text
    }

    /// Lone surrogates become U+FFFD, as in the web's decoders.
    private mutating func utf16(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var at = bytes.startIndex
        while at + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            let unit = encoding == .utf16le ? second << 8 | first : first << 8 | second
            at += 2
            if let high = highSurrogate {
                highSurrogate = nil
                if (0xDC00...0xDFFF).contains(unit) {
                    Self.append(0x10000 + UInt32(high - 0xD800) << 10 + UInt32(unit - 0xDC00), to: &text)
                    continue
                }
                Self.append(0xFFFD, to: &text)
            }
            switch unit {
            case 0xD800...0xDBFF: highSurrogate = unit
            case 0xDC00...0xDFFF: Self.append(0xFFFD, to: &text)
            default: Self.append(UInt32(unit), to: &text)
            }
        }
        waiting = Array(bytes[at...])
        return text
    }

    private static func append(_ value: UInt32, to text: inout [UInt8]) {
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// The byte for this character in windows-1252; nil if there is none.
    static func windows1252Byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
        return c1.firstIndex(of: scalar.value).map { UInt8($0) + 0x80 }
    }

    /// windows-1252, 0x80 to 0x9F; the five unassigned bytes map to the control characters of their numbers.
    private static let c1: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
