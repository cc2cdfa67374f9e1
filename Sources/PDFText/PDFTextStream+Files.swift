/// Looking ahead in a file that is there whole. Most programs write fonts last: all text of a long document would wait for them, and be more
/// than `PDFLimits.heldTextBytes`.
extension PDFTextStream {
    /// The text of a smaller file may wait.
    static let smallestFile = 1 << 20
    private static let mostRounds = 32

    /// Gives `foresee` what pages need beside their contents, where the file's cross-reference section says. Call it before the first `append`.
    /// `read`: a range of the file. False where something is wrong: begin with another stream then, without this.
    package mutating func looksAhead(inFileOf size: Int, _ read: (Range<Int>) throws -> [UInt8]) -> Bool {
        guard size >= PDFTextStream.smallestFile else { return true }
        do {
            let end = max(0, size - FileHeader.longestJunk)
            let last = try read(end..<size)
            // No more than this: what stands before it may be the middle of a stream.
            guard let start = CrossReference.keyword(last.span) else { return true }
            try foresee(Array(last[start...]), at: end + start)
            var rest = size / 4
            for _ in 0..<PDFTextStream.mostRounds {
                let wanted = rangesWorthReading(inFileOf: size)
                if wanted.isEmpty { return true }
                for range in wanted {
                    rest -= range.count
                    if rest < 0 { return true }
                    // With the byte before it: an object's number that is cut would be another's.
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
