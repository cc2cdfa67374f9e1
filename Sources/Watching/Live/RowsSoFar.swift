import Records

/// The rows of a fetch so far, for late subscribers.
struct RowsSoFar {
    /// Whether rows are stored: only if pages look them up by a field.
    let areKept: Bool
    private(set) var all: [Int: (record: Record, isProvisional: Bool)] = [:]
    /// The numbers of rows by the value of one field, built on the first lookup by that field.
    private var numbers: (field: Int, byValue: [Value: Set<Int>])?

    init(areKept: Bool) { self.areKept = areKept }

    mutating func add(_ record: Record, as number: Int, isProvisional: Bool) {
        guard areKept else { return }
        remove(number)
        all[number] = (record, isProvisional)
        if let field = numbers?.field, let value = record.values[field] { numbers?.byValue[value, default: []].insert(number) }
    }

    @discardableResult
    mutating func remove(_ number: Int) -> Record? {
        guard let old = all.removeValue(forKey: number) else { return nil }
        if let field = numbers?.field, let value = old.record.values[field] { numbers?.byValue[value]?.remove(number) }
        return old.record
    }

    mutating func rows(where field: Int, is value: Value) -> [LiveRow] {
        if numbers?.field != field {
            numbers = (field, [:])
            for (number, row) in all { if let value = row.record.values[field] { numbers?.byValue[value, default: []].insert(number) } }
        }
        return (numbers?.byValue[value] ?? []).sorted().compactMap { number in
            all[number].map { LiveRow(number: number, record: $0.record, isProvisional: $0.isProvisional) }
        }
    }
}
