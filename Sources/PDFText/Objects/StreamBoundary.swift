/// Finds the end of a stream's data (ISO 32000-1, 7.3.8.1): at /Length if `endstream` (or `endobj`) follows there, otherwise before the
/// first `endstream`, or before the first `endobj` or `8 0 obj` if that is missing, less one line break. Positions are in the scanner's
/// buffer, which may move in between.
struct StreamBoundary {
    enum Step {
        case needMore
        /// Data up to here, exclusive; more may follow.
        case data(Int)
        /// All data have been returned; this is the position after `endstream`.
        case end(Int)
        /// The file ends inside the stream; all data have been returned.
        case cut
    }

    /// Whether the filter has all it needs.
    var isComplete = false
    /// Bytes examined.
    private(set) var examined = 0

    private var declared: Int?
    private var declaredEnd: Int?
    private var searched = 0
    /// No `endstream` begins between here and `searched` except `endStream`. The next stream reuses the result, if the first has no end and
    /// it begins there.
    private var searchedFrom = 0
    private var last: Int?
    private var objects = ObjectSearch()
    /// The position of `endstream`, and the start and end of the terminator found.
    private var endStream: Int?
    private var marker: (place: Int, next: Int)?
    private static let longestHold = 262_144
    private static let longestGap = 64

    mutating func begin(length: Int?) {
        declared = length.flatMap { $0 >= 0 ? $0 : nil }
        isComplete = false
        (marker, endStream) = (nil, nil)
    }

    mutating func start(at position: Int) {
        if position >= searchedFrom, position <= searched {
            endStream = last.flatMap { $0 >= position ? $0 : nil }
        } else {
            restart(at: position)
        }
        objects.start(at: position)
        declaredEnd = declared.flatMap { length in
            let (end, overflow) = position.addingReportingOverflow(length)
            return overflow ? nil : end
        }
    }

    private mutating func restart(at position: Int) { (searchedFrom, searched, last) = (position, position, nil) }

    /// The buffer dropped this many bytes at its front.
    mutating func move(by count: Int) {
        searched -= count
        searchedFrom -= count
        last = last.map { $0 - count }
        declaredEnd = declaredEnd.map { $0 - count }
        endStream = endStream.map { $0 - count }
        marker = marker.map { ($0.place - count, $0.next - count) }
        objects.move(by: count)
    }

    mutating func next(_ bytes: Span<UInt8>, from position: Int, ended: Bool) -> Step {
        if marker == nil { search(bytes, ended: ended) }
        guard let (found, behind) = marker else { return withoutMarker(bytes, from: position, ended: ended) }
        let dataEnd = max(position, lineEnd(bytes, before: found, notBefore: position))
        if let length = declaredEnd {
            if found >= length {
                let gap = found - length
                if gap <= StreamBoundary.longestGap, isBlank(bytes, length, found) {
                    return position < length ? .data(length) : .end(behind)
                }
                if isEndObject(bytes, at: length) { return position < length ? .data(length) : .end(length) }
            } else {
                // An `endstream` before the end given by /Length: data or the end?
                if position < dataEnd { return .data(dataEnd) }
                if !isComplete, length - found <= StreamBoundary.longestHold {
                    if bytes.count < length + StreamBoundary.longestGap + 16, !ended { return .needMore }
                    if isMarked(bytes, at: length, alsoByEndObject: endStream != found) {
                        (marker, endStream) = (nil, nil)
                        restart(at: length)
                        objects.start(at: length)
                        return .data(length)
                    }
                }
            }
        }
        declaredEnd = nil
        if position < dataEnd { return .data(dataEnd) }
        // An apparent line break is data if the filter still needs bytes: it may be the last byte of a checksum.
        return position < found && !isComplete ? .data(found) : .end(behind)
    }

    private mutating func withoutMarker(_ bytes: Span<UInt8>, from position: Int, ended: Bool) -> Step {
        // Held back: a line break and a partial `endstream` or next object.
        var safe = ended ? bytes.count : objects.searched - ObjectSearch.longestHeader
        if let length = declaredEnd {
            if isEndObject(bytes, at: length) { return position < length ? .data(length) : .end(length) }
            if safe > length + StreamBoundary.longestGap || ended { declaredEnd = nil } else { safe = min(safe, length) }
        }
        if position < safe { return .data(safe) }
        return ended ? .cut : .needMore
    }

    /// Finds whichever comes first: `endstream`, or the end or start of an object.
    private mutating func search(_ bytes: Span<UInt8>, ended: Bool) {
        if endStream == nil { searchEndStream(bytes) }
        examined -= objects.examined
        let object = endStream.map { objects.first(in: bytes.extracting(0..<$0), ended: true) } ?? objects.first(in: bytes, ended: ended)
        examined += objects.examined
        if let object { marker = (object, object) } else if let endStream { marker = (endStream, endStream + 9) }
    }

    /// Searches for `endstream` from where the last search ended, in steps of nine bytes.
    private mutating func searchEndStream(_ bytes: Span<UInt8>) {
        var last = searched + 8
        let began = searched
        while last < bytes.count {
            // The letter at the last position determines how far the next match can be.
            let step: Int
            switch bytes[last] {
            case 0x6D:  // m
                if bytes.holds("endstream", at: last - 8) {
                    (endStream, self.last) = (last - 8, last - 8)
                    searched = last + 1
                    examined += searched - began
                    return
                }
                step = 9
            case 0x61: step = 1
            case 0x65: step = 2
            case 0x72: step = 3
            case 0x74: step = 4
            case 0x73: step = 5
            case 0x64: step = 6
            case 0x6E: step = 7
            default: step = 9
            }
            last += step
        }
        searched = max(searched, last - 8)
        examined += searched - began
    }

    private func lineEnd(_ bytes: Span<UInt8>, before marker: Int, notBefore start: Int) -> Int {
        guard marker > start else { return marker }
        if bytes[marker - 1] == 0x0D { return marker - 1 }
        guard bytes[marker - 1] == 0x0A else { return marker }
        return marker - 1 > start && bytes[marker - 2] == 0x0D ? marker - 2 : marker - 1
    }

    private func isBlank(_ bytes: Span<UInt8>, _ from: Int, _ to: Int) -> Bool {
        for index in from..<to where !Bytes.isWhiteSpace(bytes[index]) { return false }
        return true
    }

    private func afterBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < bytes.count, index - start < StreamBoundary.longestGap, Bytes.isWhiteSpace(bytes[index]) { index += 1 }
        return index
    }

    private func isMarked(_ bytes: Span<UInt8>, at position: Int, alsoByEndObject: Bool) -> Bool {
        guard position >= 0, position <= bytes.count else { return false }
        let index = afterBlanks(bytes, position)
        return bytes.holds("endstream", at: index) || (alsoByEndObject && bytes.holds("endobj", at: index))
    }

    private func isEndObject(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        guard position >= 0, position <= bytes.count else { return false }
        return bytes.holds("endobj", at: afterBlanks(bytes, position))
    }
}
