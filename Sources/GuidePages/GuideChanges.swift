import Records

/// The changes in a guide since a moment, of programmes that aren't over. A pure value.
///
/// In a source, a moved programme disappears at its old time and appears at another. Earlier announcements that no longer exist are
/// therefore compared with the channel's new programmes: the same title within a day has moved; another programme at the same start
/// replaces it. Days added to the guide are not changes: a new programme counts only where another one had been announced.
struct GuideChanges: Hashable, Sendable {
    /// A programme's channel and time.
    struct Place: Hashable, Sendable {
        let channel: String
        let start: Timestamp
        let title: String
    }

    struct Showing: Hashable, Sendable {
        let channel: GuideChannel
        let programme: GuideProgramme
        /// When the difference, or the new programme, was first seen.
        var seen: Timestamp

        var place: Place { Place(channel: channel.id, start: programme.start, title: programme.title) }
        fileprivate var time: Range<Timestamp> { programme.start..<max(programme.start, programme.stop) }
    }

    struct Entry: Hashable, Sendable {
        enum Kind: String, Sendable { case moved, replaced, altered, new, dropped }

        let kind: Kind
        let channel: GuideChannel
        /// The current programme, or the former one if it was dropped.
        let programme: GuideProgramme
        /// The former programme; nil if it is new.
        var former: GuideProgramme?
        let seen: Timestamp
    }

    /// Ordered by time, next first.
    let entries: [Entry]

    /// How far a programme may move and still be recognised.
    static let farthest = Duration.seconds(24 * 3600)

    /// `former` are earlier versions of programmes that have changed or disappeared; `current` is the present content of their channels,
    /// `added` the new part of it.
    init(_ former: [Showing], current: [Showing], added: [Place: Timestamp], at now: Timestamp) {
        let former = former.sorted { ($0.programme.start, $0.programme.title) < ($1.programme.start, $1.programme.title) }
        let known = Dictionary(current.map { ($0.place, $0) }) { first, _ in first }
        var gone = former.filter { known[$0.place] == nil }
        var new = current.filter { added[$0.place] != nil }
        var entries: [Entry] = []
        var holes = gone
        func add(_ kind: Entry.Kind, _ showing: Showing, _ former: Showing?, _ seen: Timestamp) {
            entries.append(Entry(kind: kind, channel: showing.channel, programme: showing.programme, former: former?.programme, seen: seen))
        }
        for one in former {
            guard let same = known[one.place], same.programme.isAltered(from: one.programme) else { continue }
            add(.altered, same, one, one.seen)
            holes.append(one)
        }
        for (one, other) in Self.moves(from: gone, to: new) {
            add(.moved, other, one, one.seen)
            gone.removeAll { $0 == one }
            new.removeAll { $0 == other }
        }
        for one in gone {
            guard let other = new.first(where: { $0.channel.id == one.channel.id && $0.programme.start == one.programme.start }) else {
                add(.dropped, one, one, one.seen)
                continue
            }
            add(.replaced, other, one, one.seen)
            new.removeAll { $0 == other }
        }
        for one in new where holes.contains(where: { $0.channel.id == one.channel.id && $0.time.overlaps(one.time) }) {
            add(.new, one, nil, added[one.place] ?? one.seen)
        }
        self.entries = entries.filter { max($0.programme.stop, $0.former?.stop ?? $0.programme.stop) > now }
            .sorted {
                ($0.programme.start, $0.channel.name, $0.programme.title) < ($1.programme.start, $1.channel.name, $1.programme.title)
            }
    }

    /// Each programme is used in at most one pair, nearest first: of two news programmes one may be dropped while the other moved.
    private static func moves(from gone: [Showing], to new: [Showing]) -> [(Showing, Showing)] {
        let byTitle = Dictionary(grouping: new) { "\($0.channel.id)\u{1F}\($0.programme.title)" }
        var pairs = gone.flatMap { one in
            let same = byTitle["\(one.channel.id)\u{1F}\(one.programme.title)"] ?? []
            return same.filter { $0.programme.isRepeat(of: one.programme) }.map { other in
                (one, other, way: max(one.programme.start, other.programme.start) - min(one.programme.start, other.programme.start))
            }
        }.filter { $0.way <= farthest }
        pairs.sort { ($0.way, $0.0.programme.start) < ($1.way, $1.0.programme.start) }
        var taken: Set<Place> = []
        var found: [(Showing, Showing)] = []
        for (one, other, _) in pairs where !taken.contains(one.place) && !taken.contains(other.place) {
            taken.formUnion([one.place, other.place])
            found.append((one, other))
        }
        return found
    }
}

extension GuideProgramme {
    /// Whether the change matters to viewers: another end or episode. Additional episode details from the source don't count.
    fileprivate func isAltered(from former: GuideProgramme) -> Bool { stop != former.stop || !isRepeat(of: former) }

    /// Compares the episodes if both are known.
    func isRepeat(of other: GuideProgramme) -> Bool {
        guard let subtitle, let theirs = other.subtitle else { return true }
        return subtitle == theirs
    }
}
