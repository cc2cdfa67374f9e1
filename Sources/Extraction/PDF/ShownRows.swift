import Records

/// The rows that a page showed while it was provisional, by their records: equal ones are given out in their order.
struct ShownRows {
    /// The last number first.
    private var numbers: [Record: [Int]] = [:]

    init(_ rows: [(number: Int, record: Record)]) {
        for row in rows.reversed() { numbers[row.record, default: []].append(row.number) }
    }

    /// The number under which this record was shown and that wasn't given out yet; nil if there is none.
    mutating func take(_ record: Record) -> Int? { numbers[record]?.popLast() }

    /// Those that nothing has taken, in order.
    var left: [Int] { numbers.values.joined().sorted() }
}
