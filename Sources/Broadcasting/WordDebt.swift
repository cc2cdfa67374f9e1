/// What one client of a feed of words is still owed: the end of a word that was begun, and whether a newer value waits.
///
/// A word that was begun is always finished, whatever comes meanwhile; of values that were not begun, only the newest is ever sent.
struct WordDebt: Equatable {
    /// Its bytes from the top down.
    private var rest: UInt32 = 0
    private var restCount: UInt8 = 0
    /// The newest value has not been begun.
    var wantsNewest: Bool

    init(wantsNewest: Bool = false) { self.wantsNewest = wantsNewest }

    var isPaid: Bool { restCount == 0 && !wantsNewest }
    var count: Int { Int(restCount) + (wantsNewest ? 4 : 0) }

    /// What goes over the wire now: `count` bytes from the top down, at most seven.
    func line(newest: Int32) -> UInt64 {
        let word = wantsNewest ? UInt64(UInt32(bitPattern: newest)) << (32 - 8 * UInt64(restCount)) : 0
        return UInt64(rest) << 32 | word
    }

    /// So many bytes of that line were taken.
    mutating func pay(_ taken: Int, newest: Int32) {
        if taken < restCount {
            rest <<= 8 * UInt32(taken)
            restCount -= UInt8(taken)
            return
        }
        let begun = taken - Int(restCount)
        (rest, restCount) = (0, 0)
        guard wantsNewest, begun > 0 else { return }
        wantsNewest = false
        // Shifting out all 32 bits gives nothing, as it should.
        rest = UInt32(bitPattern: newest) << (8 * UInt32(begun))
        restCount = UInt8(4 - begun)
    }
}
