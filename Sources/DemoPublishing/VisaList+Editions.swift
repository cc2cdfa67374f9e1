/// The changes of the visa list between editions.
///
/// Every edition changes two rows (a status, and a later date). Of every two editions, one also changes the well-known number, and the
/// other adds or removes a row. That happens at sixteen fixed positions, so a list grows by at most eight rows. An edition is computed
/// directly from edition 0, in one pass over the rows.
extension VisaList {
    /// The list after `number` further editions; 0 is this list itself. Requires ascending order, and keeps it.
    package func edition(_ number: Int) -> VisaList {
        guard number > 0 else { return self }
        let lastRows = rows.indices.filter { $0 + 1 == rows.count || rows[$0 + 1].batch != rows[$0].batch }
        var list = self
        list.alter(lastRows.filter { rows[$0].batch != Self.wellKnownBatch }, touches: 2 * number)
        for index in lastRows where rows[index].batch == Self.wellKnownBatch {
            list.rows[index].alter(times: number / 2)
        }
        list.turnPlaces(at: lastRows, times: (number + 1) / 2, since: self)
        return list
    }

    /// Steps over `indices` in strides that reach each once before repeating any, and changes one row per step.
    private mutating func alter(_ indices: [Int], touches: Int) {
        guard !indices.isEmpty else { return }
        let (rounds, rest) = touches.quotientAndRemainder(dividingBy: indices.count)
        if rounds > 0 {
            for index in indices { rows[index].alter(times: rounds, further: 0) }
        }
        var step = indices.count * 5 / 8 + 1
        while greatestCommonDivisor(step, indices.count) > 1 { step += 1 }
        var position = Int(seed % UInt64(indices.count))
        for _ in 0..<rest {
            rows[indices[position]].alter(times: 1, further: rounds)
            position = (position + step) % indices.count
        }
    }

    /// Sixteen positions take turns: at even ones a batch is added, at odd ones a row is removed; the next turn reverts it.
    private mutating func turnPlaces(at lastRows: [Int], times: Int, since first: VisaList) {
        let places = min(16, lastRows.count)
        for place in (0..<places).reversed() {
            let turns = times / places + (place < times % places ? 1 : 0)
            guard turns % 2 == 1 else { continue }
            let index = lastRows[place * lastRows.count / places]
            if place % 2 == 1, first.rows[index].batch != Self.wellKnownBatch {
                rows.remove(at: index)
            } else if let row = first.newRow(after: index, status: Self.statuses[place % Self.statuses.count]) {
                rows.insert(row, at: index + 1)
            }
        }
    }

    /// A batch halfway to the next; nil if there is no number between them.
    private func newRow(after index: Int, status: String) -> VisaRow? {
        guard let batch = Int(rows[index].batch) else { return nil }
        let next = index + 1 < rows.count ? Int(rows[index + 1].batch) ?? batch : min(batch + 1000, 29_000_000_000)
        guard next - batch >= 2 else { return nil }
        return VisaRow(batch: String(batch + (next - batch) / 2), status: status, date: rows[index].date)
    }
}

extension VisaRow {
    /// Advances by `times` statuses and five days each, continuing after `further` earlier steps. The date restarts after 128 steps, so
    /// that its year keeps two digits.
    fileprivate mutating func alter(times: Int, further: Int = 0) {
        let current = VisaList.statuses.firstIndex(of: status) ?? 0
        status = VisaList.statuses[(current + times) % VisaList.statuses.count]
        let days = 5 * ((further + times) % 128 - further % 128)
        if let day = CalendarDay(listText: date) {
            date = CalendarDay(daysSince1970: day.daysSince1970 + days).listText
        }
    }
}

private func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
}
