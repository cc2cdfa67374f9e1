package import Foundation

/// The time at which a condition is evaluated, and the time zone.
package struct Moment: Sendable {
    package let now: Timestamp
    /// The zone that dates are counted in.
    package let zone: TimeZone
    /// When the person last looked; nil if never. Only used for stored records: a change that arrives now is always new.
    package var lastSeen: Timestamp?
    /// How long the changed record had been unchanged; nil if unknown, because it never changed or its last change is no longer stored.
    package var rested: Duration?

    package init(now: Timestamp, zone: TimeZone, lastSeen: Timestamp? = nil) {
        self.now = now
        self.zone = zone
        self.lastSeen = lastSeen
    }

    /// Days from 1970-01-01 to the local day of `time`.
    func day(of time: Timestamp) -> Int {
        let local = time.milliseconds + Int64(zone.secondsFromGMT(for: time.date)) * 1000
        return Int(clamping: (Double(local) / 86_400_000).rounded(.down))
    }
}

/// The subject of an evaluation: a change or a stored record. All watches that a change may concern share one, so that each text is folded
/// only once.
package struct Sight {
    /// The current record, or the last one if it has been removed.
    package let record: Record
    package let event: Event
    let moment: Moment
    private var folded: [Int32: [UInt8]] = [:]

    package enum Event {
        case appeared
        case altered(before: Record)
        case gone
        /// The record as stored, without a change, and when it was last new or changed, if known. Tests of changes count as true.
        case stored(since: Timestamp?)
    }

    package init(_ change: Change, _ moment: Moment) {
        switch change {
        case .appeared(let record): self.init(record, .appeared, moment)
        case .altered(let before, let after): self.init(after, .altered(before: before), moment)
        case .gone(let record): self.init(record, .gone, moment)
        }
    }

    package init(_ record: Record, _ event: Event, _ moment: Moment) {
        self.record = record
        self.event = event
        self.moment = moment
    }

    /// nil also if the record has fewer fields than the schema.
    func value(_ field: Int32) -> Value? { record.values.indices.contains(Int(field)) ? record.values[Int(field)] : nil }

    mutating func foldedText(_ field: Int32) -> [UInt8]? {
        if let known = folded[field] { return known }
        guard let texts = value(field)?.texts else { return nil }
        // A zero byte between the texts of a list prevents matches across two of them.
        let bytes = Array(texts.map(\.folded).joined(separator: [0]))
        folded[field] = bytes
        return bytes
    }
}

extension Value {
    /// Its texts, if it consists of text.
    var texts: [String]? {
        switch self {
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): [text]
        case .list(let texts): texts
        default: nil
        }
    }
}
