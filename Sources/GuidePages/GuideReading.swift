import BoardPages
import Boards
import Extraction
package import Records
import Serving
import Storage

extension ShownBoard {
    /// The maximum number of channels read.
    private static let channelLimit = 2000

    /// The channels of a guide, in stored order.
    package func channels(of feeds: [Feed], _ fields: GuideFields) async throws -> [GuideChannel] {
        let records = try await boards.store.feeds.channels(
            of: feeds, board.schema, fields: GuideFields.ofChannel, limit: Self.channelLimit)
        return records.compactMap(fields.channel)
    }

    /// The programmes in a time range. With several sources (`source.each`), the first source that has a channel at that time wins, and
    /// others fill its gaps.
    func programmes(of feeds: [Feed], _ query: SlotQuery, _ fields: GuideFields) async throws -> [StoredRecord] {
        let (store, schema) = (boards.store, board.schema)
        guard feeds.count > 1 else { return try await store.feeds.records(of: feeds, schema, query) }
        var (merge, records) = (SlotMerge(), [StoredRecord]())
        for feed in feeds {
            // A programme that starts before the range may cover another source's programmes in it.
            for record in try await store.feeds.records(of: [feed], schema, query) {
                guard let channel = fields.channel(record), let programme = fields.programme(record) else { continue }
                if merge.takes(channel.id, from: programme.start, to: programme.stop) { records.append(record) }
            }
            merge.endSource()
        }
        return records
    }

    /// The grid cells of these channels in a time range, by channel, ordered by start; several sources are merged as in `programmes`.
    func cells(of feeds: [Feed], on channels: [String], _ time: Range<Timestamp>, limit: Int) async throws -> [String: [GuideProgramme]] {
        var (merge, found) = (SlotMerge(), [String: [GuideProgramme]]())
        for feed in feeds {
            let read = try await boards.store.feeds.slots(of: feed, board.schema, on: channels, in: time, limit: limit)
            let genres = read.categories.map { GuideGenre($0) }
            for slot in read.slots where feeds.count == 1 || merge.takes(slot.channel, from: slot.start, to: slot.stop) {
                found[slot.channel, default: []].append(GuideProgramme(slot, genre: slot.categories.flatMap { genres[$0] }))
            }
            merge.endSource()
        }
        return found
    }

    /// The notices that publishers require, without duplicates.
    package func notices(of feeds: [Feed]) async throws -> [String] {
        var notices: [String] = []
        for feed in feeds {
            guard let text = try await boards.store.feeds.notes(of: feed), let notice = ReadingNotes(json: text)?.notice,
                !notices.contains(notice)
            else { continue }
            notices.append(notice)
        }
        return notices
    }
}
