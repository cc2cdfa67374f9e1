/// Statistics of a queue over some days. A ticket counts on the day and in the hour in which it joined.
package struct QueueStatistics: Hashable, Sendable {
    /// Figures of some tickets. Anonymous numbers that were never called count as taken, and as left once their day is over.
    package struct Figures: Hashable, Sendable {
        package var taken = 0
        package var served = 0
        package var noShows = 0
        package var left = 0
        /// From joining to the first call that wasn't undone; nil: no ticket was called.
        package var waits: Spread?
        /// From a call to the end of that service; nil: no service was finished.
        package var services: Spread?

        package init() {}
    }

    /// Percentiles of durations (nearest rank, without interpolation).
    package struct Spread: Hashable, Sendable {
        package let median: Duration
        /// Nine in ten took no longer than this.
        package let ninetieth: Duration

        package init(median: Duration, ninetieth: Duration) {
            self.median = median
            self.ninetieth = ninetieth
        }
    }

    package var total = Figures()
    /// Days since 1970-01-01 with any tickets.
    package var days: [(day: Int, figures: Figures)] { byDay.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    /// Hours 0…23 with any tickets.
    package var hours: [(hour: Int, figures: Figures)] { byHour.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    /// Each counter's served tickets, no-shows and service times.
    package var counters: [(name: String, figures: Figures)] {
        byCounter.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { ($0.key, $0.value) }
    }
    /// By the number of the account; the clerk who served most comes first.
    package var clerks: [(person: Int64, figures: Figures)] {
        byClerk.sorted { ($1.value.served, $0.key) < ($0.value.served, $1.key) }.map { ($0.key, $0.value) }
    }

    package var byDay: [Int: Figures] = [:]
    package var byHour: [Int: Figures] = [:]
    package var byCounter: [String: Figures] = [:]
    package var byClerk: [Int64: Figures] = [:]

    package init() {}
}
