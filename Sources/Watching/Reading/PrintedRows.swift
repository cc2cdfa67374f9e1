package import Records

/// The rows of a document that were printed and may have to be withdrawn: those that aren't certain yet. Certain ones are kept only of a
/// source that withdraws such rows too, and of those no more than a few megabytes in memory.
package struct PrintedRows: Sendable {
    private let withdrawsCertain: Bool
    private var uncertain: [Int: Record] = [:]
    private let pile = RecordPile()
    private var certain = RowNumbers()

    /// `withdrawsCertain`: of the board's `Extractor`.
    package init(withdrawsCertain: Bool) { self.withdrawsCertain = withdrawsCertain }

    /// How many records are held in memory.
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

    /// The row as it was printed; nil if it wasn't. Throws `SpoolError`.
    package mutating func withdraw(_ row: Int) throws -> (record: Record, isCertain: Bool)? {
        if let record = uncertain.removeValue(forKey: row) { return (record, false) }
        guard let number = certain[row] else { return nil }
        certain.remove(row)
        return (try pile[number], true)
    }
}
