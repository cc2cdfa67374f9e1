/// What is known of the parts of the file that were fetched before the body reached them (its tail, ranges of fonts).
///
/// All objects of such a part count at once, but contents and forms: those come again with the body, in order. An object
/// that the body brings is superseded where a part further on has defined its number anew.
struct FetchedAhead {
    /// The bytes that are read now are fetched ahead.
    var isReading = false
    /// The object that the body brings now was read ahead.
    var isKnown = false
    private var starts: Set<Int> = []
    private var latest: [Int: Int] = [:]
    private var open: Int?

    /// An object, or a stream, begins at this byte of the file.
    mutating func begin(at offset: Int) {
        if isReading {
            isKnown = starts.contains(offset)
            starts.insert(offset)
            open = offset
        } else {
            isKnown = starts.contains(offset)
        }
    }

    /// A part that was fetched ends in the middle of a stream: that is as if it had not begun.
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
