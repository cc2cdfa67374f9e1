import Records

/// Turns columns into fields: drops texts that are the same in all rows as labels, merges columns that never occur together, and drops
/// duplicates.
struct ColumnCleaning {
    let rowCount: Int
    let reading: ColumnReading
    let bounds: DiscoveryBounds
    let steps: Steps

    func cleaned(_ columns: [Column]) -> [Column] {
        var columns = columns.filter { $0.filledCount >= max(1, Int(clamping: (0.1 * Double(rowCount)).rounded(.up))) }
        if rowCount >= 3 { columns = withoutLabels(columns) }
        if columns.count > 3 * bounds.fields {
            columns = Array(columns.prefix(3 * bounds.fields))
            steps.note(.fields)
        }
        columns = joined(columns)
        columns = columns.flatMap { column in
            steps.take(rowCount) ? TextParts.columns(of: column) { reading.kind(of: cut($0)) } : [column]
        }
        columns = columns.map { withoutDash($0) }
        return withoutEqual(columns)
    }

    // MARK: Labels

    /// Drops columns with the same text in all rows that have them, and uses the text as a name for its neighbours.
    private func withoutLabels(_ columns: [Column]) -> [Column] {
        let areLabels = columns.map(isLabel)
        let currency = columns.indices.lazy.filter { areLabels[$0] }.compactMap { columns[$0].filled.first?.text }.first(
            where: CurrencySigns.isCode)
        return columns.indices.filter { !areLabels[$0] }.map { place in
            var column = columns[place]
            if let currency, column.names.contains(where: { $0.lowercased().contains("price") }) { column.currency = currency }
            // A label before a value names it; so does a label after a number.
            if place > 0, areLabels[place - 1], columns[place - 1].attribute == nil, let text = columns[place - 1].filled.first?.text,
                text.hasSuffix(":") || text.hasSuffix("：")
            {
                column.names.insert(text, at: 0)
            } else if place + 1 < columns.count, areLabels[place + 1], columns[place + 1].attribute == nil, column.attribute == nil,
                let text = columns[place + 1].filled.first?.text,
                column.filled.allSatisfy({ !$0.text.contains(where: \.isLetter) && $0.text.contains(where: \.isNumber) })
            {
                column.names.append(text)
            }
            return column
        }
    }

    private func isLabel(_ column: Column) -> Bool {
        let filled = column.filled
        guard !column.keepsSame, !column.isList, filled.count >= 2 || rowCount > 3, let first = filled.first else { return false }
        if filled.allSatisfy({ $0.text == first.text && $0.literal == first.literal }) { return filled.count > 2 || rowCount > 3 }
        guard filled.count >= 20 else { return false }
        var counts: [String: Int] = [:]
        for cell in filled { counts[cell.text, default: 0] += 1 }
        return (counts.values.max() ?? 0) * 100 >= filled.count * 98
    }

    // MARK: Joining

    /// Merges columns of one attribute that never occur together, and fill nearly all rows together.
    private func joined(_ columns: [Column]) -> [Column] {
        var columns = columns
        var counts = columns.map(\.filledCount)
        var first = 0
        while first < columns.count {
            var second = first + 1
            while second < columns.count {
                if steps.take(), mayFit(counts[first], counts[second]), fit(columns[first], columns[second]) {
                    for row in columns[second].cells.indices where columns[first].cells[row]?.isEmpty ?? true {
                        columns[first].cells[row] = columns[second].cells[row]
                    }
                    columns[first].names += columns[second].names
                    counts[first] += counts[second]
                    columns.remove(at: second)
                    counts.remove(at: second)
                } else {
                    second += 1
                }
            }
            first += 1
        }
        return columns
    }

    /// Compares the numbers of rows with a value.
    private func mayFit(_ one: Int, _ other: Int) -> Bool {
        one < rowCount && other < rowCount && Double(one + other) > 0.9 * Double(rowCount) && one + other <= rowCount
    }

    private func fit(_ one: Column, _ other: Column) -> Bool {
        guard one.attribute == other.attribute, one.member == nil, one.isList == other.isList, steps.take(rowCount) else { return false }
        for (left, right) in zip(one.cells, other.cells) where left.map({ !$0.isEmpty }) ?? false {
            if right.map({ !$0.isEmpty }) ?? false { return false }
        }
        return reading.kind(of: one) == reading.kind(of: other)
    }

    // MARK: Constant parts

    /// The dash in `<b>Elm</b> – 42 points` is a separator, not a minus.
    private func withoutDash(_ column: Column) -> Column {
        let texts = column.filled.map(\.text)
        guard column.isBehind, texts.count >= 3, let dash = texts[0].first, "-–—−".contains(dash),
            texts.allSatisfy({ $0.hasPrefix("\(dash) ") && $0.count > 2 })
        else { return cut(column) }
        var rest = cut(column.mapped { String($0.dropFirst(2)) })
        rest.prefix = rest.prefix.isEmpty ? String(dash) : "\(dash) \(rest.prefix)"
        return rest
    }

    /// Cuts off constant words around a varying part, if the rest is of a type, or if they are a label with a colon.
    private func cut(_ column: Column) -> Column {
        let texts = column.filled.map(\.text)
        guard texts.count >= 3, !column.isList, !column.isAddress, column.filled.allSatisfy({ $0.literal == nil }) else { return column }
        let words = texts.map { $0.split(separator: " ") }
        let least = (words.map(\.count).min() ?? 1) - 1
        var (head, tail) = (0, 0)
        while head < least, isSame(words.map { $0[head] }) { head += 1 }
        while head + tail < least, isSame(words.map { $0[$0.count - 1 - tail] }) { tail += 1 }
        guard head + tail > 0 else { return column }
        var short = column.mapped { text in text.split(separator: " ").dropFirst(head).dropLast(tail).joined(separator: " ") }
        (short.prefix, short.suffix) = (words[0].prefix(head).joined(separator: " "), words[0].suffix(tail).joined(separator: " "))
        let isLabelled = short.prefix.hasSuffix(":") || short.prefix.hasSuffix("：")
        if isLabelled, tail == 0 { return short }
        guard reading.kind(of: column) == .text else { return column }
        let kind = reading.kind(of: short)
        // `Hall 1`, `Hall 2` are names; a number that recurs is a value.
        if kind == .number, head > 0, Set(texts).count == texts.count { return column }
        return [.text, .flag, .url].contains(kind) ? column : short
    }

    /// Whether all rows have the same word, which isn't a number, nor the month in a date.
    private func isSame(_ words: [Substring]) -> Bool {
        guard let first = words.first, !first.contains(where: \.isNumber) else { return false }
        return words.allSatisfy { $0 == first } && !reading.context.isMonth(first)
    }

    // MARK: Duplicate columns

    private func withoutEqual(_ columns: [Column]) -> [Column] {
        var seen: Set<[String]> = []
        return columns.filter { column in
            seen.insert(column.cells.map { cell in cell.map { $0.texts?.joined(separator: "\n") ?? $0.literal?.text ?? $0.text } ?? "" })
                .inserted
        }
    }
}
