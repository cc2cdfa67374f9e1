import Records

/// The rows of a provisional page by record: equal ones are returned in order.
struct ShownRows {
    /// The last number first.
    private var numbers: [Record: [Int]] = [:]

    init(_ rows: [(number: Int, record: Record)]) {
        for row in rows.reversed() { numbers[row.record, default: []].append(row.number) }
    }

    /// The number of an unused row with this record; nil if there is none.
    mutating func take(_ record: Record) -> Int? { numbers[record]?.popLast() }

    /// The unused rows, in order.
    var left: [Int] { numbers.values.joined().sorted() }
}
