/// Bounds on JSON from a source.
enum JSONLimits {
    /// A document that has to be held as a whole.
    static let documentBytes = 64 << 20
    /// One row of a document that is read in passing, or one line.
    static let rowBytes = 16 << 20
    /// Values held at once, 16 bytes each.
    static let values = 4_000_000
    static let depth = 512
    static let numberBytes = 4_096
}
