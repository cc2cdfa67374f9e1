package import Records

/// The watches of one feed, indexed so that a change is compared only with the watches it may match.
///
/// Each condition is stored under marks (`MatchMark`), of which a change must have at least one for the condition to be true: a value of a
/// field, an interval, a kind of change. A change has a handful of marks; the watches under them are the candidates, and only they are
/// evaluated, exactly. So matches are exact, and the cost grows with the changes and the watches they may match.
///
/// A watch takes about 110 bytes if it tests one field for equality. Adding and removing take constant time on average: removed entries are
/// marked, and the index is rebuilt when half of it is dead. A value: adding to it while a copy is in use copies all of it once.
package struct MatchIndex: Sendable {
    private struct Entry {
        let watch: Int64
        /// nil if removed.
        var condition: BoundCondition?
    }

    /// An entry under a mark, and the next entry under the same mark.
    private struct Link {
        let entry: Int32
        let next: Int32
    }

    private var entries: [Entry] = []
    /// The index of each watch in `entries`.
    private var places: [Int64: Int32] = [:]
    private var firsts: [UInt64: Int32] = [:]
    private var links: [Link] = []
    private var intervals: [Int32: IntervalIndex] = [:]

    package init() {}

    package var count: Int { places.count }

    /// Adds a watch, replacing its former condition if it had one. Up to 2³¹ − 1 watches.
    package mutating func add(_ watch: Int64, _ condition: BoundCondition) {
        remove(watch)
        let entry = Int32(entries.count)
        entries.append(Entry(watch: watch, condition: condition))
        places[watch] = entry
        enter(entry, under: MatchMark.marks(of: condition))
    }

    package mutating func remove(_ watch: Int64) {
        guard let place = places.removeValue(forKey: watch) else { return }
        entries[Int(place)].condition = nil
        if entries.count > 64, places.count * 2 < entries.count { rebuild() }
    }

    package struct Found: Sendable {
        /// In the order in which they were added.
        package var watches: [Int64] = []
        /// Watches whose pattern reached its limits on this change or an earlier one, so it is unknown whether they match.
        package var undecided: [(watch: Int64, error: EffortSpent)] = []
        /// The number of watches evaluated.
        package var candidateCount = 0
    }

    /// The watches that match a change.
    package func watches(concernedBy change: Change, _ moment: Moment) -> Found {
        var effort = MatchEffort()
        return watches(concernedBy: change, moment, drawing: &effort)
    }

    /// The same for one of many changes that share the limits of `effort`.
    package func watches(concernedBy change: Change, _ moment: Moment, drawing effort: inout MatchEffort) -> Found {
        var candidates: [Int32] = []
        var sight = Sight(change, moment)
        MatchMark.forEachShown(in: sight) { feature in
            var next = firsts[feature.hash] ?? -1
            while next >= 0 {
                candidates.append(links[Int(next)].entry)
                next = links[Int(next)].next
            }
        }
        for (axis, index) in intervals {
            guard let point = MatchMark.point(of: sight, on: axis) else { continue }
            index.forEach(around: point) { candidates.append($0) }
        }
        candidates.sort()
        var found = Found()
        var last: Int32 = -1
        for candidate in candidates where candidate != last {
            last = candidate
            guard let condition = entries[Int(candidate)].condition else { continue }
            let watch = entries[Int(candidate)].watch
            found.candidateCount += 1
            do {
                if try effort.draw(for: watch, { effort throws(EffortSpent) in try condition.matches(&sight, drawing: &effort) }) {
                    found.watches.append(watch)
                }
            } catch {
                found.undecided.append((watch, error))
            }
        }
        return found
    }

    private mutating func enter(_ entry: Int32, under marks: [MatchMark]) {
        for mark in marks {
            switch mark {
            case .feature(let feature):
                let hash = feature.hash
                links.append(Link(entry: entry, next: firsts[hash] ?? -1))
                firsts[hash] = Int32(links.count - 1)
            case .interval(let axis, let low, let high):
                intervals[axis, default: IntervalIndex()].add(entry, low, high)
            }
        }
    }

    private mutating func rebuild() {
        let living = entries.filter { $0.condition != nil }
        (entries, places, firsts, links, intervals) = ([], [:], [:], [], [:])
        entries.reserveCapacity(living.count)
        for entry in living {
            if let condition = entry.condition { add(entry.watch, condition) }
        }
    }
}
