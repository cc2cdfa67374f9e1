import Records

/// Determines a column's type and values. A type must also hold tomorrow, so every value has to fit, except for a few texts that mean "no
/// value".
struct ColumnReading {
    let context: PageContext

    /// A column in the form in which it would be stored.
    struct Typed {
        var kind: Field.Kind
        /// One per row; nil if the row has no value.
        var values: [Value?]
        var unit: String?
        var currency: String?
        /// The number format; nil: a decimal point, without groups.
        var numbers: NumberFormat?
        /// Whether the numbers are years.
        var isOrdinal = false
        /// The date or time format; nil: ISO 8601.
        var dates: DatePattern?
        /// Texts that mean "no value".
        var nothings: [String] = []
        /// Words for yes and no, in lower case.
        var words: [String: Bool] = [:]
        /// Punctuation around each value that isn't part of it.
        var around: [String] = []
    }

    /// A column's values, all of one type: one for each text.
    struct Values {
        let kind: Field.Kind
        let values: [Value]
        var unit: String?
        var currency: String?
        var numbers: NumberFormat?
        var dates: DatePattern?
        var words: [String: Bool] = [:]
        var around: [String] = []
    }

    /// Whether a column says how long ago something was. Such texts differ at each reading and mean nothing tomorrow. Older rows often have
    /// their date instead.
    func isRelative(_ column: Column) -> Bool {
        let texts = column.filled.map(\.text)
        guard column.attribute == nil, !column.isList, texts.count > 1 else { return false }
        let relative = texts.filter { RelativeTime.isOne($0, language: context.language) }
        let counted = relative.count { $0.contains(where: \.isNumber) }
        guard relative.count == texts.count || 2 * counted >= texts.count else { return false }
        // `5 min` is just as likely a duration.
        return relative.contains { $0.split(whereSeparator: { $0 == " " || $0.isNumber }).count > 1 || !$0.utf8.allSatisfy { $0 < 0x80 } }
    }

    func kind(of column: Column) -> Field.Kind { typed(column).kind }

    func typed(_ column: Column) -> Typed {
        var typed = typedByValues(column)
        guard typed.kind == .number, typed.unit == nil else { return typed }
        if IdentifierColumn.isOne(column) {
            return Typed(kind: .text, values: column.cells.map { $0.flatMap { $0.text.isEmpty ? nil : .text($0.text) } })
        }
        typed.isOrdinal = Self.areYears(typed.values, column)
        return typed
    }

    /// At least three whole numbers, all from 1800 to 2100 and written without separators.
    private static func areYears(_ values: [Value?], _ column: Column) -> Bool {
        guard values.count(where: { $0 != nil }) >= leastYears else { return false }
        return zip(values, column.cells).allSatisfy { value, cell in
            guard case .number(let number)? = value else { return true }
            return (1800...2100).contains(number) && number == number.rounded() && cell?.text.contains(Value.number(number).text) == true
        }
    }

    private static let leastYears = 3

    private func typedByValues(_ column: Column) -> Typed {
        if column.isList { return Typed(kind: .list, values: column.cells.map { $0.flatMap { Self.list($0) } }) }
        if let literal = Self.literals(column) { return Self.withCurrency(literal, column) }
        let texts = column.cells.map { $0.map { $0.literal?.text ?? $0.text } ?? "" }
        let plain = texts.map { Self.nothings.contains($0.lowercased()) ? "" : $0 }
        if let typed = typed(plain, column, without: Set(texts.filter { Self.nothings.contains($0.lowercased()) })) { return typed }
        let exceptions = exceptions(plain, column)
        if !exceptions.isEmpty, let typed = typed(plain.map { exceptions.contains($0) ? "" : $0 }, column, without: exceptions) {
            return typed
        }
        return Typed(kind: .text, values: texts.map { $0.isEmpty ? nil : .text($0) })
    }

    /// Numbers with a currency beside them in the row are amounts of money.
    private static func withCurrency(_ typed: Typed, _ column: Column) -> Typed {
        guard typed.kind == .number, let currency = column.currency else { return typed }
        let amounts = typed.values.map { $0.flatMap { Money($0.text, currency: currency) }.map { Value.money($0) } }
        guard zip(amounts, typed.values).allSatisfy({ ($0.0 == nil) == ($0.1 == nil) }) else { return typed }
        return Typed(kind: .money, values: amounts, currency: currency, nothings: typed.nothings)
    }

    /// nil if the column would be text.
    private func typed(_ texts: [String], _ column: Column, without nothings: Set<String>) -> Typed? {
        let full = texts.filter { !$0.isEmpty }
        guard !full.isEmpty, let read = read(full, column) else { return nil }
        var rest = read.values[...]
        let typed = Typed(
            kind: read.kind, values: texts.map { $0.isEmpty ? nil : rest.popFirst() }, unit: read.unit, currency: read.currency,
            numbers: read.numbers, dates: read.dates,
            nothings: nothings.filter { !$0.isEmpty }.sorted(), words: read.words,
            around: read.around)
        return Self.withCurrency(typed, column)
    }

    /// At most three different short texts in at most a fifth of the rows, if all others are of a type.
    private func exceptions(_ texts: [String], _ column: Column) -> Set<String> {
        let full = texts.filter { !$0.isEmpty }
        guard full.count >= 5, !column.isAddress else { return [] }
        let odd = full.filter { !$0.contains(where: \.isNumber) && !CurrencyNames.isFree($0) }
        let different = Set(odd)
        guard !odd.isEmpty, odd.count * 5 <= full.count, different.count <= 3, different.allSatisfy({ $0.count <= 24 }) else { return [] }
        return different
    }

    /// The first type that all texts can be parsed as.
    private func read(_ texts: [String], _ column: Column) -> Values? {
        if let addresses = AddressColumn.read(texts, column, language: context.language) { return addresses }
        if let flags = FlagColumn.read(texts, language: context.language) { return flags }
        if let moments = DateColumn(context: context).read(texts) { return moments }
        return NumberColumn(context: context).read(texts)
    }

    private static func list(_ cell: Column.Cell) -> Value? {
        let texts = cell.texts ?? (cell.text.isEmpty ? [] : [cell.text])
        return texts.isEmpty ? nil : .list(texts)
    }

    /// The typed values of data; nil if any value is missing, or they are of several types.
    private static func literals(_ column: Column) -> Typed? {
        let filled = column.filled
        guard !filled.isEmpty, filled.allSatisfy({ $0.literal != nil }) else { return nil }
        let values = column.cells.map { $0?.literal }
        if filled.allSatisfy({ if case .number = $0.literal { true } else { false } }) { return Typed(kind: .number, values: values) }
        if filled.allSatisfy({ if case .flag = $0.literal { true } else { false } }) { return Typed(kind: .flag, values: values) }
        if filled.allSatisfy({ if case .position = $0.literal { true } else { false } }) { return Typed(kind: .position, values: values) }
        return nil
    }

    /// Punctuation and words that mean "none" in any language.
    private static let nothings: Set<String> = [
        "-", "–", "—", "―", "n/a", "n. a.", "n.a.", "k. a.", "k.a.", "...", "…", "?", "null", "none", "nil", "--", "---",
    ]
}
