import BoardPages
import Boards
import Localisation
import Records
import Serving
import Storage

extension ShownBoard {
    /// The limits on changes examined, their channels, the programmes of these, and possible replacements.
    private static let (changeLimit, changedChannelLimit, programmeLimit, keyLimit) = (500, 60, 60_000, 1000)

    /// The changes on these channels since a moment; and whether there were too many to examine all.
    func changes(
        of feeds: [Feed], on channels: [GuideChannel], _ fields: GuideFields, since: Timestamp, at now: Timestamp
    ) async throws -> (changes: GuideChanges, isCut: Bool) {
        let (store, schema) = (boards.store, board.schema)
        let byID = Dictionary(channels.map { ($0.id, $0) }) { first, _ in first }
        func showing(_ stored: StoredRecord, _ seen: Timestamp) -> GuideChanges.Showing? {
            guard let channel = fields.channel(stored).flatMap({ byID[$0.id] }), let programme = fields.programme(stored),
                programme.stop > programme.start, programme.stop > now + (.zero - GuideChanges.farthest)
            else { return nil }
            return GuideChanges.Showing(channel: channel, programme: programme, seen: seen)
        }
        func former(_ stored: StoredChange) -> GuideChanges.Showing? {
            stored.change.before.flatMap { showing(StoredRecord(id: 0, record: $0, position: 0), stored.seen) }
        }
        var query = ChangeQuery(limit: Self.changeLimit)
        (query.since, query.kinds) = (since, [.altered, .gone])
        let page = try await store.feeds.changePage(of: feeds, schema, query)
        let all = page.changes.compactMap { stored in former(stored).map { (key: stored.key, showing: $0) } }
        let changed = Set(all.map(\.showing.channel.id))
        let looked = channels.map(\.id).filter(changed.contains).prefix(Self.changedChannelLimit)
        let touched = all.filter { looked.contains($0.showing.channel.id) }
        guard let end = touched.map(\.showing.programme.stop).max() else {
            return (GuideChanges([], current: [], added: [:], at: now), page.isCut)
        }

        let slots = SlotQuery(
            (now + (.zero - GuideChanges.farthest))..<(end + GuideChanges.farthest), channels: Array(looked),
            fields: GuideFields.shown.union(schema.keyFields.map { schema.fields[$0].name }), limit: Self.programmeLimit)
        let current = try await programmes(of: feeds, slots, fields).compactMap { record in
            showing(record, now).map { (key: schema.keptKey(of: record.record), showing: $0) }
        }
        // The possible subjects of a change: programmes at the same time, or with the same title.
        let near = Self.near(touched.map(\.showing))
        let keys = current.filter { near($0.showing) }.map(\.key)
        let asked = touched.map(\.key) + Set(keys).subtracting(touched.map(\.key))
        query = ChangeQuery(limit: 4 * Self.keyLimit)
        (query.since, query.keys, query.isBounded) = (since, Array(asked.prefix(Self.keyLimit)), false)
        // A record's first change has its original version.
        var first: [String: StoredChange] = [:]
        for stored in try await store.feeds.changes(of: feeds, schema, query) { first[stored.key] = stored }
        var added: [GuideChanges.Place: Timestamp] = [:]
        for (key, one) in current {
            guard let stored = first[key], former(stored)?.place != one.place else { continue }
            added[one.place] = stored.seen
        }
        let isCut = page.isCut || looked.count < changed.count || asked.count > Self.keyLimit
        return (GuideChanges(first.values.compactMap(former), current: current.map(\.showing), added: added, at: now), isCut)
    }

    private static func near(_ former: [GuideChanges.Showing]) -> (GuideChanges.Showing) -> Bool {
        let byChannel = Dictionary(grouping: former, by: \.channel.id)
        return { one in
            byChannel[one.channel.id, default: []].contains { other in
                let (former, now) = (other.programme, one.programme)
                if former.start < now.stop && now.start < former.stop { return true }
                return former.title == now.title && max(former.start, now.start) - min(former.start, now.start) <= GuideChanges.farthest
            }
        }
    }
}
