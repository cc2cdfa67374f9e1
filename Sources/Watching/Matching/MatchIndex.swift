package import Records

/// The watches of one feed, arranged so that a change is held against those it may concern and no others.
///
/// Each condition is entered under marks (`MatchMark`) of which a change has to show at least one for the condition to be true: a value of
/// a field, an interval, a kind of change. A change shows a handful of marks; the watches under them are the candidates, and only they are
/// evaluated, exactly. So nothing is missed and nothing invented, and the cost grows with the changes and the watches they concern.
///
/// A watch takes about 110 bytes if it tests one field for equality. Adding and removing cost a constant on average: what is removed is
/// marked, and everything is put in order anew when half of it is dead. A value: to
/// add to it while a copy is in use copies all of it once.
package struct MatchIndex: Sendable {
    private struct Entry {
        let watch: Int64
        /// nil once it is removed.
        var condition: BoundCondition?
    }

    /// An entry under a mark, and the next one under the same.
    private struct Link {
        let entry: Int32
        let next: Int32
    }

    private var entries: [Entry] = []
    /// Where each watch stands in `entries`.
    private var places: [Int64: Int32] = [:]
    private var firsts: [UInt64: Int32] = [:]
    private var links: [Link] = []
    private var intervals: [Int32: IntervalIndex] = [:]

    /// A watch that asks for more values is held against every change: the index is not there to be filled by one.
    private static let marksOfOne = 256

    package init() {}

    package var count: Int { places.count }

    /// Enters a watch; its former condition, if it had one, is forgotten. Up to 2³¹ − 1 watches.
    package mutating func add(_ watch: Int64, _ condition: BoundCondition) {
        remove(watch)
        let entry = Int32(entries.count)
        entries.append(Entry(watch: watch, condition: condition))
        places[watch] = entry
        let marks = MatchMark.marks(of: condition)
        enter(entry, under: marks.count <= Self.marksOfOne ? marks : [.anything])
    }

    package mutating func remove(_ watch: Int64) {
        guard let place = places.removeValue(forKey: watch) else { return }
        entries[Int(place)].condition = nil
        if entries.count > 64, places.count * 2 < entries.count { rebuild() }
    }

    package struct Found: Sendable {
        /// In the order in which they were added.
        package var watches: [Int64] = []
        /// Those whose pattern met its limits on this change or before it: nobody knows whether they match.
        package var undecided: [(watch: Int64, error: EffortSpent)] = []
        /// How many watches were evaluated.
        package var candidateCount = 0
    }

    /// The watches that are told of a change.
    package func watches(concernedBy change: Change, _ moment: Moment) -> Found {
        var effort = MatchEffort()
        return watches(concernedBy: change, moment, drawing: &effort)
    }

    /// The same as one of many changes that are held against the watches together.
    package func watches(concernedBy change: Change, _ moment: Moment, drawing effort: inout MatchEffort) -> Found {
        var candidates: [Int32] = []
        var sight = Sight(change, moment)
        MatchMark.forEachShown(in: sight) { mark in
            var next = firsts[mark] ?? -1
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
            case .value(let hash), .kind(let hash):
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
