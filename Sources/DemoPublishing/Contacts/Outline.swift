import Foundation

/// A point of a drawing; y grows downwards.
struct Point: Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    static func + (first: Point, second: Point) -> Point { Point(first.x + second.x, first.y + second.y) }
    static func - (first: Point, second: Point) -> Point { Point(first.x - second.x, first.y - second.y) }
    static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }
}

/// The outline of a shape: closed polygons, with curves already divided into straight segments.
///
/// Overlapping polygons of the same orientation are painted once; a polygon of the opposite orientation cuts a hole.
struct Outline: Sendable {
    var polygons: [[Point]]

    static func + (first: Outline, second: Outline) -> Outline { Outline(polygons: first.polygons + second.polygons) }

    static func polygon(_ corners: [Point]) -> Outline { Outline(polygons: [corners]) }

    /// A closed curve through all points. A repeated point is a corner.
    static func smooth(_ places: [Point]) -> Outline {
        let count = places.count
        return .polygon(
            places.indices.flatMap { index in
                piece(places[(index + count - 1) % count], places[index], places[(index + 1) % count], places[(index + 2) % count])
            })
    }

    static func ellipse(_ center: Point, _ width: Double, _ height: Double, turned degrees: Double = 0) -> Outline {
        let steps = max(12, Int((width + height).squareRoot() * 4))
        let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        return .polygon(
            (0..<steps).map { step in
                let angle = 2 * Double.pi * Double(step) / Double(steps)
                let (x, y) = (cos(angle) * width / 2, sin(angle) * height / 2)
                return center + Point(x * cosine - y * sine, x * sine + y * cosine)
            })
    }

    static func roundedRectangle(_ center: Point, _ width: Double, _ height: Double, radius: Double) -> Outline {
        let corners = [(1.0, 1.0, 0.0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)]
        return .polygon(
            corners.flatMap { side, edge, start in
                (0...6).map { step in
                    let angle = (start + Double(step) * 15) * .pi / 180
                    return center
                        + Point(side * (width / 2 - radius) + cos(angle) * radius, edge * (height / 2 - radius) + sin(angle) * radius)
                }
            })
    }

    /// A line of this width through all points, with round ends and soft corners.
    static func line(_ places: [Point], _ width: Double) -> Outline {
        guard let first = places.first, let last = places.last, places.count > 1 else { return Outline(polygons: []) }
        let middle = [first] + places + [last]
        var spine = (0..<places.count - 1).flatMap { piece(middle[$0], middle[$0 + 1], middle[$0 + 2], middle[$0 + 3]) }
        spine.append(last)
        var left: [Point] = []
        var right: [Point] = []
        for (index, place) in spine.enumerated() {
            let along = spine[min(index + 1, spine.count - 1)] - spine[max(index - 1, 0)]
            let length = max(1e-6, (along.x * along.x + along.y * along.y).squareRoot())
            let across = Point(-along.y, along.x) * (width / 2 / length)
            left.append(place - across)
            right.append(place + across)
        }
        return .polygon(left + right.reversed()) + .ellipse(first, width, width) + .ellipse(last, width, width)
    }

    /// All polygons with reversed orientation: adding this to another shape subtracts it.
    var hole: Outline { Outline(polygons: polygons.map { $0.reversed() }) }

    /// The curve from `start` to `end`, excluding its end (Catmull–Rom: the neighbours determine the tangents).
    private static func piece(_ before: Point, _ start: Point, _ end: Point, _ after: Point) -> [Point] {
        let steps = max(1, min(10, Int((abs(end.x - start.x) + abs(end.y - start.y)) / 3)))
        return (0..<steps).map { step in
            let t = Double(step) / Double(steps)
            let (squared, cubed) = (t * t, t * t * t)
            let first = before * (2 * squared - t - cubed) + start * (2 - 5 * squared + 3 * cubed)
            return (first + end * (t + 4 * squared - 3 * cubed) + after * (cubed - squared)) * 0.5
        }
    }
}
