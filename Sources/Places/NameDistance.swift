/// The edit distance of two names by bytes: insertions, deletions, substitutions, and swapped neighbours (optimal string alignment).
struct NameDistance {
    private let wanted: [UInt8]
    /// The distance of a typo: 0 up to three letters, 1 up to eight, 2 in longer names.
    let tolerance: Int
    // The last two rows of the table and the current one, reused for every name.
    private var before: [Int]
    private var above: [Int]
    private var row: [Int]

    init(to wanted: String) {
        self.wanted = Array(wanted.utf8)
        tolerance = self.wanted.count < 4 ? 0 : self.wanted.count < 9 ? 1 : 2
        row = Array(repeating: 0, count: self.wanted.count + 1)
        (before, above) = (row, row)
    }

    /// Returns nil beyond the distance of a typo.
    mutating func distance(to name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard abs(name.count - wanted.count) <= tolerance else { return nil }
        for column in row.indices { above[column] = column }
        for index in name.indices {
            row[0] = index + 1
            var least = row[0]
            for column in wanted.indices {
                var cost = min(above[column] + (name[index] == wanted[column] ? 0 : 1), above[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, name[index] == wanted[column - 1], name[index - 1] == wanted[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                row[column + 1] = cost
                least = min(least, cost)
            }
            guard least <= tolerance else { return nil }
            (before, above, row) = (above, row, before)
        }
        let distance = above[wanted.count]
        return distance <= tolerance ? distance : nil
    }
}
