/// What was lately said in a feed of events: one run of bytes, as they went over the wire, cut into events.
///
/// A position counts the bytes since the feed began, so that all there is to know of a subscriber is one number. Events have sequence numbers,
/// which go up and may leave some out. So many events and bytes are kept at most; who stands before `start` has fallen out.
struct EventLog {
    private let eventLimit: Int
    private let byteLimit: Int
    /// From the position `base` on. What is before `start` is removed now and then, for many events at once.
    private var bytes: [UInt8] = []
    private var base = 0
    /// Where each event ends, in their order. The first that counts ends at `start`: its own bytes are gone, those after it are not.
    private var marks: [(sequence: Int64, end: Int)]
    private var firstMark = 0

    private(set) var start = 0
    var end: Int { base + bytes.count }

    /// `sequence`: of the last event before the log begins.
    init(sequence: Int64, eventLimit: Int = 4096, byteLimit: Int = 1 << 20) {
        self.eventLimit = eventLimit
        self.byteLimit = byteLimit
        marks = [(sequence, 0)]
    }

    /// A sequence number that does not go up makes all before it unknown.
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

    /// Keeps nothing of what was said. Who has heard it all still follows.
    mutating func clear() {
        guard !bytes.isEmpty, let last = marks.last else { return }
        (marks, firstMark) = ([last], 0)
        (base, start) = (last.end, last.end)
        bytes = []
    }

    /// Something was said that is not here: whoever followed has fallen out.
    mutating func forget(upTo sequence: Int64) {
        base = end + 1
        start = base
        bytes.removeAll(keepingCapacity: true)
        marks = [(sequence, base)]
        firstMark = 0
    }

    /// Where somebody stands who had this event last; nil: it is not known, or was too long ago.
    func position(after sequence: Int64) -> Int? {
        let index = firstIndex { $0.sequence >= sequence }
        return index < marks.count && marks[index].sequence == sequence ? marks[index].end : nil
    }

    /// How many events end after this position.
    func count(after position: Int) -> Int { marks.count - firstIndex { $0.end > position } }

    /// What was said from this position on, which is not before `start`.
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
