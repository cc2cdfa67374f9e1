/// Looks ahead in a complete file. Most programs write fonts last, so all text of a long document would wait for them and exceed
/// `PDFLimits.heldTextBytes`.
extension PDFTextStream {
    /// The text of a smaller file can wait.
    static let smallestFile = 1 << 20
    private static let roundLimit = 32

    /// Passes what pages need in addition to their contents to `foresee`, using the file's cross-reference section. Call it before the
    /// first `append`. `read` returns a range of the file. Returns false on an error: then start with another stream, without this call.
    package mutating func looksAhead(inFileOf size: Int, _ read: (Range<Int>) throws -> [UInt8]) -> Bool {
        guard size >= PDFTextStream.smallestFile else { return true }
        do {
            let end = max(0, size - FileHeader.longestJunk)
            let last = try read(end..<size)
            // Without the bytes before it, which may be the middle of a stream.
            guard let start = CrossReference.keyword(last.span) else { return true }
            try foresee(Array(last[start...]), at: end + start)
            var rest = size / 4
            for _ in 0..<PDFTextStream.roundLimit {
                let wanted = rangesWorthReading(inFileOf: size)
                if wanted.isEmpty { return true }
                for range in wanted {
                    rest -= range.count
                    if rest < 0 { return true }
                    // Includes the byte before, because a truncated object number would be another object's.
                    let begin = max(0, range.lowerBound - 1)
                    let bytes = try read(begin..<range.upperBound)
                    if begin < range.lowerBound, let before = bytes.first, before &- 0x30 < 10 { return false }
                    try foresee(Array(bytes.dropFirst(range.lowerBound - begin)), at: range.lowerBound)
                }
            }
            return true
        } catch {
            return false
        }
    }
}
