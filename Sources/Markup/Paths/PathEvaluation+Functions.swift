/// The functions of XPath 1.0 (section 4). Texts are UTF-8; characters are Unicode scalars.
extension PathEvaluation {
    mutating func call(_ function: PathFunction, _ values: [PathExpression], _ context: Context) throws(MarkupError) -> PathValue {
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .count: return .number(Double(try nodes(values[0], context).count))
        case .id: return .nodes(try identified(values, context))
        case .localName, .namespaceURI, .name: return .text(Array(try name(function, values, context).utf8))
        case .string: return .text(try argument(values, context))
        case .concat: return .text(try concatenation(values, context))
        case .startsWith: return .flag(try text(values[0], context).starts(with: try text(values[1], context)))
        case .contains: return .flag(try found(values, context).place != nil)
        case .substringBefore:
            let found = try found(values, context)
            return .text(found.place.map { Array(found.text[..<$0]) } ?? [])
        case .substringAfter:
            let found = try found(values, context)
            return .text(found.place.map { Array(found.text[($0 + found.wanted.count)...]) } ?? [])
        case .substring: return .text(try substring(values, context))
        case .stringLength: return .number(Double(PathText.length(try argument(values, context))))
        case .normalizeSpace: return .text(PathText.withSingleBlanks(try argument(values, context)))
        case .translate:
            let (text, from, to) = (try text(values[0], context), try text(values[1], context), try text(values[2], context))
            try budget.spend(1 + (text.count + from.count + to.count) / 4)
            return .text(PathText.translated(text, from, to))
        case .boolean: return .flag(try flag(values[0], context))
        case .not: return .flag(try !flag(values[0], context))
        case .isTrue: return .flag(true)
        case .isFalse: return .flag(false)
        case .lang: return .flag(try isInLanguage(try text(values[0], context), context.node))
        case .number:
            return .number(values.isEmpty ? PathNumber.value(try text(of: context.node)) : try number(values[0], context))
        case .sum:
            var sum = 0.0
            for node in try nodes(values[0], context) { sum += PathNumber.value(try text(of: node)) }
            return .number(sum)
        case .floor: return .number(try number(values[0], context).rounded(.down))
        case .ceiling: return .number(try number(values[0], context).rounded(.up))
        case .round: return .number(Self.rounded(try number(values[0], context)))
        }
    }

    /// Section 4.1: the elements with these identifiers.
    mutating func identified(_ values: [PathExpression], _ context: Context) throws(MarkupError) -> [PathNode] {
        var texts: [[UInt8]] = []
        if case .nodes(let nodes) = try value(values[0], context) {
            for node in nodes { texts.append(try text(of: node)) }
        } else {
            texts = [try text(values[0], context)]
        }
        var elements: [PathNode] = []
        for text in texts {
            for word in text.split(whereSeparator: PathText.isBlank) {
                try budget.spend(1 + word.count / 16)
                if let element = tree.element(identified: Array(word)) { elements.append(PathNode(element)) }
            }
        }
        return try inOrder(elements)
    }

    /// The only argument, or the context's text.
    private mutating func argument(_ values: [PathExpression], _ context: Context) throws(MarkupError) -> [UInt8] {
        let text = values.isEmpty ? try text(of: context.node) : try text(values[0], context)
        try budget.spend(text.count / 16)
        return text
    }

    private mutating func name(_ function: PathFunction, _ values: [PathExpression], _ context: Context) throws(MarkupError) -> String {
        guard let node = values.isEmpty ? context.node : try nodes(values[0], context, .first).first, node.place != NodeMap.document
        else { return "" }
        if let declaration = node.declaration { return function == .namespaceURI ? "" : map.prefix(declaredAt: declaration) }
        let kind = map.nodes[node.place]
        guard kind.isElement || kind.isAttribute || kind.isInstruction else { return "" }
        let name = map.storage.name(node.place)
        switch function {
        case .localName: return name.local
        case .name: return name.qualified
        default: return name.namespace ?? ""
        }
    }

    private mutating func concatenation(_ values: [PathExpression], _ context: Context) throws(MarkupError) -> [UInt8] {
        var all: [UInt8] = []
        for value in values {
            all += try text(value, context)
            try budget.spend(all.count / 16)
        }
        return all
    }

    private mutating func found(
        _ values: [PathExpression], _ context: Context
    ) throws(MarkupError) -> (text: [UInt8], wanted: [UInt8], place: Int?) {
        let (text, wanted) = (try text(values[0], context), try text(values[1], context))
        try budget.spend((text.count + wanted.count) / 4)
        return (text, wanted, PathText.place(of: wanted, in: text))
    }

    /// Starts at the character `from`, rounded and counted from 1; `count` is rounded too.
    private mutating func substring(_ values: [PathExpression], _ context: Context) throws(MarkupError) -> [UInt8] {
        let text = try text(values[0], context)
        let first = Self.rounded(try number(values[1], context))
        let end = values.count == 3 ? first + Self.rounded(try number(values[2], context)) : .infinity
        try budget.spend(text.count / 4)
        return PathText.characters(of: text) { Double($0) >= first && Double($0) < end }
    }

    /// Section 4.3: whether the nearest `xml:lang` is this language or a sublanguage.
    private mutating func isInLanguage(_ wanted: [UInt8], _ node: PathNode) throws(MarkupError) -> Bool {
        var place: Int? = node.place
        while let at = place, at != NodeMap.document {
            if map.nodes[at].isElement {
                let attributes = map.attributes(of: at)
                try budget.spend(attributes.count)
                let language = attributes.first {
                    let name = map.storage.name($0)
                    return name.local == "lang" && name.namespace == XPath.xmlNamespace
                }
                if let language {
                    let found = try text(of: PathNode(language)).map(PathText.lowered)
                    let wanted = wanted.map(PathText.lowered)
                    return found.starts(with: wanted) && (found.count == wanted.count || found[wanted.count] == UInt8(ascii: "-"))
                }
            }
            place = map.parent(of: at)
        }
        return false
    }

    /// Rounds halves up; between -0.5 and 0 the result is negative zero.
    private static func rounded(_ number: Double) -> Double {
        if number >= -0.5, number < 0.5 { return number * 0 }
        let floor = number.rounded(.down)
        return number - floor >= 0.5 ? floor + 1 : floor
    }
}

