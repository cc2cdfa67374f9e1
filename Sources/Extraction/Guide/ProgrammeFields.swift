import Foundation
import Records

/// The schema fields that receive a programme's values: the options shared by `xmltv` and `radiotimes`.
struct ProgrammeFields: Sendable {
    private let fields: [ProgrammeField]
    /// The zone of times without one.
    let zone: TimeZone
    let shift: GuideShift

    init(
        _ options: Declaration, _ zone: Declaration?, shift: Declaration?, schema: Schema, unless standard: String
    ) throws(DeclarationError) {
        self.shift = try GuideShift(shift)
        var fields: [ProgrammeField] = []
        for field in schema.fields {
            guard let known = ProgrammeField(rawValue: field.name) else {
                let names = ProgrammeField.allCases.map(\.rawValue).joined(separator: ", ")
                throw options.error("a programme has no field '\(field.name)'; there are \(names)")
            }
            guard field.kind == known.kind else {
                throw options.error(
                    "the field '\(field.name)' of a programme has the type \(known.kind.rawValue), not \(field.kind.rawValue)")
            }
            guard ProgrammeField.required.contains(known) || field.isOptional else {
                throw options.error("not every programme has a field '\(field.name)'; make it optional")
            }
            fields.append(known)
        }
        if let missing = ProgrammeField.required.first(where: { !fields.contains($0) }) {
            throw options.error("the field '\(missing.rawValue)' is missing under 'fields'")
        }
        self.fields = fields
        let name = try zone?.text() ?? standard
        guard let found = TimeZone(identifier: name) else {
            throw (zone ?? options).error("there is no zone '\(name)'; a name like Europe/London is expected")
        }
        self.zone = found
    }

    func record(of programme: Programme) -> Record { Record(fields.map { $0.value(of: programme) }) }
}

/// Returns programmes as numbered rows, in order, without duplicates, within the limits of all documents.
struct ProgrammeRows {
    private let fields: ProgrammeFields
    private var order = ProgrammeOrder()
    private var rows = 0
    var notes = ReadingNotes()

    init(_ fields: ProgrammeFields) { self.fields = fields }

    var allNotes: ReadingNotes { notes.adding(order.notes) }

    mutating func take(_ entry: ProgrammeOrder.Entry, _ receive: (Extracted) throws -> Void) throws {
        if !fields.shift.isNone {
            let shift = Duration.milliseconds(fields.shift.milliseconds(of: entry.programme.channel))
            entry.programme.start = entry.programme.start + shift
            entry.programme.stop = entry.programme.stop + shift
        }
        if let certain = try order.take(entry) { try hand(certain, receive) }
    }

    mutating func finish(_ receive: (Extracted) throws -> Void) throws {
        for entry in order.finish() { try hand(entry, receive) }
        // A channel may have no programmes, but a guide without any readable programme is an error. Among equally frequent reasons, the
        // alphabetically first is reported, so that the message is always the same.
        guard rows == 0, let mostFrequent = allNotes.leftOut.min(by: { ($1.value, $0.key) < ($0.value, $1.key) }) else { return }
        throw ExtractionError(
            .row, "no programme could be read; \(allNotes.leftOutCount) were left out, most of them for: \(mostFrequent.key)")
    }

    private mutating func hand(_ entry: ProgrammeOrder.Entry, _ receive: (Extracted) throws -> Void) throws {
        guard rows < RowLimits.rows else { throw ExtractionError.tooManyRows() }
        try receive(.final(row: rows, fields.record(of: entry.programme)))
        rows += 1
    }
}

/// Converts the local times of channels to moments. If a clock shows a time twice, the preceding programme in the file decides which one it
/// is.
struct ChannelClock {
    private var clock: ZoneClock
    /// By channel: the start of the last programme in the file.
    private var last: [String: Int64] = [:]

    init(_ zone: TimeZone) { clock = ZoneClock(zone) }

    /// - Parameter isSecond: The source's hint for an hour that occurs twice.
    mutating func start(_ local: Int64, of channel: String, isSecond: Bool? = nil) -> (moment: Int64, isSkipped: Bool) {
        let (moments, isSkipped) = clock.moments(of: local)
        var moment = moments[0]
        if moments.count > 1 {
            if let isSecond {
                moment = moments[isSecond ? 1 : 0]
            } else if let last = last[channel], moments[0] <= last, moments[1] - last < 86_400 {
                moment = moments[1]
            }
        }
        // Programmes that are skipped later may name any channels.
        if last.count < ProgrammeOrder.channelLimit || last[channel] != nil { last[channel] = moment }
        return (moment, isSkipped)
    }

    /// The first occurrence of the time after `start`, if the clock shows it twice.
    mutating func stop(_ local: Int64, from start: Int64) -> Int64 {
        let (moments, _) = clock.moments(of: local)
        return moments.count > 1 ? moments.first { $0 > start } ?? moments[1] : moments[0]
    }
}
