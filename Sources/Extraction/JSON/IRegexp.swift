import Records

/// A regular expression of JSONPath's `match` and `search`: RFC 9485 (I-Regexp), validated by its grammar and translated to a `Pattern`.
///
/// The translation is that of section 5.4 (PCRE): an unescaped `.` outside a class becomes `[^\n\r]`, and a whole match is wrapped in
/// `\A(?:…)\z`. Everything else is the same in both. So `^` and `$`, which the grammar treats as ordinary characters, keep PCRE's meaning,
/// as in the mapping and the compliance suite. An invalid I-Regexp gives nil, which matches nothing.
struct IRegexp: Sendable {
    private let pattern: Pattern

    init?(_ source: [UInt8], isWhole: Bool) {
        guard source.count <= 1_000 else { return nil }
        var translation = Translation(Array(String(decoding: source, as: UTF8.self).unicodeScalars))
        guard translation.alternatives(depth: 0), translation.isAtEnd else { return nil }
        let written = isWhole ? "\\A(?:\(translation.written))\\z" : translation.written
        guard let pattern = try? Pattern(written) else { return nil }
        self.pattern = pattern
    }

    /// A text that exceeds the match limit doesn't match.
    func matches(_ text: [UInt8]) -> Bool { (try? pattern.matches(String(decoding: text, as: UTF8.self))) ?? false }
}

/// Parses the grammar of RFC 9485, section 3, and writes it in our syntax. Each step returns whether it found its part of the grammar.
private struct Translation {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private(set) var written = ""

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var isAtEnd: Bool { at == scalars.count }
    private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[at] }

    /// `i-regexp = branch *( "|" branch )`, `branch = *piece`
    mutating func alternatives(depth: Int) -> Bool {
        guard depth <= 50 else { return false }
        while let scalar = next, scalar != ")" {
            if scalar == "|" {
                copy()
            } else {
                guard atom(depth: depth), quantifier() else { return false }
            }
        }
        return true
    }

    private mutating func atom(depth: Int) -> Bool {
        switch next {
        case "(":
            copy()
            guard alternatives(depth: depth + 1), next == ")" else { return false }
            copy()
        case ".":
            written += "[^\\n\\r]"
            at += 1
        case "\\": return escape()
        case "[": return characterClass()
        case "*", "+", "?", "{", "}", "]", ")", nil: return false
        default: copy()
        }
        return true
    }

    private mutating func quantifier() -> Bool {
        switch next {
        case "*", "+", "?":
            copy()
        case "{":
            copy()
            guard digits() else { return false }
            if next == "," {
                copy()
                _ = digits()
            }
            guard next == "}" else { return false }
            copy()
        default: break
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = at
        while let scalar = next, ("0"..."9").contains(scalar) { copy() }
        return at > start
    }

    /// `SingleCharEsc`, `catEsc`, `complEsc`
    private mutating func escape() -> Bool {
        copy()
        switch next {
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "n", "r", "t", "{", "|", "}":
            copy()
            return true
        case "p", "P":
            copy()
            guard next == "{" else { return false }
            copy()
            guard let major = next, let minors = Self.categories[major] else { return false }
            copy()
            if let minor = next, minors.unicodeScalars.contains(minor) { copy() }
            guard next == "}" else { return false }
            copy()
            return true
        default: return false
        }
    }

    private static let categories: [Unicode.Scalar: String] = [
        "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfno",
    ]

    /// `charClassExpr = "[" [ "^" ] ( "-" / CCE1 ) *CCE1 [ "-" ] "]"`
    private mutating func characterClass() -> Bool {
        copy()
        if next == "^" { copy() }
        var count = 0
        while let scalar = next, scalar != "]" {
            count += 1
            if scalar == "-" {
                // Only first or last. PCRE treats an escaped hyphen as literal anywhere.
                guard count == 1 || (at + 1 < scalars.count && scalars[at + 1] == "]") else { return false }
                written += "\\-"
                at += 1
                continue
            }
            let isCategory = scalar == "\\" && at + 1 < scalars.count && ["p", "P"].contains(scalars[at + 1])
            guard classCharacter() else { return false }
            if !isCategory, next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" {
                copy()
                guard next != "-", classCharacter() else { return false }
            }
        }
        guard count > 0, next == "]" else { return false }
        copy()
        return true
    }

    private mutating func classCharacter() -> Bool {
        switch next {
        case "\\": return escape()
        case "[", "]", nil: return false
        default:
            copy()
            return true
        }
    }

    private mutating func copy() {
        written.unicodeScalars.append(scalars[at])
        at += 1
    }
}
