/// Collects the straight horizontal and vertical lines among the paths that a page paints (ISO 32000-1, 8.5): the rules of its tables.
/// Edges of painted rectangles count, as do rectangles thin enough to be lines. Curves, slanted lines and clipping paths don't.
struct RuleTracer {
    /// In the order of painting; a line has a width or a height of 0 in user space.
    private(set) var rules: [PDFBox] = []
    private var path: [(from: (Double, Double), to: (Double, Double))] = []
    private var rectangles: [Box] = []
    private var point = (0.0, 0.0)
    private static let ruleLimit = 20_000
    private static let partLimit = 2_000
    /// In points: thinner rectangles are lines, shorter lines are ignored.
    private static let thickest = 2.5
    private static let shortest = 4.0

    mutating func take(_ tag: UInt8, _ numbers: LastNumbers, _ matrix: Matrix) {
        switch tag {
        case TextOperator.moveTo: point = matrix.apply(numbers.last(1), numbers.last(0))
        case TextOperator.lineTo:
            let end = matrix.apply(numbers.last(1), numbers.last(0))
            if path.count < RuleTracer.partLimit { path.append((point, end)) }
            point = end
        case TextOperator.rectangle:
            let (x, y, width, height) = (numbers.last(3), numbers.last(2), numbers.last(1), numbers.last(0))
            point = matrix.apply(x, y)
            let corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)].map { matrix.apply($0.0, $0.1) }
            if rectangles.count < RuleTracer.partLimit, corners.allSatisfy({ $0.0.isFinite && $0.1.isFinite }) {
                rectangles.append(Box(corners))
            }
        case TextOperator.stroke, TextOperator.fill:
            if tag == TextOperator.stroke { for part in path { add(part.from, part.to) } }
            for box in rectangles { add(box, edges: tag == TextOperator.stroke) }
            endPath()
        case TextOperator.endPath: endPath()
        default: break
        }
    }

    private mutating func endPath() {
        path.removeAll(keepingCapacity: true)
        rectangles.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ box: Box, edges: Bool) {
        let (width, height) = (box.right - box.left, box.top - box.bottom)
        let middle = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
        if height <= RuleTracer.thickest {
            add((box.left, middle.1), (box.right, middle.1))
        } else if width <= RuleTracer.thickest {
            add((middle.0, box.bottom), (middle.0, box.top))
        } else if edges {
            for y in [box.bottom, box.top] { add((box.left, y), (box.right, y)) }
            for x in [box.left, box.right] { add((x, box.bottom), (x, box.top)) }
        }
    }

    private mutating func add(_ from: (Double, Double), _ to: (Double, Double)) {
        let (width, height) = (abs(from.0 - to.0), abs(from.1 - to.1))
        guard rules.count < RuleTracer.ruleLimit, max(width, height) >= RuleTracer.shortest, min(width, height) <= 0.5 else { return }
        let isAcross = width > height
        rules.append(
            PDFBox(x: min(from.0, to.0), y: min(from.1, to.1), width: isAcross ? width : 0, height: isAcross ? 0 : height))
    }
}
