package import Records

extension MatchIndex {
    /// The watches' drafts for stored changes: one for each matching watch, in the order in which the watches were added, and the watches
    /// whose pattern couldn't decide.
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
            // Once per watch: after it reaches its limit, it is undecided for all later changes.
            undecided += found.undecided.filter { one in !undecided.contains { $0.watch == one.watch } }
            for watch in found.watches {
                if told[watch] == nil { order.append(watch) }
                told[watch, default: []].append(change.id)
            }
        }
        return (order.map { NoticeDraft(watch: $0, changes: told[$0] ?? []) }, undecided)
    }
}
