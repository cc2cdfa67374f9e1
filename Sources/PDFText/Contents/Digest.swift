/// A hash that tells whether a recomposed page has the same text as before. Fast and not cryptographic: a crafted collision only hides the
/// author's own update.
struct Digest: Equatable {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0x9FB2_1C65_1E98_DF25
        state ^= state >> 32
    }

    /// Adds the first `count` bytes.
    @inline(__always)
    mutating func add(_ bytes: [UInt8], count: Int) {
        var word = UInt64(truncatingIfNeeded: count)
        for index in 0..<count {
            word = word << 8 | UInt64(bytes[index])
            if index & 7 == 7 {
                add(word)
                word = 0
            }
        }
        add(word)
    }

    /// Adds everything of a run except its text.
    @inline(__always)
    mutating func addPlace(of run: TextRun) {
        add(run.x.bitPattern)
        add(run.y.bitPattern)
        add(run.endX.bitPattern)
        add(run.endY.bitPattern)
        add(run.fontSize.bitPattern ^ (run.isInvisible ? 1 : 0) ^ (run.isMirrored ? 2 : 0))
    }
}
