/// Limits of JSON from a source.
enum JSONLimits {
    /// A document that must be held completely.
    static let documentBytes = 64 << 20
    /// One row of a document that is parsed as a stream, or one line.
    static let rowBytes = 16 << 20
    /// Values held at once, 16 bytes each.
    static let values = 4_000_000
    static let depth = 512
    static let numberBytes = 4_096
}
