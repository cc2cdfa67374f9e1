/// What is known of prefetched parts of the file (its tail, ranges of fonts).
///
/// All objects of such a part are used at once, except contents and forms, which arrive again with the body, in order. An object of the
/// body is superseded if a later prefetched part redefines its number.
struct FetchedAhead {
    /// Whether the current bytes are being prefetched.
    var isReading = false
    /// Whether the current object of the body was prefetched.
    var isKnown = false
    private var starts: Set<Int> = []
    private var latest: [Int: Int] = [:]
    private var open: Int?

    /// An object or stream starts at this offset of the file.
    mutating func begin(at offset: Int) {
        if isReading {
            isKnown = starts.contains(offset)
            starts.insert(offset)
            open = offset
        } else {
            isKnown = starts.contains(offset)
        }
    }

    /// A prefetched part ends inside a stream, which is treated as if it had not started.
    mutating func cutShort() {
        if let open { starts.remove(open) }
        open = nil
    }

    mutating func note(_ number: Int, at offset: Int) {
        latest[number] = max(latest[number] ?? 0, offset)
    }

    func isSuperseded(_ number: Int, at offset: Int) -> Bool {
        guard let later = latest[number] else { return false }
        return later > offset
    }
}
