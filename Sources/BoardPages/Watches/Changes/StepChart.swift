import Foundation
package import Records
import Serving

/// The history of a record's number: constant from one change to the next. A pure value; `StepChartView` draws it.
///
/// Values that are too close together or too far apart for any scale have no chart.
package struct StepChart: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        let time: Timestamp
        let value: Value
        let height: Double
    }

    package let field: Field
    /// Oldest first, at least two. Each value is valid until the next point; the last until `end`.
    package let points: [Point]
    package let end: Timestamp
    /// Round numbers around all values: two to six, ascending.
    package let ticks: [Double]

    /// One chart for each number, amount and duration that has changed. `changes` are of one record, oldest first.
    package static func charts(of changes: [HistoryEntry], _ schema: Schema, until end: Timestamp?) -> [StepChart] {
        schema.fields.indices.compactMap { index in
            guard [.number, .money, .duration].contains(schema.fields[index].kind) else { return nil }
            return StepChart(changes, index, schema, end)
        }
    }

    private init?(_ changes: [HistoryEntry], _ index: Int, _ schema: Schema, _ end: Timestamp?) {
        var points: [Point] = []
        func add(_ value: Value?, _ time: Timestamp) {
            guard let value, let height = value.magnitude, points.last?.value != value else { return }
            points.append(Point(time: time, value: value, height: height))
        }
        for change in changes {
            // The value before the first known change began some time earlier.
            if points.isEmpty { add(change.change.before?.values[at: index], change.seen) }
            add(change.change.after?.values[at: index], change.seen)
        }
        guard points.count > 1, let first = points.first, let last = points.last else { return nil }
        let end = max(end ?? last.time, last.time)
        if points[0].time == points[1].time {
            let lead = max(Duration.milliseconds((end - first.time).wholeMilliseconds / 10), .seconds(60))
            points[0] = Point(time: first.time + (.zero - lead), value: first.value, height: first.height)
        }
        ticks = Self.ticks(points.map(\.height).min() ?? 0, points.map(\.height).max() ?? 0)
        guard !ticks.isEmpty else { return nil }
        field = schema.fields[index]
        self.points = points
        self.end = end
    }

    /// Multiples of 1, 2 or 5 times a power of ten, from at or below the lowest to at or above the highest value. Empty if floating-point
    /// numbers can't distinguish them or can't represent the last.
    package static func ticks(_ low: Double, _ high: Double) -> [Double] {
        guard low <= high else { return [] }
        let span = high > low ? high - low : max(abs(high), 1)
        let rough = span / 4
        let power = pow(10, floor(log10(rough)))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? 10 * power
        let first = (low / step).rounded(.down)
        let count = Int(clamping: ((high / step).rounded(.up) - first).rounded())
        let ticks = (0...count.clamped(to: 1...8)).map { (first + Double($0)) * step }
        let isRising = zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 }
        return isRising && ticks.allSatisfy(\.isFinite) ? ticks : []
    }
}
