/// The number format of a source's column, inferred from all of its texts: one `1.234,50` determines the meaning of `1.234` below it.
///
/// The rules, in order: the last of two different marks is the decimal mark; a mark that occurs twice in a number separates groups; a mark
/// followed by other than three digits, or preceded by more than three or by a lone zero, is the decimal mark. If all marks are followed by
/// three digits, the currency decides (an amount in euros has no thousandths, one in Kuwaiti dinars has), then the language.
package enum NumberStyle: Hashable, Sendable {
    /// This format reads all numbers.
    case decided(NumberFormat)
    /// All marks are followed by three digits, and no rule decides whether they are groups or fractions: both readings, groups first.
    case undecided(NumberFormat, NumberFormat)
    /// The first row, base 0, that contradicts the rows before it, or itself.
    case contradiction(row: Int)
    /// None of the texts contains a number.
    case none

    /// - Parameters:
    ///   - texts: Cells of a column, in order, with or without currencies and units. Those without a number are ignored.
    ///   - currency: A code of ISO 4217.
    ///   - language: The page's language, `de` or `de-CH`.
    package static func decide(for texts: [String], currency: String? = nil, language: String? = nil) -> Self {
        decide(for: texts.map { WrittenNumber($0) }, currency: currency, language: language)
    }

    static func decide(for numbers: [WrittenNumber?], currency: String?, language: String? = nil) -> Self {
        var evidence = Evidence()
        for (row, number) in numbers.enumerated() {
            guard let number else { continue }
            guard evidence.take(number) else { return .contradiction(row: row) }
        }
        guard evidence.count > 0 else { return .none }
        let customary = language.flatMap { WrittenLanguages.marks(of: $0) }
        var open = evidence.open.sorted(by: { $0.value < $1.value }).map(\.key)
        // Known marks determine the others.
        open.removeAll { evidence.settle($0) }
        if let mark = open.first {
            if open.count > 1 { return .contradiction(row: evidence.open[open[1]] ?? 0) }
            let isGroup: Bool? =
                currency.map { Money.digits(of: $0) < 3 }
                ?? customary.flatMap { $0.decimal == mark ? false : $0.group == mark ? true : nil }
            guard let isGroup else {
                return .undecided(
                    evidence.format(decimal: nil, group: mark, customary), evidence.format(decimal: mark, group: nil, customary))
            }
            if isGroup { evidence.group = mark } else { evidence.decimal = mark }
        }
        let format = evidence.format(decimal: evidence.decimal, group: evidence.group, customary)
        if let row = numbers.firstIndex(where: { $0.map { $0.plain(format) == nil } ?? false }) { return .contradiction(row: row) }
        return .decided(format)
    }

    /// The evidence about marks in the numbers so far.
    private struct Evidence {
        var decimal: Character?
        var group: Character?
        /// Marks followed by three digits whose meaning is still unknown, each with its first row.
        var open: [Character: Int] = [:]
        var isIndian = false
        /// A number contains ٫, so the other marks separate groups.
        private var hasArabicDecimal = false
        var count = 0

        /// Returns false if the number contradicts those before it.
        mutating func take(_ number: WrittenNumber) -> Bool {
            defer { count += 1 }
            let marks = number.digits.filter { !$0.isNumber }
            if let dashed = number.markOfNoCents {
                guard takeDecimal(dashed) else { return false }
            }
            let parts = number.digits.split(omittingEmptySubsequences: false) { !$0.isNumber }
            guard let last = marks.last else { return true }
            let kinds = Set(marks)
            switch (kinds.count, marks.count) {
            case (1, 1):
                if last == "٫" { return takeDecimal(last) }
                if last == "٬" { return true }
                if ".,".contains(last) {
                    guard number.markOfNoCents == nil else { return takeGroup(last, parts) }
                    if parts[1].count != 3 || !(1...3).contains(parts[0].count) || parts[0].first == "0" { return takeDecimal(last) }
                    if open[last] == nil { open[last] = count }
                    return true
                }
                return takeGroup(last, parts)
            case (1, _): return takeGroup(last, parts)
            case (2, _) where marks.dropLast().allSatisfy { $0 != last } && ".,٫".contains(last) && number.markOfNoCents == nil:
                return takeDecimal(last) && marks.first.map { takeGroup($0, parts.dropLast()) } == true
            default: return false
            }
        }

        private mutating func takeDecimal(_ mark: Character) -> Bool {
            if mark == "٫" {
                hasArabicDecimal = true
                return true
            }
            guard decimal == nil || decimal == mark, group != mark else { return false }
            decimal = mark
            return true
        }

        private mutating func takeGroup(_ mark: Character, _ parts: some Collection<Substring>) -> Bool {
            if mark == "٬" { return true }
            guard group == nil || group == mark, decimal != mark else { return false }
            group = mark
            if parts.dropFirst().dropLast().contains(where: { $0.count == 2 }) { isIndian = true }
            return true
        }

        /// Whether the other marks determine the meaning of `mark`, followed by three digits.
        mutating func settle(_ mark: Character) -> Bool {
            if decimal == mark || group == mark { return true }
            // Numbers have only one mark of each kind.
            if decimal != nil || hasArabicDecimal, group == nil {
                group = mark
            } else if group != nil, decimal == nil {
                decimal = mark
            } else {
                return false
            }
            return true
        }

        func format(decimal: Character?, group: Character?, _ customary: NumberFormat?) -> NumberFormat {
            let decimal = decimal ?? (group == "," ? "." : group == "." ? "," : customary?.decimal ?? ".")
            // The mark that a larger number will probably use tomorrow.
            let likely = customary?.group.flatMap { $0 == decimal ? nil : $0 } ?? (decimal == "," ? "." : ",")
            return NumberFormat(
                decimal: decimal, group: group ?? likely, isIndian: isIndian || (group == nil && customary?.isIndian == true))
        }
    }
}
