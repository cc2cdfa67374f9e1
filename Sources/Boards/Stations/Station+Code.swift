extension Station {
    /// A short code of letters and digits, the same in all fetches, for addresses, favourites and alerts: FNV-1a of the id, 64 bits, in
    /// base 36.
    package var code: String {
        String(id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }, radix: 36)
    }
}
