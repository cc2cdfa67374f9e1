import Records

/// Whether a queue is open by its hours, cached until that changes, because every join asks.
struct Opened: Hashable, Sendable {
    let isOpen: Bool
    /// When it opens next; nil if it is open or never opens.
    let opens: Timestamp?
    /// Start of validity…
    let from: Timestamp
    /// …and its end, exclusive.
    let until: Timestamp

    init(_ hours: OpeningHours?, of plan: QueuePlan, at now: Timestamp) {
        from = now
        let later = now + .seconds(86_400)
        guard let hours else {
            (isOpen, opens, until) = (true, nil, later)
            return
        }
        isOpen = hours.isOpen(at: now, in: plan.zone)
        opens = isOpen ? nil : hours.opens(after: now, in: plan.zone)
        until = min(later, (isOpen ? hours.closes(after: now, in: plan.zone) : opens) ?? later)
    }

    func holds(at now: Timestamp) -> Bool { from <= now && now < until }
}
