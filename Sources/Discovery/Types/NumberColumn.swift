import Records

/// Parses numbers with their unit, and amounts of money. The whole column decides which character is the decimal separator.
struct NumberColumn {
    let context: PageContext

    func read(_ texts: [String]) -> ColumnReading.Values? {
        let values = bare(texts)
        guard values?.kind != .money, let (amounts, words) = Self.withoutWords(texts), var money = bare(amounts), money.kind == .money
        else {
            return values
        }
        money.around = words
        return money
    }

    /// Amounts without the words that all of them have, and these words: `900 € kalt`, `Miete 900 €`. nil without such words.
    private static func withoutWords(_ texts: [String]) -> (texts: [String], words: [String])? {
        let parts = texts.compactMap { WrittenNumber($0) }
        guard parts.count == texts.count, parts.count >= leastWithWords else { return nil }
        let head = words(before: parts[0])
        let tail = words(behind: parts[0])
        guard !(head + tail).isEmpty else { return nil }
        var bare: [String] = []
        for text in texts {
            let text = text.trimmed
            guard text.hasPrefix(head), text.hasSuffix(tail), text.count > head.count + tail.count else { return nil }
            bare.append(String(text.dropFirst(head.count).dropLast(tail.count)).trimmed)
        }
        return (bare, [head, tail].filter { !$0.isEmpty })
    }

    /// The fewest amounts that show that a word is common to all.
    private static let leastWithWords = 3
    private static let longestWords = 30

    /// `kalt` in `900 € kalt`; empty without a currency before it.
    private static func words(behind part: WrittenNumber) -> String {
        guard let blank = part.after.firstIndex(of: " "), CurrencySigns.codes(of: String(part.after[..<blank])) != nil else { return "" }
        return word(part.after[blank...])
    }

    /// `Miete` in `Miete 900 €` and in `Miete € 900`; empty without a currency.
    private static func words(before part: WrittenNumber) -> String {
        let blank = part.before.lastIndex(of: " ")
        if let blank, CurrencySigns.codes(of: String(part.before[blank...]).trimmed) != nil { return word(part.before[..<blank]) }
        let currency = part.after.prefix { $0 != " " }
        return CurrencySigns.codes(of: String(currency)) != nil && CurrencySigns.codes(of: part.before) == nil ? word(part.before[...]) : ""
    }

    /// Words that begin with a letter; leading punctuation belongs to a unit: `€ / m²`.
    private static func word(_ text: Substring) -> String {
        let word = String(text).trimmed
        return word.first?.isLetter == true && word.count <= longestWords ? word : ""
    }

    private func bare(_ texts: [String]) -> ColumnReading.Values? {
        var (parts, amounts) = ([WrittenNumber](), [String]())
        for text in texts {
            if let part = WrittenNumber(text) {
                parts.append(part)
                amounts.append(text)
            } else if !CurrencyNames.isFree(text) {
                return nil
            }
        }
        guard !parts.isEmpty else { return nil }
        let currency = currency(of: parts)
        guard let format = format(amounts, currency) else { return nil }
        let plain = parts.compactMap { $0.plain(format) }
        guard plain.count == parts.count else { return nil }
        if let currency { return money(texts, plain, currency, format) }
        return parts.count == texts.count ? number(parts, plain, format) : nil
    }

    private func format(_ texts: [String], _ currency: String?) -> NumberFormat? {
        switch NumberStyle.decide(for: texts, currency: currency, language: context.language) {
        case .decided(let format): format
        // Without a known language, a point before three digits is more often a decimal point.
        case .undecided(let groups, let fractions): groups.group == "." ? fractions : groups
        case .contradiction, .none: nil
        }
    }

    private func number(_ parts: [WrittenNumber], _ plain: [String], _ format: NumberFormat) -> ColumnReading.Values? {
        let (before, after) = (parts[0].before, parts[0].after)
        guard parts.allSatisfy({ $0.before == before && $0.after == after }), before.count <= 2, !before.contains(where: \.isLetter),
            after.count <= 14,
            ![":", ",", "/"].contains(after), !context.isMonth(after)
        else { return nil }
        // A leading zero belongs to a code.
        if plain.contains(where: { $0.drop { $0 == "-" }.hasPrefix("0") && $0.drop { $0 == "-" }.dropFirst().first?.isNumber == true }) {
            return nil
        }
        let values = plain.compactMap { Double($0).flatMap { Value(number: $0) } }
        guard values.count == plain.count else { return nil }
        let (word, rest) = Self.withoutMarks(after)
        let unit = word.contains(where: { $0.isLetter || $0.isSymbol || $0 == "%" || $0 == "‰" }) ? word : nil
        return ColumnReading.Values(
            kind: .number, values: values, unit: unit, numbers: format, around: [before, unit == nil ? after : rest])
    }

    /// A unit, and the punctuation after it: `pts,`, `wins)`.
    private static func withoutMarks(_ text: String) -> (word: String, rest: String) {
        var word = text[...]
        while let last = word.last, ",;:".contains(last) || (last == ")" && !word.contains("(")) { word = word.dropLast() }
        return (String(word), String(text[word.endIndex...]))
    }

    /// "Free" is an amount of zero.
    private func money(_ texts: [String], _ plain: [String], _ currency: String, _ format: NumberFormat) -> ColumnReading.Values? {
        var (rest, values) = (plain[...], [Value]())
        for text in texts {
            let amount = CurrencyNames.isFree(text) ? "0" : rest.popFirst() ?? ""
            guard let money = Money(amount, currency: currency) else { return nil }
            values.append(.money(money))
        }
        return ColumnReading.Values(kind: .money, values: values, currency: currency, numbers: format)
    }

    /// The currency of all amounts, or of the first if the others have none; nil if there is other text around a number.
    private func currency(of parts: [WrittenNumber]) -> String? {
        var (shared, named) = (Set<String>(), [Bool]())
        var likeliest: [String] = []
        for part in parts {
            guard let codes = Self.codes(part) else { return nil }
            named.append(!codes.isEmpty)
            if codes.isEmpty { continue }
            if likeliest.isEmpty {
                (shared, likeliest) = (Set(codes), codes)
            } else {
                shared.formIntersection(codes)
            }
        }
        guard named.first == true || !named.contains(false) else { return nil }
        return context.currency(of: likeliest.filter(shared.contains))
    }

    /// The currency codes around a number; empty without any, nil if there is other text.
    private static func codes(_ part: WrittenNumber) -> [String]? {
        var found: [String] = []
        for text in [part.before, part.after] where !text.isEmpty {
            guard let codes = CurrencySigns.codes(of: text) else { return nil }
            found = found.isEmpty ? codes : found.filter(codes.contains)
        }
        return found
    }
}
