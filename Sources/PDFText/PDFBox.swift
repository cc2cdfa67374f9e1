/// A rectangle in user space: points, origin at the page's lower left.
public struct PDFBox: Sendable, Hashable {
    /// The left edge.
    public var x = 0.0
    /// The lower edge.
    public var y = 0.0
    /// From the left edge to the right.
    public var width = 0.0
    /// From the lower edge to the upper.
    public var height = 0.0

    /// A rectangle; empty and at the origin by default.
    public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The smallest rectangle that contains both.
    public func union(_ other: PDFBox) -> PDFBox {
        let (left, lower) = (min(x, other.x), min(y, other.y))
        return PDFBox(
            x: left, y: lower, width: max(x + width, other.x + other.width) - left, height: max(y + height, other.y + other.height) - lower)
    }
}
