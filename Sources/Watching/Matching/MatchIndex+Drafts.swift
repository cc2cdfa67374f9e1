package import Records

extension MatchIndex {
    /// What stored changes come to for the watches: one draft for each that is told, in the order in which they were added, and those whose
    /// pattern could not decide.
    package func drafts(
        for changes: [StoredChange], _ moment: Moment
    ) -> (drafts: [NoticeDraft], undecided: [(watch: Int64, error: EffortSpent)]) {
        var effort = MatchEffort()
        var (told, order): ([Int64: [Int64]], [Int64]) = ([:], [])
        var undecided: [(watch: Int64, error: EffortSpent)] = []
        var moment = moment
        for change in changes {
            moment.rested = change.rested
            let found = watches(concernedBy: change.change, moment, drawing: &effort)
            // Once for each watch: what ends one ends it for all changes that follow.
            undecided += found.undecided.filter { one in !undecided.contains { $0.watch == one.watch } }
            for watch in found.watches {
                if told[watch] == nil { order.append(watch) }
                told[watch, default: []].append(change.id)
            }
        }
        return (order.map { NoticeDraft(watch: $0, changes: told[$0] ?? []) }, undecided)
    }
}
