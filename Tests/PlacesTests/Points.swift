import Places
import Records

/// Reproducible random positions: over the whole sphere, in clusters, on the edges of the map, and many duplicates.
struct Points {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) / 9_007_199_254_740_992)
    }

    mutating func position() -> Position {
        let position: Position? =
            switch next() % 8 {
            // Near the poles, at them, and around 180°.
            case 0: Position(latitude: number(in: 89.9...90) * (next() % 2 == 0 ? 1 : -1), longitude: number(in: -180...180))
            case 1:
                Position(
                    latitude: number(in: -70...70), longitude: next() % 2 == 0 ? number(in: 179.99...180) : number(in: -180 ... -179.99))
            case 2: Position(latitude: next() % 2 == 0 ? 90 : -90, longitude: number(in: -180...180))
            // In a town, on a grid of a few metres: many at the same point.
            case 3, 4:
                Position(
                    latitude: -31.95 + Double(next() % 64) / 10_000, longitude: 115.86 + Double(next() % 64) / 10_000)
            default: Position(latitude: number(in: -90...90), longitude: number(in: -180...180))
            }
        return position ?? Position(latitude: 1, longitude: 1)!
    }

    mutating func positions(_ count: Int) -> [Position] { (0..<count).map { _ in position() } }
}
