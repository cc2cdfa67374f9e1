/// Converts lines of Hebrew and Arabic stored in visual order, from left to right, to reading order. A small part of the bidirectional
/// algorithm (Unicode Annex 9) in reverse: letters and numbers only.
enum RightToLeft {
    /// Whether a text contains right-to-left letters.
    static func occurs(in text: String) -> Bool {
        func occurs(_ bytes: some Sequence<UInt8>) -> Bool {
            var before: UInt8 = 0
            for byte in bytes where byte >= 0xAC {
                switch byte {
                case 0xD6...0xDF: return true  // U+0590…U+07FF, except the end of Armenian
                case 0xAC...0xB7 where before == 0xEF: return true  // U+FB00…U+FDFF
                case 0xB9...0xBB where before == 0xEF: return true  // U+FE40…U+FEFF
                default: before = byte
                }
            }
            return false
        }
        return text.utf8.withContiguousStorageIfAvailable { occurs($0) } ?? occurs(text.utf8)
    }

    /// Whether a page's text is stored in reading order. Letters that occur only at word ends decide; otherwise the order of a line's runs
    /// does.
    static func isLogical(_ lines: [[LineJoiner.Piece]]) -> Bool {
        var atEnd = 0
        var atStart = 0
        var leftward = 0
        var rightward = 0
        for pieces in lines {
            for piece in pieces {
                for word in piece.text.split(separator: " ") where word.utf8.count >= 4 {
                    if let last = word.unicodeScalars.last(where: { $0.properties.isAlphabetic }), finals.contains(last.value) {
                        atEnd += 1
                    }
                    if let first = word.unicodeScalars.first(where: { $0.properties.isAlphabetic }), finals.contains(first.value) {
                        atStart += 1
                    }
                    if word.hasPrefix("\u{627}\u{644}") { atEnd += 1 }
                    if word.hasSuffix("\u{644}\u{627}") { atStart += 1 }
                    let (first, last) = (joining(word.unicodeScalars.first), joining(word.unicodeScalars.last))
                    if first == .initial || last == .final { atEnd += 1 }
                    if first == .final || last == .initial { atStart += 1 }
                }
            }
            for (before, after) in zip(pieces, pieces.dropFirst()) where occurs(in: before.text) && occurs(in: after.text) {
                if after.placement.endX <= before.placement.x + before.placement.size * 0.3 { leftward += 1 } else { rightward += 1 }
            }
        }
        return atEnd != atStart ? atEnd > atStart : leftward > rightward
    }

    private static func joining(_ scalar: Unicode.Scalar?) -> ArabicForms.Joining? { scalar.flatMap { ArabicForms.joining(of: $0) } }

    /// Final kaf, mem, nun, pe and tsadi in Hebrew; ta marbuta and alef maksura in Arabic.
    private static let finals: Set<UInt32> = [0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5, 0x629, 0x649]

    /// The text of a line's runs, in any input order.
    static func line(_ pieces: [LineJoiner.Piece], isLogical: Bool) -> String {
        var result = ""
        let sorted = pieces.enumerated().sorted { ($0.element.placement.x, $0.offset) < ($1.element.placement.x, $1.offset) }.map(\.element)
        let order = isLogical && runsLeft(pieces.map(\.text)) ? leftward(sorted) : sorted
        var last: LineJoiner.Piece?
        for piece in order {
            if let last {
                let isAfter = piece.placement.x >= last.placement.x
                let gap = isAfter ? piece.placement.x - last.placement.endX : last.placement.x - piece.placement.endX
                let needsBlank = gap > max(piece.placement.size, last.placement.size) * LineJoiner.wordGap
                if needsBlank, result.utf8.last != 0x20, piece.text.utf8.first != 0x20 { result += " " }
            }
            result += piece.text
            last = piece
        }
        return text(result, isLogical: isLogical)
    }

    /// Whether a line of these texts is right-to-left: most of its letters are.
    static func runsLeft(_ texts: [String]) -> Bool {
        var (rights, lefts) = (0, 0)
        for character in texts.joined() {
            switch kind(character) {
            case .right: rights += 1
            case .left: lefts += 1
            default: break
            }
        }
        return rights > 0 && rights >= lefts
    }

    /// Pieces from right to left, except left-to-right stretches: touching numbers and symbols, and words of other scripts with what
    /// follows them.
    private static func leftward(_ sorted: [LineJoiner.Piece]) -> [LineJoiner.Piece] {
        var stretches: [[LineJoiner.Piece]] = []
        for piece in sorted {
            if let last = stretches.last?.last, !occurs(in: last.text), !occurs(in: piece.text), goesOn(piece, behind: last) {
                stretches[stretches.count - 1].append(piece)
            } else {
                stretches.append([piece])
            }
        }
        return stretches.reversed().flatMap { $0 }
    }

