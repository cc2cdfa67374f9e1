#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The position of a run on the page rotated so that its text runs from left to right. Each direction is laid out separately, like upright
/// text. y grows upwards.
struct Placement: Sendable, Hashable {
    /// Whole degrees, counter-clockwise, 0…359: 0 is text from left to right, 90 text that runs upwards. Plus `mirrored` for mirrored text,
    /// whose page is seen from behind.
    var direction: Int
    var x: Double
    var endX: Double
    /// The baseline.
    var y: Double
    /// The height of the em.
    var size: Double

    static let mirrored = 360
    /// The direction on the page, mirrored or not.
    var degrees: Int { direction % Placement.mirrored }

    /// `previous` is the direction of the previous run, used for a run without width.
    init(_ run: TextRun, previous: Int = 0) {
        let (across, up) = (run.endX - run.x, run.endY - run.y)
        let length = max(abs(across), abs(up))
        size = max(run.fontSize, 0.1)
        let turn: Int
        if abs(up) < 1e-4 * max(size, length), across >= 0 {
            let isPoint = length < 1e-6
            turn = isPoint ? previous % Placement.mirrored : 0
        } else {
            turn = Placement.degrees(across, up)
        }
        switch turn {
        case 0: (x, endX, y) = (run.x, run.endX, run.y)
        case 90: (x, endX, y) = (run.y, run.endY, -run.x)
        case 180: (x, endX, y) = (-run.x, -run.endX, -run.y)
        case 270: (x, endX, y) = (-run.y, -run.endY, run.x)
        default:
            let angle = Double(turn) * .pi / 180
            let (cosine, sine) = (cos(angle), sin(angle))
            (x, y) = (run.x * cosine + run.y * sine, run.y * cosine - run.x * sine)
            endX = run.endX * cosine + run.endY * sine
        }
        direction = turn
        if run.isMirrored { (direction, y) = (turn + Placement.mirrored, -y) }
    }

    private static func degrees(_ across: Double, _ up: Double) -> Int {
        let angle = atan2(up, across) * 180 / .pi
        guard angle.isFinite else { return 0 }
        let whole = Int(angle.rounded())
        // A slightly skewed scan counts as upright.
        for quarter in [0, 90, 180, -90, -180] where abs(whole - quarter) <= 3 { return (quarter + 360) % 360 }
        return (whole + 360) % 360
    }

    /// Whether it starts on the other's baseline, near its end.
    func follows(_ other: Placement) -> Bool {
        guard direction == other.direction, abs(y - other.y) <= 0.35 * other.size else { return false }
        return (-0.3 * other.size...0.5 * other.size).contains(x - other.endX)
    }

    /// Converts a point of the rotated page to user space.
    func onPage(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let y = direction < Placement.mirrored ? y : -y
        switch degrees {
        case 0: return (x, y)
        case 90: return (-y, x)
        case 180: return (-x, -y)
        case 270: return (y, -x)
        default:
            let angle = Double(degrees) * .pi / 180
            return (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
        }
    }
}
