/// Converts a CSS selector to an XPath 1.0 condition that the same elements satisfy.
///
/// Supports tags, identifiers, classes, attributes, the four combinators, lists, and the pseudo-classes that depend only on the document
/// (Selectors Level 4, sections 4 to 14). nil for selectors that XPath can't express, and for more than 1,000 bytes.
struct CSSSelector {
    /// Such as `self::div and @id='a'`.
    let condition: String

    private static let longest = 1000

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var reader = CSSReader(text)
        guard let condition = reader.list(), reader.isAtEnd else { return nil }
        self.condition = condition
    }
}

/// Parses a selector from left to right. Each method returns nil for a syntax error.
private struct CSSReader {
    private var rest: Substring

    init(_ text: String) { rest = Substring(text) }

    var isAtEnd: Bool { rest.isEmpty }

    /// Selectors separated by commas.
    mutating func list() -> String? {
        var conditions: [String] = []
        repeat {
            guard let condition = complex() else { return nil }
            conditions.append(condition)
        } while accept(",")
        return conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " or ")
    }

    /// Compounds separated by combinators.
    private mutating func complex() -> String? {
        skipBlanks()
        guard var condition = compound() else { return nil }
        while true {
            let isApart = skipBlanks()
            guard let sign = rest.first, sign != ",", sign != ")" else { return condition }
            let axis: String
            switch sign {
            case ">": axis = "parent::*"
            case "+": axis = "preceding-sibling::*[1]"
            case "~": axis = "preceding-sibling::*"
            default: axis = "ancestor::*"
            }
            if axis == "ancestor::*" {
                guard isApart else { return nil }
            } else {
                rest.removeFirst()
                skipBlanks()
            }
            guard let next = compound() else { return nil }
            condition = "\(next) and \(axis)[\(condition)]"
        }
    }

    /// A tag with its conditions, without a space.
    private mutating func compound() -> String? {
        var (conditions, tag) = ([String](), String?.none)
        if accept("*") {
            conditions.append("self::*")
        } else if let name = identifier() {
            guard Self.isTag(name) else { return nil }
            tag = name.lowercased()
            conditions.append("self::\(name.lowercased())")
        }
        while let sign = rest.first, ".#[:".contains(sign) {
            rest.removeFirst()
            let condition: String?
            switch sign {
            case "[": condition = attribute()
            case ":": condition = pseudo(of: tag)
            default:
                guard let name = identifier() else { return nil }
                condition = sign == "." ? Self.word(name, of: "class") : "@id=\(XPathText.literal(name))"
            }
            guard let condition else { return nil }
            conditions.append(condition)
        }
        return conditions.isEmpty ? nil : conditions.joined(separator: " and ")
    }

    // MARK: Parts

    private mutating func attribute() -> String? {
        skipBlanks()
        guard let name = identifier(), Self.isTag(name) else { return nil }
        skipBlanks()
        if accept("]") { return "@\(name)" }
        let sign = rest.first.flatMap { "~|^$*".contains($0) ? $0 : nil }
        if sign != nil { rest.removeFirst() }
        guard accept("=") else { return nil }
        skipBlanks()
        guard let value = string() ?? identifier() else { return nil }
        skipBlanks()
        guard accept("]") else { return nil }
        let literal = XPathText.literal(value)
        switch sign {
        case nil: return "@\(name)=\(literal)"
        case "~": return Self.word(value, of: name)
        case "|": return "(@\(name)=\(literal) or starts-with(@\(name), \(XPathText.literal(value + "-"))))"
        case "^": return value.isEmpty ? "false()" : "starts-with(@\(name), \(literal))"
        case "$":
            let start = "string-length(@\(name)) - \(value.unicodeScalars.count - 1)"
            return value.isEmpty ? "false()" : "substring(@\(name), \(start))=\(literal)"
        default: return value.isEmpty ? "false()" : "contains(@\(name), \(literal))"
        }
    }

    private mutating func pseudo(of tag: String?) -> String? {
        guard let name = identifier()?.lowercased() else { return nil }
        guard accept("(") else { return Self.plainPseudo(name, of: tag) }
        skipBlanks()
        let condition: String?
        switch name {
        case "not": condition = list().map { "not(\($0))" }
        case "is", "where", "matches": condition = list().map { "(\($0))" }
        case "has": condition = list().map { ".//*[\($0)]" }
        case "contains", "-soup-contains": condition = (string() ?? identifier()).map { XPathText.contains($0) }
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            let sibling = name.hasSuffix("of-type") ? tag : "*"
            let axis = name.contains("last") ? "following-sibling" : "preceding-sibling"
            let text = rest.prefix { $0 != ")" }
            rest = rest[text.endIndex...]
            condition = sibling.flatMap { Self.nth(String(text), "(count(\(axis)::\($0)) + 1)") }
        default: condition = nil
        }
        skipBlanks()
        return accept(")") ? condition : nil
    }

    private static func plainPseudo(_ name: String, of tag: String?) -> String? {
        switch name {
        case "first-child": "not(preceding-sibling::*)"
        case "last-child": "not(following-sibling::*)"
        case "only-child": "not(preceding-sibling::* or following-sibling::*)"
        case "first-of-type": tag.map { "not(preceding-sibling::\($0))" }
        case "last-of-type": tag.map { "not(following-sibling::\($0))" }
        case "only-of-type": tag.map { "not(preceding-sibling::\($0) or following-sibling::\($0))" }
        case "root": "not(parent::*)"
        case "empty": "not(* or text())"
        default: nil
        }
    }

    /// `odd`, `3`, `2n+1`, `-n+3`.
    private static func nth(_ text: String, _ place: String) -> String? {
        var text = text.lowercased().filter { !$0.isWhitespace }
        if text == "odd" { text = "2n+1" }
        if text == "even" { text = "2n" }
        guard let n = text.firstIndex(of: "n") else { return number(text).map { "\(place) = \($0)" } }
        let before = String(text[..<n])
        let after = String(text[text.index(after: n)...])
        let step = ["": 1, "+": 1, "-": -1][before] ?? number(before)
        guard let step, let start = after.isEmpty ? 0 : number(after) else { return nil }
        if step == 0 { return "\(place) = \(start)" }
        let (bound, distance) = step > 0 ? (">=", "(\(place) - \(start))") : ("<=", "(\(start) - \(place))")
        return "\(place) \(bound) \(start) and \(distance) mod \(abs(step)) = 0"
    }

    private static func number(_ text: String) -> Int? { Int(text).flatMap { abs($0) <= 100_000 ? $0 : nil } }

    private static func word(_ word: String, of attribute: String) -> String? {
        word.isEmpty || word.contains(where: \.isWhitespace)
            ? "false()" : "contains(concat(' ', normalize-space(@\(attribute)), ' '), \(XPathText.literal(" \(word) ")))"
    }

    /// Whether XPath accepts it as a name.
    private static func isTag(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "-_0123456789".unicodeScalars.contains($0)) }
            && name.first?.isLetter == true
    }

    // MARK: Words

    /// Decodes escapes (CSS Syntax Level 3, section 4.3.7).
    private mutating func identifier() -> String? {
        var name = ""
        while let character = rest.first {
            if character == "\\" {
                rest.removeFirst()
                guard let escaped = escape() else { return nil }
                name.append(escaped)
            } else if character.isLetter || character.isNumber || character == "-" || character == "_" || !character.isASCII {
                name.append(rest.removeFirst())
            } else {
                break
            }
        }
        return name.isEmpty ? nil : name
    }

    private mutating func string() -> String? {
        guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
        rest.removeFirst()
        var text = ""
        while let character = rest.first {
            rest.removeFirst()
            if character == quote { return text }
            if character == "\\" {
                guard let escaped = escape() else { return nil }
                text.append(escaped)
            } else {
                text.append(character)
            }
        }
        return nil
    }

    private mutating func escape() -> Character? {
        let digits = rest.prefix(6).prefix(while: \.isHexDigit)
        guard digits.isEmpty else {
            rest.removeFirst(digits.count)
            if rest.first?.isWhitespace == true { rest.removeFirst() }
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : Character($0) }
        }
        return rest.isEmpty ? nil : rest.removeFirst()
    }

    @discardableResult private mutating func skipBlanks() -> Bool {
        let count = rest.count
        rest = rest.drop(while: \.isWhitespace)
        return rest.count < count
    }

    private mutating func accept(_ sign: Character) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }
}
