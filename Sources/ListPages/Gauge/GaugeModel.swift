import BoardPages
import Foundation
import Records
import Serving

/// A record's reading on a gauge: its number now and its history. A pure value.
struct GaugeReading: Hashable, Sendable {
    let stored: StoredRecord
    let name: String
    let field: Field
    /// nil if the source has none.
    let value: Value?
    /// When it last changed; nil if it hasn't changed since recording began.
    let since: Timestamp?
    /// The change over the last hour; for a record that appeared within the hour, the rate per hour since then; nil in its first minute. An
    /// older number is assumed to have been constant before its first known change.
    let perHour: Double?
    let chart: StepChart?

    private static let window = Duration.seconds(3600)
    private static let leastWindow = Duration.seconds(60)

    /// `history` is of this record, oldest first.
    init(_ stored: StoredRecord, name: String, _ schema: Schema, place: Int, history: [HistoryEntry], until now: Timestamp) {
        self.stored = stored
        self.name = name
        field = schema.fields[place]
        value = stored.record.values[at: place]
        since = history.last { $0.change.before?.values[at: place] != $0.change.after?.values[at: place] }?.seen
        chart = StepChart.charts(of: history, schema, until: now).first { [name = schema.fields[place].name] in $0.field.name == name }
        perHour = field.kind == .number ? Self.perHour(history, place, now) : nil
    }

    private static func perHour(_ history: [HistoryEntry], _ place: Int, _ now: Timestamp) -> Double? {
        let start = now + (.zero - window)
        let points = history.compactMap { entry in
            entry.change.after?.values[at: place]?.magnitude.map { (time: entry.seen, height: $0) }
        }
        guard let last = points.last else { return nil }
        // The value at the start of the hour: after the last change before it, or before the first change in it.
        let earlier = points.last { $0.time <= start }?.height
        let first = history.first { $0.seen > start }?.change.before?.values[at: place]?.magnitude
        let known: (from: Timestamp, height: Double) =
            if let height = earlier ?? first { (start, height) } else { (points[0].time, points[0].height) }
        let length = now - known.from
        guard length >= leastWindow else { return nil }
        let perHour = (last.height - known.height) / (Double(length.wholeMilliseconds) / 3_600_000)
        return perHour.isFinite ? perHour : nil
    }
}

struct GaugeModel: Sendable {
    let frame: BoardFrame
    let readings: [GaugeReading]

    /// The maximum number of records shown, in the source's order.
    static let readingLimit = 12

    /// The index of a board's number: the first that isn't a key; nil if there is none.
    static func place(in schema: Schema) -> Int? {
        schema.fields.firstIndex { !$0.isKey && [.number, .money, .duration].contains($0.kind) }
    }
}
