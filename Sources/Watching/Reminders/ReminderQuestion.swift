package import Records

/// Decides what a reminder reports, from the guide and from what was already reported. A pure value.
///
/// **A programme is followed.** It is the showing with the same title on the same channel, and the same episode if the source names it, at
/// the last known start; or else the nearest one within a day, unless the guide had both before. If yesterday's guide has the news at 18:00
/// and 22:00 and today's has it at 18:00 only, the one at 22:00 is gone; it has not moved.
///
/// **It is reported once**, the chosen time before the start, or later if it isn't over: a server that was off at that time reports it
/// after its next start. A reminder that was set after that time reports the start, unless the programme has moved since. If a reported
/// programme moves at least five minutes later, the move is reported, and then the new start. A programme that is no longer in the guide is
/// reported once, before it would have begun.
///
/// **Series and searches** report every showing that begins after they were created, except a repeat within twenty hours: less than a day,
/// so that a daily programme at the same hour counts every day, even across clock changes.
package struct ReminderQuestion: Hashable, Sendable {
    package struct Finding: Hashable, Sendable {
        package var state: ReminderState
        package var news: [ReminderNews] = []
        /// There is nothing left to remind of.
        package var isOver = false
        /// When to evaluate again with the same guide; nil for never.
        package var again: Timestamp?
    }

    /// The furthest that a programme can move.
    package static let reach = Duration.seconds(24 * 3600)
    /// A shorter delay after a reported start is not reported.
    private static let noticeable = Duration.seconds(300)
    private static let repeatReach = Duration.seconds(20 * 3600)
    private static let othersKnown = 50
    private static let toldKept = Duration.seconds(48 * 3600)
    private static let day = Duration.seconds(24 * 3600)

    private let board: String
    private let settings: Reminder.Settings
    private let since: Timestamp

    package init(_ reminder: Reminder) { self.init(reminder.settings, on: reminder.board, since: reminder.created) }

    package init(_ settings: Reminder.Settings, on board: String, since: Timestamp) {
        (self.settings, self.board, self.since) = (settings, board, since)
    }

    /// `showings` are those of the guide that can match: within `reach` of a programme, or not over.
    package func evaluate(_ showings: [Reminder.Showing], _ before: ReminderState?, at now: Timestamp) -> Finding {
        switch settings.rule {
        case .programme(let set): programme(set, showings, before, at: now)
        case .series, .search: every(showings, before ?? ReminderState(), at: now)
        }
    }

    /// When to report a programme. `set`: its start when the reminder was created.
    private func due(_ showing: Reminder.Showing, set: Timestamp? = nil) -> Timestamp {
        let due = showing.start + .seconds(-60 * settings.minutes)
        return due <= since && showing.start == set ?? showing.start ? max(showing.start, since) : due
    }

    // MARK: A programme

    private func programme(
        _ set: Reminder.Showing, _ showings: [Reminder.Showing], _ before: ReminderState?, at now: Timestamp
    ) -> Finding {
        var state = before ?? ReminderState()
        if state.entries.isEmpty {
            state.entries = [.init(number: 1, set, changed: since)]
            state.last = 1
        }
        var entry = state.entries[0]
        let known = entry.showing
        let same = showings.filter { $0.isSameProgramme(as: set) && $0.distance(to: known) < Self.reach }
        let found =
            same.first { $0.start == known.start }
            ?? same.filter { !state.others.contains($0.start) }.min {
                ($0.distance(to: known), $0.start) < ($1.distance(to: known), $1.start)
            }
        var finding = Finding(state: state)
        if let found {
            finding.state.isGone = false
            finding.state.others = Array(same.map(\.start).filter { $0 != found.start }.sorted().prefix(Self.othersKnown))
            entry.follow(found, at: now)
            // Its start was reported, so the person would wait in vain.
            if entry.told != nil, found.start >= known.start + Self.noticeable, found.start > now, !finding.state.isAgain {
                (entry.told, finding.state.isAgain) = (nil, true)
                if due(found, set: set.start) > now { finding.news.append(.init(board: board, .moved, found, before: known.start)) }
            }
        }
        let showing = entry.showing
        finding.again = showing.over
        if showing.over <= now {
            (finding.isOver, finding.again) = (true, nil)
        } else if found == nil {
            finding.state.isGone = true
            if !finding.state.hasSaidGone, showing.start > now {
                finding.state.hasSaidGone = true
                finding.news.append(.init(board: board, .gone, showing))
            }
        } else if entry.told == nil {
            if due(showing, set: set.start) <= now {
                entry.told = now
                finding.news.append(.init(board: board, .begins, showing, before: finding.state.isAgain ? known.start : set.start))
            } else {
                finding.again = due(showing, set: set.start)
            }
        }
        finding.state.entries = [entry]
        return finding
    }

    // MARK: A series, a search

    private func every(_ showings: [Reminder.Showing], _ before: ReminderState, at now: Timestamp) -> Finding {
        var finding = Finding(state: before)
        var entries = follow(before.entries, showings, at: now)
        let known = Set(entries.map(\.showing))
        var ahead = entries.count { $0.told == nil }
        for showing in showings.sorted(by: { ($0.start, $0.channel) < ($1.start, $1.channel) }) {
            guard ahead < Reminder.Limits.known, showing.over > now, showing.start > since, !known.contains(showing),
                !entries.contains(where: { $0.showing.isRepeat(of: showing) && $0.showing.distance(to: showing) < Self.repeatReach })
            else { continue }
            finding.state.last += 1
            entries.append(.init(number: finding.state.last, showing, changed: now))
            ahead += 1
        }
        entries.sort { ($0.showing.start, $0.number) < ($1.showing.start, $1.number) }
        var told = entries.compactMap(\.told).filter { $0 > now + (.zero - Self.day) }.sorted()
        for place in entries.indices where entries[place].told == nil {
            let showing = entries[place].showing
            if due(showing) > now {
                finding.again = min(finding.again ?? due(showing), due(showing))
            } else if told.count < Reminder.Limits.toldADay {
                entries[place].told = now
                told.append(now)
                finding.news.append(.init(board: board, .begins, showing))
            } else {
                let free = told[0] + Self.day
                finding.again = min(finding.again ?? free, free)
            }
        }
        finding.state.entries = entries
        return finding
    }

    /// The known showings with the guide's current times. Those no longer in the guide, or over, are dropped; reported ones stay for two
    /// days, so that a repeat isn't reported.
    private func follow(_ entries: [ReminderState.Entry], _ showings: [Reminder.Showing], at now: Timestamp) -> [ReminderState.Entry] {
        var free = showings
        var followed: [Int: ReminderState.Entry] = [:]
        func take(_ place: Int, _ fits: (Reminder.Showing) -> Bool) {
            let known = entries[place].showing
            let fitting = free.indices.filter { fits(free[$0]) && free[$0].isSameProgramme(as: known) }
            guard let found = fitting.min(by: { free[$0].distance(to: known) < free[$1].distance(to: known) }) else { return }
            followed[place] = entries[place]
            followed[place]?.follow(free.remove(at: found), at: now)
        }
        for place in entries.indices { take(place) { $0.start == entries[place].showing.start } }
        for place in entries.indices where followed[place] == nil && entries[place].showing.over > now {
            take(place) { $0.distance(to: entries[place].showing) < Self.repeatReach }
        }
        return entries.indices.compactMap { place in
            if let entry = followed[place], entry.showing.over > now || entry.told != nil { return entry }
            let entry = entries[place]
            return entry.told.map { $0 > now + (.zero - Self.toldKept) } ?? false ? entry : nil
        }
    }
}
