package import Records

/// Groups positions of the same name into separate places: most countries have two towns of a name.
package enum PositionGroups {
    /// The maximum distance, in metres, from the first position of a group.
    package static let reach = 20_000.0
    /// The maximum number of groups; positions elsewhere are ignored.
    private static let limit = 50

    /// Largest first; equal ones in order of occurrence.
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
