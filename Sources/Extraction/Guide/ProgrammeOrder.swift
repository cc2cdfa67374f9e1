import Records

/// Corrects the ends of programmes and removes duplicates, in file order.
///
/// The end of a programme depends on the next one on its channel, which may come earlier in the file. So the last few programmes of each
/// channel are held back, and of earlier ones only the start times. The total number held back is limited.
///
/// - No end, an end before the start, or more than a day later: it ends where the next one starts, after `longestGuess` at most. The last
///   programme of a channel lasts half an hour and is marked as approximate.
/// - An overlap with the next one of a minute or less: it ends there. Real feeds have many ends that are a second late.
/// - The same title at the same time on the same channel again: only the first counts.
///
/// Longer overlaps and gaps stay as announced.
struct ProgrammeOrder {
    /// A class, because entries are passed on often, and copying a programme copies thirty fields.
    final class Entry {
        var programme: Programme
        /// Whether the source gives the end; otherwise `stop` equals the start.
        let hasStop: Bool

        init(programme: Programme, hasStop: Bool) { (self.programme, self.hasStop) = (programme, hasStop) }
    }

    private final class Channel {
        /// Held-back entries in file order.
        var waiting: [Entry] = []
        /// The slots of all programmes so far.
        var slots = StartSlots()
    }

    private var channels: [String: Channel] = [:]
    private(set) var notes = ReadingNotes()

    /// A programme that is at most this many places too late in the file still counts as the next of its channel.
    static let depth = 16
    static let longestGuess = Duration.seconds(6 * 3600)
    static let longest = Duration.seconds(24 * 3600)
    static let channelLimit = 20_000

    /// Accepts the file's next entry; returns an entry that has become final.
    mutating func take(_ entry: Entry) throws(ExtractionError) -> Entry? {
        let channel = try channel(entry.programme.channel)
        guard channel.slots.insert(entry.programme.start.milliseconds, entry.programme.title.hashValue) else {
            notes.mend("twice in the file")
            return nil
        }
        channel.waiting.append(entry)
        guard channel.waiting.count > Self.depth else { return nil }
        let oldest = channel.waiting.removeFirst()
        settle(oldest, on: channel)
        return oldest
    }

    /// All remaining entries, channel by channel.
    mutating func finish() -> [Entry] {
        var rest: [Entry] = []
        for (_, channel) in channels.sorted(by: { $0.key < $1.key }) {
            for entry in channel.waiting { settle(entry, on: channel) }
            rest += channel.waiting
        }
        return rest
    }

    private mutating func channel(_ name: String) throws(ExtractionError) -> Channel {
        if let channel = channels[name] { return channel }
        guard channels.count < Self.channelLimit else { throw ExtractionError(.limit, "more than \(Self.channelLimit) channels") }
        let channel = Channel()
        channels[name] = channel
        return channel
    }

    private mutating func settle(_ entry: Entry, on channel: Channel) {
        let (start, stop) = (entry.programme.start, entry.programme.stop)
        let next = channel.slots.start(after: start.milliseconds).map { Timestamp(milliseconds: $0) }
        if !entry.hasStop || stop < start || stop - start > Self.longest {
            notes.mend(!entry.hasStop ? "no end" : stop < start ? "an end before the start" : "an end over a day after the start")
            if let next, next - start <= Self.longestGuess {
                entry.programme.stop = next
            } else {
                entry.programme.stop = start + (next == nil ? .seconds(1800) : Self.longestGuess)
                entry.programme.flags.insert(.approximate)
            }
        } else if let next, stop > next, stop - next <= .seconds(60) {
            notes.mend("over into the next by a minute or less")
            entry.programme.stop = next
        }
    }
}
