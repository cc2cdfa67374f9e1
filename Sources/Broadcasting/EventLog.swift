/// The recent events of a feed: one run of bytes as sent, divided into events.
///
/// A position counts bytes since the feed began, so a subscriber's state is a single number. Events have increasing sequence numbers,
/// possibly with gaps. The number of events and bytes is limited; a subscriber before `start` has lost events.
struct EventLog {
    private let eventLimit: Int
    private let byteLimit: Int
    /// Starts at position `base`. Bytes before `start` are removed in batches.
    private var bytes: [UInt8] = []
    private var base = 0
    /// The end of each event, in order. The first mark ends at `start`: its own bytes are gone, the following ones aren't.
    private var marks: [(sequence: Int64, end: Int)]
    private var firstMark = 0

    private(set) var start = 0
    var end: Int { base + bytes.count }

    /// `sequence` is that of the last event before the log.
    init(sequence: Int64, eventLimit: Int = 4096, byteLimit: Int = 1 << 20) {
        self.eventLimit = eventLimit
        self.byteLimit = byteLimit
        marks = [(sequence, 0)]
    }

    /// A sequence number that doesn't increase invalidates all earlier ones.
    mutating func append(_ event: [UInt8], sequence: Int64) {
        if let last = marks.last, sequence <= last.sequence { forget(upTo: sequence - 1) }
        bytes += event
        marks.append((sequence, end))
        while marks.count - 1 - firstMark > eventLimit || end - marks[firstMark].end > byteLimit { firstMark += 1 }
        start = marks[firstMark].end
        if start - base > byteLimit {
            bytes.removeFirst(start - base)
            base = start
        }
        if firstMark > eventLimit {
            marks.removeFirst(firstMark)
            firstMark = 0
        }
    }

    /// Drops all events. Subscribers that are up to date continue.
    mutating func clear() {
        guard !bytes.isEmpty, let last = marks.last else { return }
        (marks, firstMark) = ([last], 0)
        (base, start) = (last.end, last.end)
        bytes = []
    }

    /// Events are missing here: earlier subscribers have lost them.
    mutating func forget(upTo sequence: Int64) {
        base = end + 1
        start = base
        bytes.removeAll(keepingCapacity: true)
        marks = [(sequence, base)]
        firstMark = 0
    }

    /// The position after the event with this sequence number; nil if it is unknown or no longer stored.
    func position(after sequence: Int64) -> Int? {
        let index = firstIndex { $0.sequence >= sequence }
        return index < marks.count && marks[index].sequence == sequence ? marks[index].end : nil
    }

    /// The number of events that end after this position.
    func count(after position: Int) -> Int { marks.count - firstIndex { $0.end > position } }

    /// Calls `body` with the bytes from this position, which must not be before `start`.
    func withBytes<Result>(from position: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[(position - base)...])) }
    }

    private func firstIndex(_ isThere: ((sequence: Int64, end: Int)) -> Bool) -> Int {
        var (low, high) = (firstMark, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if isThere(marks[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
