package import Records

/// Positions that go by one name, apart where they are of several places: there are two towns of a name in most countries.
package enum PositionGroups {
    /// How far from the first of its group a position may be.
    package static let reach = 20_000.0
    /// So many groups are made at most; positions in yet other places are passed over.
    private static let limit = 50

    /// The largest first, of equal ones that which comes first.
    package static func groups(of positions: [Position]) -> [[Position]] {
        var groups: [[Position]] = []
        for position in positions {
            if let group = groups.firstIndex(where: { $0[0].metres(to: position) <= reach }) {
                groups[group].append(position)
            } else if groups.count < limit {
                groups.append([position])
            }
        }
        return groups.indices.sorted { (groups[$1].count, $0) < (groups[$0].count, $1) }.map { groups[$0] }
    }
}
