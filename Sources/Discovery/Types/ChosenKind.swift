package import Records

/// The formats in which texts are written as a type that a person has chosen, found from those that can be parsed.
package struct ChosenKind {
    private let context: PageContext
    private let texts: [String]

    /// The most texts that are examined.
    private static let limit = 2000
    /// The most different words beside numbers, each of which is optional.
    private static let words = 8

    /// - Parameters:
    ///   - texts: A column's cells, as the page has them. Empty ones don't count.
    ///   - language: The page's language, `de` or `de-CH`.
    ///   - host: The page's host, whose ending may tell which dollars are meant.
    package init(of texts: [String], language: String?, host: String) {
        self.texts = Array(texts.lazy.map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }.prefix(Self.limit))
        context = PageContext(tag: language ?? "", host: host)
    }

    /// - Parameters:
    ///   - currency: For amounts; nil: the currency in the texts.
    ///   - yes: For a flag, the text that means yes; nil: by the words' own meaning.
    /// - Returns: A field without a name and paths.
    package func field(_ kind: Field.Kind, currency: String? = nil, yes: String? = nil) -> Candidate.Field {
        var field = Candidate.Field(name: "", kind: kind)
        switch kind {
        case .number: readNumbers(&field)
        case .money:
            field.currency = currency ?? self.currency
            field.numbers = format(texts.filter { Money.currencies(of: $0) != nil }, field.currency)
        case .date, .timestamp:
            let dates = dates
            if !dates.isEmpty, dates.allSatisfy({ CalendarDate(iso: $0) != nil || MomentFormat().moment($0) != nil }) { break }
            field.dates = patterns(of: dates).first
        case .flag: field.words = words(yes)
        default: break
        }
        return field
    }

    /// The possible date formats if they are ambiguous, likeliest first; otherwise empty.
    package var orders: [DatePattern] {
        let patterns = patterns(of: dates)
        return patterns.count > 1 ? patterns : []
    }

    // MARK: Numbers

    private var currency: String? {
        var counts: [[String]: Int] = [:]
        for text in texts { if let codes = Money.currencies(of: text), !codes.isEmpty { counts[codes, default: 0] += 1 } }
        return counts.max { ($0.value, $1.key.first ?? "") < ($1.value, $0.key.first ?? "") }.flatMap { context.currency(of: $0.key) }
    }

    /// The number format that parses most texts; nil: a decimal point, without groups.
    private func format(_ texts: [String], _ currency: String? = nil) -> NumberFormat? {
        var texts = texts
        // A few texts in another format don't count.
        for _ in 0..<Self.words {
            switch NumberStyle.decide(for: texts, currency: currency, language: context.language) {
            case .decided(let format): return format
            case .undecided(let groups, let fractions): return groups.group == "." ? fractions : groups
            case .contradiction(let row): texts.remove(at: row)
            case .none: return nil
            }
        }
        return nil
    }

    private func readNumbers(_ field: inout Candidate.Field) {
        let numbers = texts.compactMap { text in WrittenNumber(text).map { (text: text, parts: $0) } }
        field.numbers = format(numbers.map(\.text))
        let (before, after) = (Self.frequent(numbers.map(\.parts.before)), Self.frequent(numbers.map(\.parts.after)))
        // If all numbers are followed by the same word, that is their unit.
        if after.count == 1, numbers.allSatisfy({ $0.parts.after == after[0] }), after[0].count <= 14 { field.unit = after[0] }
        field.around = before + (field.unit == nil ? after : [])
    }

    /// The most frequent words beside numbers.
    private static func frequent(_ words: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for word in words where !word.isEmpty && word.count <= 40 { counts[word, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.words).map(\.key)
    }

    // MARK: Days

    private var dates: [String] { texts.filter { $0.contains(where: \.isNumber) && $0.count <= 60 } }

    private func patterns(of texts: [String]) -> [DatePattern] {
        var texts = texts
        for _ in 0..<Self.words {
            switch DateStyle.decide(for: texts, language: context.language) {
            case .decided(let pattern): return [pattern]
            case .undecided(let patterns): return patterns
            case .contradiction(let row): texts.remove(at: row)
            case .none where texts.count > 1: texts.removeFirst()
            case .none: return []
            }
        }
        return []
    }

    // MARK: Flags

    private func words(_ yes: String?) -> [String: Bool] {
        var words: [String: Bool] = [:]
        for text in Set(texts.map { $0.lowercased() }).sorted().prefix(50) {
            words[text] = yes.map { $0.lowercased() == text } ?? FlagWords.value(of: text, language: context.language)
        }
        return words
    }
}
