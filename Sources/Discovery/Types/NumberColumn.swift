import Records

/// Numbers with their unit, and amounts of money: which mark is the decimal one is decided by the whole column.
struct NumberColumn {
    let context: PageContext

    /// A text cut around its number.
    private struct Part {
        let before: String
        let number: [Character]
        let after: String
    }

    func read(_ texts: [String]) -> ColumnReading.Values? {
        var parts: [Part] = []
        for text in texts {
            guard let part = Self.part(text) else { return nil }
            parts.append(part)
        }
        let isMoney = parts.allSatisfy { CurrencySigns.code($0.before, context) != nil || CurrencySigns.code($0.after, context) != nil }
        guard let marks = marks(of: parts.map(\.number), areAmounts: isMoney) else { return nil }
        let numbers = parts.map { Self.plain($0.number, marks) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        let plain = numbers.compactMap { $0 }
        return money(parts, plain) ?? number(parts, plain)
    }

    private func number(_ parts: [Part], _ plain: [String]) -> ColumnReading.Values? {
        let (before, after) = (parts[0].before, parts[0].after)
        guard parts.allSatisfy({ $0.before == before && $0.after == after }), before.count <= 2, !before.contains(where: \.isLetter),
            after.count <= 14,
            ![":", ",", "/"].contains(after)
        else { return nil }
        // A zero before other digits belongs to a code.
        if plain.contains(where: { $0.drop { $0 == "-" }.hasPrefix("0") && $0.drop { $0 == "-" }.dropFirst().first?.isNumber == true }) {
            return nil
        }
        let values = plain.compactMap { Double($0).flatMap { Value(number: $0) } }
        guard values.count == plain.count else { return nil }
        let unit = after.trimmed
        return ColumnReading.Values(kind: .number, values: values, unit: unit.isEmpty || unit == "." ? nil : unit)
    }

    /// A currency on all, or on the first only.
    private func money(_ parts: [Part], _ plain: [String]) -> ColumnReading.Values? {
        var signs: [String?] = []
        for part in parts {
            let (before, after) = (part.before.trimmed, part.after.trimmed)
            if before.isEmpty, after.isEmpty {
                signs.append(nil)
            } else if let code = CurrencySigns.code(before, context), after.isEmpty || after == before {
                signs.append(code)
            } else if before.isEmpty, let code = CurrencySigns.code(after, context) {
                signs.append(code)
            } else {
                return nil
            }
        }
        let codes = Set(signs.compactMap { $0 })
        guard codes.count == 1, let code = codes.first, signs[0] != nil || !signs.contains(nil) else { return nil }
        let amounts = plain.compactMap { Money($0, currency: code).map { Value.money($0) } }
        return amounts.count == plain.count ? ColumnReading.Values(kind: .money, values: amounts, currency: code) : nil
    }

    // MARK: Taking a text apart

    private static func part(_ text: String) -> Part? {
        let characters = text.compactMap(DigitForm.plain)
        guard let first = characters.firstIndex(where: \.isASCIIDigit), let last = characters.lastIndex(where: \.isASCIIDigit) else {
            return nil
        }
        var start = first
        if start > 0, [".", ","].contains(characters[start - 1]) { start -= 1 }
        var before = String(characters[..<start])
        // A letter that touches the digits is part of a code.
        if let letter = before.last, letter.isLetter, CurrencySigns.code(before.trimmed, nil) == nil { return nil }
        var isNegative = false
        for sign in ["-", "+"] where before.contains(sign) {
            guard before.filter({ String($0) == sign }).count == 1, before.trimmed.hasPrefix(sign) || before.trimmed.hasSuffix(sign) else {
                return nil
            }
            before = before.replacing(sign, with: "")
            isNegative = sign == "-"
        }
        var after = String(characters[(last + 1)...])
        // `5,–` and `1.–`: an amount without its smallest part.
        for tail in [",-", ".-", ",–", ".–", ",—", ".—"] where after.hasPrefix(tail) { after = String(after.dropFirst(2)) }
        let number = Array(characters[start...last])
        guard number.allSatisfy({ $0.isASCIIDigit || marks.contains($0) }) else { return nil }
        return Part(before: before.trimmed, number: (isNegative ? ["-"] : []) + number, after: after.trimmed)
    }

    private static let marks: Set<Character> = [".", ",", " ", "'"]

    // MARK: Marks

    private struct Marks {
        let decimal: Character?
        let group: Character?
    }

    /// nil if the column contradicts itself.
    ///
    /// - Parameter areAmounts: Whether each has a currency, of which no amount has three digits behind its mark.
    private func marks(of numbers: [[Character]], areAmounts: Bool) -> Marks? {
        var (decimals, groups) = (Set<Character>(), Set<Character>())
        var undecided: Set<Character> = []
        for number in numbers {
            let marks = number.filter { !$0.isASCIIDigit && $0 != "-" }
            guard let last = marks.last else { continue }
            let tail = number.reversed().prefix { $0.isASCIIDigit }.count
            if Set(marks).count > 1 {
                decimals.insert(last)
                groups.formUnion(marks.dropLast())
            } else if marks.count > 1 || last == " " || last == "'" {
                groups.insert(last)
            } else if tail != 3 {
                decimals.insert(last)
            } else {
                undecided.insert(last)
            }
        }
        guard decimals.count <= 1, groups.count <= 1, decimals.isDisjoint(with: groups), !decimals.contains(" ") else { return nil }
        let (usualDecimal, usualGroup) = usual
        let decimal = decimals.first ?? (groups.first.map { $0 == "," ? "." : "," } ?? usualDecimal)
        let group =
            groups.first ?? (undecided.subtracting(decimals).first ?? (decimal == "," ? "." : usualGroup == decimal ? "," : usualGroup))
        // Three digits behind the only mark: a group in this language, or the column's decimal mark.
        if groups.isEmpty, decimals.isEmpty, let mark = undecided.first {
            return mark == usualDecimal && !areAmounts ? Marks(decimal: mark, group: nil) : Marks(decimal: nil, group: mark)
        }
        return Marks(decimal: decimal, group: group)
    }

    /// The decimal mark and the group mark of the page's language.
    private var usual: (Character, Character) {
        let points: Set<String> = ["", "en", "ja", "zh", "ko", "ar", "he", "th", "hi", "fa", "ur"]
        return points.contains(context.language) ? (".", ",") : (",", ".")
    }

    /// As programs write it; nil if its groups are not whole.
    private static func plain(_ number: [Character], _ marks: Marks) -> String? {
        let isNegative = number.first == "-"
        let format = NumberFormat(decimal: marks.decimal ?? (marks.group == "." ? "," : "."), group: marks.group)
        return format.plain(String(isNegative ? number.dropFirst()[...] : number[...])).map { (isNegative ? "-" : "") + $0 }
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
