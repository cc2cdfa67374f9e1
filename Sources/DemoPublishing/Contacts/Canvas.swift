/// An opaque colour, 8 bits per channel.
struct Paint: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// In style sheet notation: 0xRRGGBB.
    init(_ hex: UInt32) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
    }

    /// Mixed with a share, 0…1, of another colour.
    func mixed(with other: Paint, _ share: Double) -> Paint {
        var paint = self
        paint.red = Paint.mix(red, other.red, share)
        paint.green = Paint.mix(green, other.green, share)
        paint.blue = Paint.mix(blue, other.blue, share)
        return paint
    }

    func darker(_ share: Double) -> Paint { mixed(with: Paint(0x1B1430), share) }
    func lighter(_ share: Double) -> Paint { mixed(with: Paint(0xFFFFFF), share) }

    fileprivate static func mix(_ first: UInt8, _ second: UInt8, _ share: Double) -> UInt8 {
        UInt8(Double(first) + (Double(second) - Double(first)) * share + 0.5)
    }
}

/// A square picture on which shapes are painted over each other, with antialiased edges.
///
/// Pixel coverage is summed, not sampled: each piece of a shape's outline adds the signed area to its right, so a row of pixels is a
/// running sum. The cost is that of the outline and of the rows it touches.
struct Canvas {
    /// Pixels per side.
    let side: Int
    /// RGB, three bytes per pixel, rows from the top.
    private(set) var pixels: [UInt8]
    /// For one row, with two entries more than it has pixels: the outline's contribution to the sum at each pixel. All 0 between shapes.
    private var steps: [Float]

    init(side: Int, _ paint: Paint) {
        self.side = side
        steps = Array(repeating: 0, count: side * (side + 2))
        pixels = []
        pixels.reserveCapacity(side * side * 3)
        for _ in 0..<side * side { pixels += [paint.red, paint.green, paint.blue] }
    }

    /// A shape's coverage of each pixel, 0 to 1, for painting others only inside it.
    struct Mask {
        fileprivate let shares: [Float]
    }

    mutating func mask(_ outline: Outline) -> Mask {
        var shares = [Float](repeating: 0, count: side * side)
        cover(outline) { place, share in shares[place] = share }
        return Mask(shares: shares)
    }

    mutating func fill(_ outline: Outline, _ paint: Paint, opacity: Float = 1, inside mask: Mask? = nil) {
        var pixels = pixels
        self.pixels = []
        cover(outline) { place, covered in
            let share = mask.map { covered * opacity * $0.shares[place] } ?? covered * opacity
            let first = place * 3
            pixels[first] = Self.blend(pixels[first], paint.red, share)
            pixels[first + 1] = Self.blend(pixels[first + 1], paint.green, share)
            pixels[first + 2] = Self.blend(pixels[first + 2], paint.blue, share)
        }
        self.pixels = pixels
    }

    private static func blend(_ under: UInt8, _ over: UInt8, _ share: Float) -> UInt8 {
        UInt8(Float(under) + (Float(over) - Float(under)) * share + 0.5)
    }

    /// Calls `body` for every covered pixel with its index in reading order and its coverage.
    private mutating func cover(_ outline: Outline, _ body: (Int, Float) -> Void) {
        var box = (left: side, right: 0, top: side, bottom: 0)
        for polygon in outline.polygons {
            guard var last = polygon.last else { continue }
            for corner in polygon {
                note(from: last, to: corner)
                last = corner
                box.left = min(box.left, Int(max(0, min(corner.x, Double(side - 1)))))
                box.right = max(box.right, Int(max(0, min(corner.x, Double(side - 1)))))
                box.top = min(box.top, Int(max(0, min(corner.y, Double(side - 1)))))
                box.bottom = max(box.bottom, Int(max(0, min(corner.y, Double(side - 1)))))
            }
        }
        guard box.left <= box.right, box.top <= box.bottom else { return }
        for row in box.top...box.bottom {
            var sum: Float = 0
            let start = row * (side + 2)
            for column in box.left...box.right {
                sum += steps[start + column]
                steps[start + column] = 0
                let share = min(1, abs(sum))
                if share > 0.004 { body(row * side + column, share) }
            }
            steps[start + box.right + 1] = 0
            steps[start + box.right + 2] = 0
        }
    }

    /// Cuts an edge into rows and pixels; parts outside the picture are moved to its border.
    private mutating func note(from first: Point, to second: Point) {
        guard first.y != second.y else { return }
        let sign: Float = first.y < second.y ? 1 : -1
        let (top, bottom) = first.y < second.y ? (first, second) : (second, first)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let width = Double(side)
        var y = max(0, top.y)
        let end = min(width, bottom.y)
        while y < end {
            let row = Int(y)
            let next = min(Double(row + 1), end)
            var x = max(0, min(width, top.x + (y - top.y) * slope))
            let goal = max(0, min(width, top.x + (next - top.y) * slope))
            let height = next - y
            let span = abs(goal - x)
            while true {
                let column = goal < x ? max(0, Int(x.rounded(.up)) - 1) : Int(x)
                let border = goal < x ? max(Double(column), goal) : min(Double(column + 1), goal)
                let part = span > 0 ? height * abs(border - x) / span : height
                let inside = (x + border) / 2 - Double(column)
                let place = row * (side + 2) + column
                steps[place] += sign * Float(part * (1 - inside))
                steps[place + 1] += sign * Float(part * inside)
                if border == goal { break }
                x = border
            }
            y = next
        }
    }
}
