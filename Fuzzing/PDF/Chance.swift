/// The chance of the fuzzer: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), so that a number gives the same input everywhere.
struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, not including, `bound`; 0 for a bound below 1.
    mutating func below(_ bound: Int) -> Int {
        bound > 0 ? Int(next().multipliedFullWidth(by: UInt64(bound)).high) : 0
    }

    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
