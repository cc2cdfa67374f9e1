import JSONReading

/// Parses text to the segments of a query: the grammar of RFC 9535, appendix A, by recursive descent. Filters are in a separate extension.
struct JSONPathParser {
    private let source: String
    private let bytes: [UInt8]
    private(set) var at = 0
    private var depth = 0

    init(_ source: String) {
        self.source = source
        bytes = Array(source.utf8)
    }

    /// `jsonpath-query`, to the end of the text.
    mutating func path() throws(JSONPathError) -> [JSONPath.Segment] {
        guard bytes.count <= JSONPathLimits.bytes else { throw error("longer than \(JSONPathLimits.bytes) bytes") }
        guard take("$") else { throw error("a query begins with '$'") }
        let segments = try segments()
        guard at == bytes.count else {
            throw error("'\(shown)' where '.', '..' or '[' is expected, or the end")
        }
        return segments
    }

    mutating func segments() throws(JSONPathError) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let before = at
            skipBlanks()
            if take("..") {
                segments.append(try isNext("[") ? bracketed(isDescendant: true) : shorthand(isDescendant: true))
            } else if take(".") {
                segments.append(try shorthand(isDescendant: false))
            } else if isNext("[") {
                segments.append(try bracketed(isDescendant: false))
            } else {
                at = before
                return segments
            }
        }
    }

    private mutating func shorthand(isDescendant: Bool) throws(JSONPathError) -> JSONPath.Segment {
        if take("*") { return JSONPath.Segment(isDescendant: isDescendant, selectors: [.wildcard]) }
        let start = at
        while let byte = next, byte >= 0x80 || isLetter(byte) || byte == UInt8(ascii: "_") || (at > start && isDigit(byte)) { at += 1 }
        guard at > start else {
            throw error(
                next == nil ? "a name or '*' is expected at the end" : "'\(shown)' where a name or '*' is expected; other names go in ['…']"
            )
        }
        return JSONPath.Segment(isDescendant: isDescendant, selectors: [.name(Array(bytes[start..<at]))])
    }

    private mutating func bracketed(isDescendant: Bool) throws(JSONPathError) -> JSONPath.Segment {
        try enter()
        defer { depth -= 1 }
        at += 1
        var selectors: [JSONPath.Selector] = []
        while true {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
            if take("]") { return JSONPath.Segment(isDescendant: isDescendant, selectors: selectors) }
            guard take(",") else { throw error("'\(shown)' where ',' or ']' is expected") }
        }
    }

    private mutating func selector() throws(JSONPathError) -> JSONPath.Selector {
        switch next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try string())
        case UInt8(ascii: "*"):
            at += 1
            return .wildcard
        case UInt8(ascii: "?"):
            at += 1
            skipBlanks()
            return .filter(try condition())
        case UInt8(ascii: "-"), UInt8(ascii: ":"), (0x30...0x39)?: return try indexOrSlice()
        default: throw error("'\(shown)' where a name in quotes, an index, a slice, '*' or '?' is expected")
        }
    }

    private mutating func indexOrSlice() throws(JSONPathError) -> JSONPath.Selector {
        let start = isNext(":") ? nil : try integer()
        let afterStart = at
        skipBlanks()
        guard take(":") else {
            at = afterStart
            guard let start else { throw error("an index is expected") }
            return .index(start)
        }
        skipBlanks()
        let end = isNumberNext ? try integer() : nil
        let afterEnd = at
        skipBlanks()
        guard take(":") else {
            at = afterEnd
            return .slice(start: start, end: end, step: 1)
        }
        let afterColon = at
        skipBlanks()
        guard isNumberNext else {
            at = afterColon
            return .slice(start: start, end: end, step: 1)
        }
        return .slice(start: start, end: end, step: try integer())
    }

    private var isNumberNext: Bool { next.map { isDigit($0) || $0 == UInt8(ascii: "-") } ?? false }

    /// `int`: no leading zeros, no `-0`, within the exact range of a double (section 2.1).
    private mutating func integer() throws(JSONPathError) -> Int {
        let start = at
        _ = take("-")
        while let byte = next, isDigit(byte) { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let value = Int(text), digits.first != "0" || text == "0" else {
            throw error("'\(text)' is not an index", at: start)
        }
        guard (-9_007_199_254_740_991...9_007_199_254_740_991).contains(value) else {
            throw error("the index \(text) is too large", at: start)
        }
        return value
    }

    /// A number in a filter: like JSON's, including `-0`.
    mutating func number() throws(JSONPathError) -> Double {
        let start = at
        _ = take("-")
        let whole = digits()
        var isRight = whole.count > 0 && (whole.count == 1 || bytes[whole.lowerBound] != UInt8(ascii: "0"))
        if isRight, take(".") { isRight = digits().count > 0 }
        if isRight, take("e") || take("E") {
            if !take("+") { _ = take("-") }
            isRight = digits().count > 0
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        guard isRight, let value = Double(text) else { throw error("'\(text)' is not a number", at: start) }
        return value
    }

    private mutating func digits() -> Range<Int> {
        let start = at
        while let byte = next, isDigit(byte) { at += 1 }
        return start..<at
    }

    /// A string in either kind of quotes, unescaped, in UTF-8 (section 2.3.1.1).
    mutating func string() throws(JSONPathError) -> [UInt8] {
        guard let quote = next else { throw error("a string is expected") }
        let opening = at
        at += 1
        var text: [UInt8] = []
        while let byte = next {
            at += 1
            if byte == quote { return text }
            guard byte >= 0x20 else {
                throw error("a control character in a string; write \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))", at: at - 1)
            }
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
                continue
            }
            guard let escape = next else { break }
            at += 1
            switch escape {
            case quote, UInt8(ascii: "/"), UInt8(ascii: "\\"): text.append(escape)
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var value = try hexUnit()
                if (0xD800...0xDBFF).contains(value), take("\\u") {
                    let low = try hexUnit()
                    guard (0xDC00...0xDFFF).contains(low) else { throw error("half of a surrogate pair", at: at - 6) }
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                }
                guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
                    throw error("half of a surrogate pair", at: at - 6)
                }
                text.append(contentsOf: encoded)
            default: throw error("there is no such escape in a string", at: at - 2)
            }
        }
        throw error("the string has no closing quote", at: opening)
    }

    private mutating func hexUnit() throws(JSONPathError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ JSONEscapes.hexDigit($0) }) else {
                throw error("four hexadecimal digits are expected after \\u")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    // Also used by filters.

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    func isNext(_ text: StaticString) -> Bool {
        guard at + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
    }

    mutating func take(_ text: StaticString) -> Bool {
        guard isNext(text) else { return false }
        at += text.utf8CodeUnitCount
        return true
    }

    /// A run of lower-case letters, digits and underscores: the name of a function, or a literal.
    mutating func word() -> String {
        let start = at
        while let byte = next, (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") || isDigit(byte) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    mutating func skipBlanks() { while isBlank(next) { at += 1 } }

    mutating func enter() throws(JSONPathError) {
        depth += 1
        guard depth <= JSONPathLimits.depth else { throw error("nested deeper than \(JSONPathLimits.depth)") }
    }

    mutating func leave() { depth -= 1 }

    mutating func goBack(to place: Int) { at = place }

    func error(_ detail: String, at place: Int? = nil) -> JSONPathError { JSONPathError(path: source, offset: place ?? at, detail: detail) }

    var shown: String { at < bytes.count ? String(String(decoding: bytes[at...], as: UTF8.self).prefix(1)) : "the end" }

    private func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}
