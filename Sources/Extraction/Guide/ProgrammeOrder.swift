import Records

/// Programmes in the order of their file → the same with ends that hold, each once.
///
/// Where a programme ends depends on what follows it on its channel, and what follows may stand before it in the file. So each
/// channel keeps back its last few programmes, and of the others only when they start. What is kept back in all is bounded.
///
/// - No end, an end before the start, or one over a day later: it ends where the next one starts, after `longestGuess` at most.
///   The last of its channel is taken for half an hour, and said to be approximate.
/// - Over by a minute or less into the next: it ends there. Real feeds are full of ends that are a second late.
/// - The same title at the same time on the same channel again: once, the first.
///
/// Longer overlaps and gaps stay as they are announced.
struct ProgrammeOrder {
    /// A class, because an entry is passed on often, and a programme has thirty fields to copy.
    final class Entry {
        var programme: Programme
        /// Whether the source says when it ends; without, `stop` is its start.
        let hasStop: Bool

        init(programme: Programme, hasStop: Bool) { (self.programme, self.hasStop) = (programme, hasStop) }
    }

    private final class Channel {
        /// In the file's order.
        var waiting: [Entry] = []
        /// Of all so far.
        var slots = StartSlots()
    }

    private var channels: [String: Channel] = [:]
    private(set) var notes = ReadingNotes()

    /// A programme that stands this many places too late in the file still counts as the next of its channel.
    static let depth = 16
    static let longestGuess = Duration.seconds(6 * 3600)
    static let longest = Duration.seconds(24 * 3600)
    static let channelLimit = 20_000

    /// Takes the file's next entry; returns an entry that has become certain.
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

    /// All that are left, channel by channel.
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
