import BoardPages
import Boards
import Extraction
package import Records
import Serving
import Storage

extension ShownBoard {
    /// Channels of a guide that are looked at.
    private static let mostChannels = 2000

    /// The channels of a guide, in the order in which they are stored.
    package func channels(of feeds: [Feed], _ fields: GuideFields) async throws -> [GuideChannel] {
        let records = try await engine.store.channels(of: feeds, board.schema, fields: GuideFields.ofChannel, limit: Self.mostChannels)
        return records.compactMap(fields.channel)
    }

    /// Programmes of a guide that are on in a time. Of several sources (`source.each`) the first that has a channel then, and the others in its holes.
    func programmes(of feeds: [Feed], _ query: SlotQuery, _ fields: GuideFields) async throws -> [StoredRecord] {
        let (store, schema) = (engine.store, board.schema)
        guard feeds.count > 1 else { return try await store.records(of: feeds, schema, query) }
        var (merge, records) = (SlotMerge(), [StoredRecord]())
        for feed in feeds {
            // What begins before the window may cover what another source has in it.
            for record in try await store.records(of: [feed], schema, query) {
                guard let channel = fields.channel(record), let programme = fields.programme(record) else { continue }
                if merge.takes(channel.id, from: programme.start, to: programme.stop) { records.append(record) }
            }
            merge.endSource()
        }
        return records
    }

    /// What publishers want to be shown with their programmes, each once.
    package func notices(of feeds: [Feed]) async throws -> [String] {
        var notices: [String] = []
        for feed in feeds {
            guard let text = try await engine.store.notes(of: feed), let notice = ReadingNotes(json: text)?.notice,
                !notices.contains(notice)
            else { continue }
            notices.append(notice)
        }
        return notices
    }
}
