package import Records
package import Storage

extension MatchIndex {
    /// What stored changes come to for the watches: one draft for each that is told, in the order in which they were added, and those whose
    /// pattern could not decide.
    package func drafts(
        for changes: [StoredChange], _ moment: Moment
    ) -> (drafts: [NoticeDraft], undecided: [(watch: Int64, error: PatternError)]) {
        var (told, order): ([Int64: [Int64]], [Int64]) = ([:], [])
        var undecided: [(watch: Int64, error: PatternError)] = []
        for change in changes {
            let found = watches(concernedBy: change.change, moment)
            undecided += found.undecided
            for watch in found.watches {
                if told[watch] == nil { order.append(watch) }
                told[watch, default: []].append(change.id)
            }
        }
        return (order.map { NoticeDraft(watch: $0, changes: told[$0] ?? []) }, undecided)
    }
}
