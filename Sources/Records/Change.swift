/// The difference between two fetches of a feed, for one record.
package enum Change: Hashable, Sendable {
    case appeared(Record)
    case altered(before: Record, after: Record)
    case gone(Record)

    package enum Kind: String, CaseIterable, Sendable { case appeared, altered, gone }

    package var kind: Kind {
        switch self {
        case .appeared: .appeared
        case .altered: .altered
        case .gone: .gone
        }
    }

    package var before: Record? {
        switch self {
        case .appeared: nil
        case .altered(let before, _), .gone(let before): before
        }
    }

    package var after: Record? {
        switch self {
        case .appeared(let after), .altered(_, let after): after
        case .gone: nil
        }
    }

    /// Indices into the schema of the fields whose values differ; empty unless the record was altered.
    package var alteredFields: [Int] {
        guard case .altered(let before, let after) = self else { return [] }
        return before.values.indices.filter { before.values[$0] != after.values[$0] }
    }
}
