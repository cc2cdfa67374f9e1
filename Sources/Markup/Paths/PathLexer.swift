/// The tokens of an XPath 1.0 expression (section 3.7), with the position of each.
///
/// It distinguishes names from the operators `and`, `or`, `div`, `mod` and `*`, so it knows which prefixes and functions an expression
/// uses.
struct PathLexer {
    enum Token: Hashable {
        /// `/`, `//`, `|`, `[`, `]`, `(`, `)`, `@`, `.`, `..`, `,`, `::` and operators.
        case sign(String)
        /// `name`, `prefix:name`, `*` as `*`, `prefix:*`.
        case name(prefix: String?, local: String)
        case literal(String)
        case number(String)
    }

    struct Word: Hashable {
        let token: Token
        /// From 1.
        let column: Int
    }

    static func words(of source: String) throws(MarkupError) -> [Word] {
        var lexer = PathLexer(source)
        return try lexer.read()
    }

    private let characters: [Character]
    private var at = 0
    private var words: [Word] = []

    private init(_ source: String) { characters = Array(source) }

    private mutating func read() throws(MarkupError) -> [Word] {
        while true {
            while at < characters.count, characters[at].isWhitespace { at += 1 }
            guard at < characters.count else { return words }
            let start = at
            let token = try next()
            words.append(Word(token: token, column: start + 1))
        }
    }

    private mutating func next() throws(MarkupError) -> Token {
        let character = characters[at]
        if let pair = sign(of: 2), ["//", "..", "::", "<=", ">=", "!="].contains(pair) {
            at += 2
            return .sign(pair)
        }
        if character == "\"" || character == "'" { return try literal(character) }
        if character.isNumber || (character == "." && at + 1 < characters.count && characters[at + 1].isNumber) { return number() }
        if "/|[]()@.,=<>+-".contains(character) {
            at += 1
            return .sign(String(character))
        }
        if character == "$" { throw MarkupError(.path, column: at + 1, "variables, which begin with $, are not known here") }
        if character == "*" {
            at += 1
            return isOperand ? .sign("*") : .name(prefix: nil, local: "*")
        }
        guard Self.beginsName(character) else { throw MarkupError(.path, column: at + 1, "'\(character)' has no meaning here") }
        let first = name()
        if isOperand, ["and", "or", "div", "mod"].contains(first) { return .sign(first) }
        if at + 1 < characters.count, characters[at] == ":", characters[at + 1] != ":" {
            if characters[at + 1] == "*" {
                at += 2
                return .name(prefix: first, local: "*")
            }
            guard Self.beginsName(characters[at + 1]) else {
                throw MarkupError(.path, column: at + 2, "a name is expected after '\(first):'")
            }
            at += 1
            return .name(prefix: first, local: name())
        }
        return .name(prefix: nil, local: first)
    }

    /// Whether the previous token ends an operand, so that a name or `*` is an operator here (section 3.7, the first rule).
    private var isOperand: Bool {
        switch words.last?.token {
        case nil: false
        case .sign(let sign): [")", "]", ".", ".."].contains(sign)
        default: true
        }
    }

    private func sign(of count: Int) -> String? { at + count <= characters.count ? String(characters[at..<at + count]) : nil }

    private mutating func literal(_ quote: Character) throws(MarkupError) -> Token {
        let start = at
        guard let end = characters[(at + 1)...].firstIndex(of: quote) else {
            throw MarkupError(.path, column: start + 1, "the text that begins with \(quote) does not end")
        }
        at = end + 1
        return .literal(String(characters[start + 1..<end]))
    }

    private mutating func number() -> Token {
        let start = at
        while at < characters.count, characters[at].isNumber || characters[at] == "." { at += 1 }
        return .number(String(characters[start..<at]))
    }

    private mutating func name() -> String {
        let start = at
        while at < characters.count, Self.beginsName(characters[at]) || characters[at].isNumber || "-.·".contains(characters[at]) {
            at += 1
        }
        return String(characters[start..<at])
    }

    private static func beginsName(_ character: Character) -> Bool { character.isLetter || character == "_" }
}
