/// The data owed to a client of a word feed: the rest of a partly sent word, and whether a newer value is pending.
///
/// A partly sent word is always completed; of the values after it, only the newest is sent.
struct WordDebt: Equatable {
    /// Its remaining bytes, highest first.
    private var rest: UInt32 = 0
    private var restCount: UInt8 = 0
    /// Whether the newest value is still to be sent.
    var wantsNewest: Bool

    init(wantsNewest: Bool = false) { self.wantsNewest = wantsNewest }

    var isPaid: Bool { restCount == 0 && !wantsNewest }
    var count: Int { Int(restCount) + (wantsNewest ? 4 : 0) }

    /// The bytes to send now: `count` bytes from the top, at most seven.
    func line(newest: Int32) -> UInt64 {
        let word = wantsNewest ? UInt64(UInt32(bitPattern: newest)) << (32 - 8 * UInt64(restCount)) : 0
        return UInt64(rest) << 32 | word
    }

    /// Records how many of these bytes were sent.
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
        // Shifting out all 32 bits yields 0, as required.
        rest = UInt32(bitPattern: newest) << (8 * UInt32(begun))
        restCount = UInt8(4 - begun)
    }
}