    private static func goesOn(_ piece: LineJoiner.Piece, behind last: LineJoiner.Piece) -> Bool {
        let size = max(piece.placement.size, last.placement.size)
        let gap = piece.placement.x - last.placement.endX
        if gap <= size * LineJoiner.wordGap { return true }
        return gap < size * LineJoiner.columnGap && last.text.contains { kind($0) == .left }
    }

    /// A text in reading order, with letters instead of presentation forms. `isLogical`: it is already in reading order.
    static func text(_ text: String, isLogical: Bool) -> String { ArabicForms.folded(isLogical ? text : logical(text)) }

    /// Characters that are mirrored in right-to-left text (Unicode's BidiMirroring.txt).
    private static let mirrored: [Character: Character] = {
        let pairs: [(Character, Character)] = [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"), ("‹", "›"), ("≤", "≥")]
        return Dictionary(uniqueKeysWithValues: pairs.flatMap { [($0, $1), ($1, $0)] })
    }()

    /// The number of unbalanced brackets.
    private static func unmatched(_ characters: some Sequence<Character>) -> Int {
        var (open, count) = (0, 0)
        for character in characters {
            switch character {
            case "(", "[", "{", "«", "‹": open += 1
            case ")", "]", "}", "»", "›": if open > 0 { open -= 1 } else { count += 1 }
            default: break
            }
        }
        return open + count
    }

    private static let signs: Set<Character> = ["-", "+", "\u{2212}", "\u{B1}"]
    /// Symbols that belong to the number directly before them.
    private static let units: Set<Character> = ["%", "\u{2030}", "\u{B0}"]

    private enum Kind {
        case right, left, number, neutral
    }

    private static func kind(_ character: Character) -> Kind {
        guard let scalar = character.unicodeScalars.first else { return .neutral }
        switch scalar.value {
        case 0x0660...0x0669, 0x06F0...0x06F9: return .number
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: return scalar.properties.isAlphabetic ? .right : .neutral
        case 0x30...0x39: return .number
        default: return scalar.properties.isAlphabetic ? .left : .neutral
        }
    }

    /// The line in reading order. Characters keep their combining marks.
    static func logical(_ line: String) -> String {
        let characters = Array(line)
        let kinds = characters.map { kind($0) }
        let rights = kinds.count { $0 == .right }
        let lefts = kinds.count { $0 == .left }
        guard rights > 0 else { return line }
        if rights >= lefts { return turned(characters[...], kinds[...]) }
        // In a left-to-right line, only right-to-left stretches are reversed.
        var result = ""
        var index = 0
        while index < characters.count {
            guard kinds[index] == .right else {
                result.append(characters[index])
                index += 1
                continue
            }
            var end = index + 1
            var place = index + 1
            while place < characters.count, kinds[place] != .left {
                place += 1
                if kinds[place - 1] == .right { end = place }
            }
            result += turned(characters[index..<end], kinds[index..<end])
            index = end
        }
        return result
    }

    /// Reversed, except numbers and left-to-right words.
    private static func turned(_ characters: ArraySlice<Character>, _ kinds: ArraySlice<Kind>) -> String {
        var result: [Character] = []
        var places: [Int] = []
        var index = characters.endIndex
        while index > characters.startIndex {
            index -= 1
            let isUnit = index > characters.startIndex && kinds[index - 1] == .number && units.contains(characters[index])
            guard kinds[index] == .left || kinds[index] == .number || isUnit else {
                if mirrored[characters[index]] != nil { places.append(result.count) }
                result.append(characters[index])
                continue
            }
            // A left-to-right stretch includes neutral characters inside it.
            var start = index
            var place = index
            while place > characters.startIndex, kinds[place - 1] != .right {
                place -= 1
                if kinds[place] == .left || kinds[place] == .number { start = place }
                if index - place > 10_000 { break }
            }
            // A sign belongs to the number after it.
            if start > characters.startIndex, kinds[start] == .number, signs.contains(characters[start - 1]),
                start - 1 == characters.startIndex || characters[start - 2] == " "
            {
                start -= 1
            }
            result += characters[start...index]
            index = start
        }
        // Some programs store the painted bracket, others the logical one: the version with balanced brackets is right.
        var painted = result
        for place in places { painted[place] = mirrored[result[place]] ?? result[place] }
        return String(!places.isEmpty && unmatched(painted) <= unmatched(result) ? painted : result)
    }
}