/// XPath's string functions on UTF-8, each linear in its input.
enum PathText {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD }

    static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Continuation bytes don't start a character.
    static func length(_ text: [UInt8]) -> Int { text.count { $0 & 0xC0 != 0x80 } }

    static func withSingleBlanks(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isPending = false
        for byte in text {
            if isBlank(byte) {
                isPending = !result.isEmpty
            } else {
                if isPending { result.append(0x20) }
                isPending = false
                result.append(byte)
            }
        }
        return result
    }

    /// The characters whose position, from 1, is accepted.
    static func characters(of text: [UInt8], where isTaken: (Int) -> Bool) -> [UInt8] {
        var number = 0
        var isKept = false
        return text.filter { byte in
            if byte & 0xC0 != 0x80 {
                number += 1
                isKept = isTaken(number)
            }
            return isKept
        }
    }

    /// Replaces characters of `from` by those of `to` at the same position, or removes them if there is none.
    static func translated(_ text: [UInt8], _ from: [UInt8], _ to: [UInt8]) -> [UInt8] {
        var table: [Unicode.Scalar: Unicode.Scalar?] = [:]
        var replacements = String(decoding: to, as: UTF8.self).unicodeScalars.makeIterator()
        for scalar in String(decoding: from, as: UTF8.self).unicodeScalars {
            let replacement = replacements.next()
            if table[scalar] == nil { table[scalar] = .some(replacement) }
        }
        var result = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if let replacement = table[scalar] {
                if let replacement { result.append(replacement) }
            } else {
                result.append(scalar)
            }
        }
        return Array(String(result).utf8)
    }

    /// The position of the first occurrence, by the Knuth–Morris–Pratt algorithm, which is linear for every text.
    static func place(of wanted: [UInt8], in text: [UInt8]) -> Int? {
        guard let first = wanted.first else { return 0 }
        guard wanted.count > 1 else { return text.firstIndex(of: first) }
        guard wanted.count <= text.count else { return nil }
        // For each position of the pattern: the length of the longest prefix that ends there.
        var borders = [0]
        borders.reserveCapacity(wanted.count)
        var matched = 0
        for byte in wanted.dropFirst() {
            while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
            if wanted[matched] == byte { matched += 1 }
            borders.append(matched)
        }
        matched = 0
        for (place, byte) in text.enumerated() {
            while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
            if wanted[matched] == byte { matched += 1 }
            if matched == wanted.count { return place - wanted.count + 1 }
        }
        return nil
    }
}
