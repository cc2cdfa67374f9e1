package import Records

/// The printed rows of a document that may have to be withdrawn: the uncertain ones. Certain ones are stored only for a source that
/// withdraws those too, with at most a few megabytes in memory.
package struct PrintedRows: Sendable {
    private let withdrawsCertain: Bool
    private var uncertain: [Int: Record] = [:]
    private let pile = RecordPile()
    private var certain = RowNumbers()

    /// `withdrawsCertain` is the setting of the board's `Extractor`.
    package init(withdrawsCertain: Bool) { self.withdrawsCertain = withdrawsCertain }

    /// The number of records held in memory.
    package var heldCount: Int { uncertain.count + pile.heldCount }

    /// Throws `SpoolError`.
    package mutating func printed(_ record: Record, row: Int, isCertain: Bool) throws {
        guard isCertain else {
            if withdrawsCertain { certain.remove(row) }
            return uncertain[row] = record
        }
        if !uncertain.isEmpty { uncertain[row] = nil }
        if withdrawsCertain { certain.set(row, to: try pile.append(record)) }
    }

    /// The printed row; nil if it wasn't printed. Throws `SpoolError`.
    package mutating func withdraw(_ row: Int) throws -> (record: Record, isCertain: Bool)? {
        if let record = uncertain.removeValue(forKey: row) { return (record, false) }
        guard let number = certain[row] else { return nil }
        certain.remove(row)
        return (try pile[number], true)
    }
}
