import DemoPublishing

/// What mutations ask of chance.
extension SplitMix64 {
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
