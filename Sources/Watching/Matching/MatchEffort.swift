package import Records

/// The cost limits of matching changes with a feed's watches: a share for each watch, so that one pattern can't use up the others' time,
/// and a limit for all together. A watch whose share is spent is undecided for the rest of the changes.
package struct MatchEffort: Sendable {
    /// Per watch, for all changes: 50 ms.
    package static let share = Effort.Limits(steps: 5_000_000, time: .milliseconds(50) * Effort.Limits.unoptimised)
    /// For all watches: several seconds, during which the store's writer waits.
    package static let whole = Effort.Limits(steps: 400_000_000, time: .seconds(4) * Effort.Limits.unoptimised)

    private let share: Effort.Limits
    private var whole: Effort
    /// The steps of each watch that has used any.
    private var drawn: [Int64: Int] = [:]
    private var spent: [Int64: EffortSpent] = [:]

    package init(share: Effort.Limits = share, whole: Effort.Limits = whole) {
        self.share = share
        self.whole = Effort(whole)
        self.whole.look()
    }

    /// Evaluates a watch within its remaining share.
    mutating func draw(
        for watch: Int64, _ evaluate: (inout Effort) throws(EffortSpent) -> Bool
    ) throws(EffortSpent) -> Bool {
        if !spent.isEmpty, let spent = spent[watch] { throw spent }
        let left = min(share.steps - (drawn.isEmpty ? 0 : drawn[watch] ?? 0), whole.limits.steps - whole.steps)
        var effort = Effort(Effort.Limits(steps: whole.spent == nil ? left : 0, time: share.time), clock: whole.clock)
        defer {
            // Most watches use no steps, and recording that would cost more than evaluating them.
            if effort.steps > 0 {
                drawn[watch, default: 0] += effort.steps
                whole.draw(effort.steps)
            }
        }
        do { return try evaluate(&effort) } catch {
            // A text that is too expensive doesn't affect the next one.
            if error.limit != .text { spent[watch] = error }
            throw error
        }
    }
}
