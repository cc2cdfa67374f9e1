/// A rectangle (ISO 32000-1, 7.9.5).
struct Box: Equatable {
    var left: Double
    var bottom: Double
    var right: Double
    var top: Double

    init(_ points: [(Double, Double)]) {
        left = points.reduce(.infinity) { min($0, $1.0) }
        right = points.reduce(-.infinity) { max($0, $1.0) }
        bottom = points.reduce(.infinity) { min($0, $1.1) }
        top = points.reduce(-.infinity) { max($0, $1.1) }
    }

    init?(_ object: PDFObject?) {
        guard case .array(let list)? = object, list.count == 4 else { return nil }
        let numbers = list.compactMap(\.number)
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init([(numbers[0], numbers[1]), (numbers[2], numbers[3])])
    }

    func transformed(by matrix: Matrix) -> Box {
        Box([(left, bottom), (left, top), (right, bottom), (right, top)].map { matrix.apply($0.0, $0.1) })
    }

    /// The matrix that fits this rectangle to the other (12.5.5, algorithm 8.1).
    func fitted(to other: Box) -> Matrix {
        var matrix = Matrix()
        matrix.a = right > left ? (other.right - other.left) / (right - left) : 1
        matrix.d = top > bottom ? (other.top - other.bottom) / (top - bottom) : 1
        matrix.e = other.left - left * matrix.a
        matrix.f = other.bottom - bottom * matrix.d
        return matrix
    }
}
