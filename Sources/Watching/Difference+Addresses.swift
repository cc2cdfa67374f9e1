package import Records

extension Difference {
    /// The share of the rows in both readings whose address must differ.
    private static let newAddressShare = 0.9

    /// Leaves new addresses of links and pictures out of the changes, if they differ in nearly all rows: they are part of a redesign. They
    /// are still written. Other fields aren't left out: a price that has changed in every row is news.
    ///
    /// - Parameter recordCount: The number of records that were read.
    package mutating func leaveOutNewAddresses(_ schema: Schema, recordCount: Int) {
        let needed = max(1, Self.newAddressShare * Double(recordCount - appearedCount))
        let moved = schema.fields.indices.filter { field in
            guard [.url, .image].contains(schema.fields[field].kind) else { return false }
            return Double(altered.count(where: { $0.before.record.values[field] != $0.after.values[field] })) >= needed
        }
        guard !moved.isEmpty else { return }
        let all = altered
        altered = []
        for (before, after, position) in all { alter(before, to: after, at: position, without: moved) }
    }
}
