import Records

/// Programmes in the order of their file → the same with ends that hold, each once.
///
/// Where a programme ends depends on what follows it on its channel, and what follows may stand before it in the file. So each channel keeps back its
/// last few programmes, and of the others only when they start. What is kept back in all is bounded.
///
/// - No end, an end before the start, or one over a day later: it ends where the next one starts, after `longestGuess` at most. The last of its channel
///   is taken for half an hour, and said to be approximate.
/// - Over by a minute or less into the next: it ends there. Real feeds are full of ends that are a second late.
/// - The same title at the same time on the same channel again: once, the first.
///
/// Longer overlaps and gaps stay as they are announced.
struct ProgrammeOrder {
    struct Entry {
        var programme: Programme
        /// Whether the source says when it ends; without, `stop` is its start.
        var hasStop: Bool
    }

    private struct Channel {
        /// In the file's order.
        var waiting: [Entry] = []
        /// All starts of the channel so far, ascending, in milliseconds, with what started then.
        var starts: [Int64] = []
        var titles: Set<Slot> = []
    }

    private struct Slot: Hashable {
        let start: Int64
        let title: Int
    }

    private var channels: [String: Channel] = [:]
    private(set) var notes = ReadingNotes()

    /// A programme that stands this many places too late in the file still counts as the next of its channel.
    static let depth = 16
    static let longestGuess = Duration.seconds(6 * 3600)
    static let longest = Duration.seconds(24 * 3600)
    static let channelLimit = 20_000

    /// Takes the next of the file; returns the one that is certain now.
    mutating func take(_ entry: Entry) throws(ExtractionError) -> Entry? {
        let name = entry.programme.channel
        guard channels[name] != nil || channels.count < Self.channelLimit else {
            throw ExtractionError(.limit, "more than \(Self.channelLimit) channels")
        }
        let start = entry.programme.start.milliseconds
        let slot = Slot(start: start, title: entry.programme.title.hashValue)
        guard channels[name, default: Channel()].titles.insert(slot).inserted else {
            notes.mend("twice in the file")
            return nil
        }
        channels[name]?.starts.insertAscending(start)
        channels[name]?.waiting.append(entry)
        guard let waiting = channels[name]?.waiting, waiting.count > Self.depth else { return nil }
        channels[name]?.waiting.removeFirst()
        return settled(waiting[0])
    }

    /// All that are left, channel by channel.
    mutating func finish() -> [Entry] {
        let names = channels.keys.sorted()
        var rest: [Entry] = []
        for name in names { for entry in channels[name]?.waiting ?? [] { rest.append(settled(entry)) } }
        return rest
    }

    private mutating func settled(_ entry: Entry) -> Entry {
        var entry = entry
        let (start, stop) = (entry.programme.start, entry.programme.stop)
        let next = channels[entry.programme.channel]?.starts.first(after: start.milliseconds).map { Timestamp(milliseconds: $0) }
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
        return entry
    }
}

extension [Int64] {
    /// At the end as a rule, so that a file in order costs nothing.
    fileprivate mutating func insertAscending(_ value: Int64) {
        if last.map({ $0 < value }) ?? true { return append(value) }
        let place = firstPlace { $0 >= value }
        if self[place] != value { insert(value, at: place) }
    }

    fileprivate func first(after value: Int64) -> Int64? {
        let place = firstPlace { $0 > value }
        return place < count ? self[place] : nil
    }

    private func firstPlace(where holds: (Int64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
