/// A transformation [a b c d e f] (ISO 32000-1, 8.3.4).
struct Matrix {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    init() {}

    /// The matrix from an array; the identity if it isn't one.
    init(_ object: PDFObject?) {
        guard case .array(let list)? = object, list.count == 6 else { return }
        let numbers = list.compactMap(\.number)
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return }
        (a, b, c) = (numbers[0], numbers[1], numbers[2])
        (d, e, f) = (numbers[3], numbers[4], numbers[5])
    }

    @inline(__always)
    init(_ numbers: LastNumbers) {
        (a, b, c) = (numbers.last(5), numbers.last(4), numbers.last(3))
        (d, e, f) = (numbers.last(2), numbers.last(1), numbers.last(0))
    }

    @inline(__always)
    mutating func translate(_ x: Double, _ y: Double) {
        e += x * a + y * c
        f += x * b + y * d
    }

    /// Applies this matrix first, then the other.
    @inline(__always)
    func followed(by other: Matrix) -> Matrix {
        var result = Matrix()
        result.a = a * other.a + b * other.c
        result.b = a * other.b + b * other.d
        result.c = c * other.a + d * other.c
        result.d = c * other.b + d * other.d
        (result.e, result.f) = other.apply(e, f)
        return result
    }

    @inline(__always)
    func apply(_ x: Double, _ y: Double) -> (Double, Double) {
        (x * a + y * c + e, x * b + y * d + f)
    }
}
