/// Random documents and paths, small enough that names, texts and namespaces often coincide.
struct RandomPaths {
    static let namespaces = ["m": "urn:m", "n": "urn:n"]

    private var chance: Chance
    /// Comments and instructions, which rows don't keep.
    private let hasComments: Bool

    init(seed: UInt64, hasComments: Bool) {
        chance = Chance(state: seed)
        self.hasComments = hasComments
    }

    // MARK: Documents

    mutating func document() -> String {
        let before = hasComments && one(in: 2) ? "<!--top--><?p q?>" : ""
        return before + element(depth: 0) + (hasComments && one(in: 2) ? "<!--end-->" : "")
    }

    private mutating func element(depth: Int) -> String {
        let name = pick(["a", "a", "b", "c", "t", "m:a", "m:b", "n:a"])
        var text = "<\(name)"
        // Prefixes are declared at the root, and sometimes redeclared, possibly with the other's namespace.
        if depth == 0 {
            text += " xmlns:m='urn:m' xmlns:n='urn:n'"
        } else if one(in: 12) {
            text += pick([" xmlns='urn:m'", " xmlns:m='urn:n'", " xmlns:o='urn:o'", " xmlns=''"])
        }
        for (attribute, values) in [
            ("xml:lang", ["de", "en", "de-AT", ""]), ("xml:space", ["preserve"]), ("xml:id", ["i\(chance.next() % 1000)"]),
            ("k", ["1", "2", "x"]), ("m:k", ["1", "de"]), ("lang", ["de", "fr"]), ("n:lang", ["en"]),
        ] where one(in: 5) { text += " \(attribute)='\(pick(values))'" }
        text += ">"
        for _ in 0..<chance.below(depth < 4 ? 5 : 2) {
            switch chance.below(hasComments ? 8 : 6) {
            case 0, 1: text += pick(["x", "y", " 1 ", "2", "10", "é𝄞", "de", "  x  y ", "<![CDATA[x<]]>", "&amp;", "-3.5"])
            case 6: text += "<!--\(pick(["x", "1"]))-->"
            case 7: text += "<?\(pick(["p", "q"])) \(pick(["x", "1"]))?>"
            default: text += element(depth: depth + 1)
            }
        }
        return text + "</\(name)>"
    }

    // MARK: Paths

    mutating func path() -> String { one(in: 3) ? expression(2) : location(2) }

    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else { return pick(["1", "2", "'x'", "'1'", "'de'", ".", "@k", "a", "position()", "last()", "true()"]) }
        switch chance.below(16) {
        case 0...4: return location(depth - 1)
        case 5: return "\(expression(depth - 1)) \(pick(["=", "!=", "<", "<=", ">", ">="])) \(expression(depth - 1))"
        case 6: return "\(expression(depth - 1)) \(pick(["and", "or"])) \(expression(depth - 1))"
        case 7: return "\(expression(depth - 1)) \(pick(["+", "-", "*", "div", "mod"])) \(expression(depth - 1))"
        case 8: return "-\(pick(["", "-"]))(\(expression(depth - 1)))"
        case 9: return "(\(location(depth - 1)) | \(location(depth - 1)))\(predicate(depth))"
        case 10: return "(\(location(depth - 1)))\(predicate(depth))/\(step(depth - 1))"
        case 11: return "\(pick(["count", "sum", "name", "local-name", "namespace-uri"]))(\(location(depth - 1)))"
        case 12:
            return
                "\(pick(["not", "boolean", "number", "string-length", "normalize-space", "floor", "ceiling", "round", "lang", "id"]))(\(expression(depth - 1)))"
        case 13:
            return "\(pick(["contains", "starts-with", "substring-before", "substring-after"]))(\(expression(depth - 1)), \(expression(0)))"
        case 14: return "translate(\(location(depth - 1)), 'xy1', '\(pick(["", "z", "yx", "é"]))')"
        default: return "substring(\(location(depth - 1)), \(expression(0))\(one(in: 2) ? ", \(expression(0))" : ""))"
        }
    }

    private mutating func location(_ depth: Int) -> String {
        let start = pick(["", "", "", "/", "//", ".//", "./", "../", "(//b)[1]/"])
        var path = start + step(depth, after: start)
        for _ in 0..<chance.below(3) {
            let sign = pick(["/", "/", "//"])
            path += sign + step(depth, after: sign)
        }
        return path
    }

    private mutating func step(_ depth: Int, after sign: String = "") -> String {
        // libxml2 loses nodes of `//.`.
        if one(in: 12) { return sign.hasSuffix("//") ? ".." : pick([".", ".."]) }
        let axis = pick([
            "", "", "", "", "@", "child::", "attribute::", "descendant::", "descendant-or-self::", "self::", "parent::", "ancestor::",
            "ancestor-or-self::", "following-sibling::", "preceding-sibling::", "following::", "preceding::", "namespace::",
        ])
        if axis == "namespace::" { return axis + pick(["*", "node()", "m", "xml", "o"]) }
        var tests = ["a", "b", "c", "t", "*", "node()", "m:a", "m:*", "n:a", "text()", "k", "xml:lang", "m:k", "xml:*", "@"]
        if hasComments { tests += ["comment()", "processing-instruction()", "processing-instruction('p')"] }
        var test = pick(tests)
        if test == "@" { test = "*" }
        return axis + test + (one(in: 3) ? predicate(depth) : "") + (one(in: 9) ? predicate(depth) : "")
    }

    private mutating func predicate(_ depth: Int) -> String {
        let simple = [
            "1", "2", "last()", "position() > 1", "@k", "@xml:lang='de'", "lang('de')", "not(*)", ". = 'x'", "text()", "last() - 1",
            "position() mod 2 = 1", "@lang", "a", "position() = last()", "name() = 'm:a'",
        ]
        return "[\(depth > 0 && one(in: 2) ? expression(depth - 1) : pick(simple))]"
    }

    private mutating func one(in count: Int) -> Bool { chance.below(count) == 0 }
    private mutating func pick(_ choices: [String]) -> String { choices[chance.below(choices.count)] }
}

/// SplitMix64: the same numbers each time.
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
