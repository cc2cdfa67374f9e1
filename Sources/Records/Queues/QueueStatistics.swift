/// How a queue went over some days: who came is counted on the day and in the hour in which they came.
package struct QueueStatistics: Hashable, Sendable {
    /// Of some tickets. Bare numbers that were never called are among those taken, and among those who left once their day is over.
    package struct Figures: Hashable, Sendable {
        package var taken = 0
        package var served = 0
        package var noShows = 0
        package var left = 0
        /// From joining to the first call that was not taken back; nil: nobody was called.
        package var waits: Spread?
        /// From a call to the end of that service; nil: nothing was finished.
        package var services: Spread?

        package init() {}
    }

    /// Lengths of time, by rank (the nearest, without interpolation).
    package struct Spread: Hashable, Sendable {
        package let median: Duration
        /// Nine in ten took no longer.
        package let ninetieth: Duration

        package init(median: Duration, ninetieth: Duration) {
            self.median = median
            self.ninetieth = ninetieth
        }
    }

    package var total = Figures()
    /// Days since 1970-01-01, where something happened.
    package var days: [(day: Int, figures: Figures)] { byDay.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    /// 0…23, where something happened.
    package var hours: [(hour: Int, figures: Figures)] { byHour.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    /// What was done at each counter: served, no-shows and service times.
    package var counters: [(name: String, figures: Figures)] {
        byCounter.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { ($0.key, $0.value) }
    }
    /// By the number of the account, who served most first.
    package var clerks: [(person: Int64, figures: Figures)] {
        byClerk.sorted { ($1.value.served, $0.key) < ($0.value.served, $1.key) }.map { ($0.key, $0.value) }
    }

    package var byDay: [Int: Figures] = [:]
    package var byHour: [Int: Figures] = [:]
    package var byCounter: [String: Figures] = [:]
    package var byClerk: [Int64: Figures] = [:]

    package init() {}
}
