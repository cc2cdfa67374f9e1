import Foundation
package import Records

/// Programmes of one channel in the Radio Times format, `.dat`: `radiotimes: {}`, or `radiotimes: { channel: "26" }`.
///
/// Rows of 23 fields between tildes, after two lines of preamble, whose notice goes to `ReadingNotes`. An unreadable row is skipped and
/// counted; if no row is readable, that is an error. See Docs/Formats/radiotimes.md. Sources: the format's old reader
/// (https://github.com/XMLTV/xmltv, grab/uk_rt/tv_grab_uk_rt before 2018) and its publisher's writer
/// (https://github.com/atlasapi/atlas-feeds).
package struct RadioTimesRows: Extractor {
    package static let name = "radiotimes"
    package static let about = "programmes of one channel in the Radio Times format, with 23 fields between tildes"

    let fields: ProgrammeFields
    /// nil: the file name in its address, without `.dat`.
    let channel: String?
    let encoding: TextInput.Encoding

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["channel", "zone", "encoding", "shift"])
        fields = try ProgrammeFields(options, keys["zone"], shift: keys["shift"], schema: schema, unless: "Europe/London")
        channel = try keys["channel"]?.text()
        if let declared = keys["encoding"] {
            let name = try declared.text()
            guard let encoding = TextInput.Encoding(named: name) else { throw declared.error("the encoding '\(name)' is not known") }
            self.encoding = encoding
        } else {
            encoding = .utf8OrWindows1252
        }
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { RadioTimesRun(plan: self, hints) }
}

/// One file while it arrives: lines → rows of 23 fields → programmes. Holds one row, and those that `ProgrammeOrder` holds back.
final class RadioTimesRun: ExtractionRun {
    private let plan: RadioTimesRows
    private let channel: String
    private var input: TextInput
    private var opening = DocumentOpening(wanted: "a list in the Radio Times format", refusesMarkup: true)
    private var rows: ProgrammeRows
    private var clock: ChannelClock
    /// An incomplete physical line.
    private var line: [UInt8] = []
    /// Lines of a row that has fewer than 22 tildes so far: a description may span several lines.
    private var row: [UInt8] = []
    /// The number of tildes in that row.
    private var tildes = 0
    private var hasBegun = false

    /// Limit of a row with its description, in bytes.
    private static let rowBytes = 256 << 10

    init(plan: RadioTimesRows, _ hints: DocumentHints) {
        self.plan = plan
        let file = hints.address?.deletingPathExtension().lastPathComponent ?? ""
        channel = plan.channel ?? (file.isEmpty ? "1" : file)
        input = TextInput(plan.encoding, DocumentHints(), isLenient: true)
        rows = ProgrammeRows(plan.fields)
        clock = ChannelClock(plan.fields.zone)
    }

    var notes: ReadingNotes {
        var notes = rows.allNotes
        notes.mend("invalid characters", times: input.replacements)
        return notes
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try read(try opening.pass(try input.decode(bytes)), receive)
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try read(try opening.pass(try input.finish(), isLast: true), receive)
        // The publisher terminates every row's line; a truncated file ends with a partial row.
        guard line.isEmpty else { throw ExtractionError(.truncated, "the list ends inside a row") }
        try endRow(receive)
        guard hasBegun || rows.notes.notice != nil else {
            throw ExtractionError(.wrongFormat, "no list in the Radio Times format: the document is empty")
        }
        try rows.finish(receive)
    }

    private func read(_ text: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        var rest = text[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            rest = rest[(end + 1)...]
            try endLine(receive)
        }
        line += rest
        guard line.count <= Self.rowBytes else { throw ExtractionError(.limit, "a row of more than \(Self.rowBytes >> 10) KB") }
    }

    private func endLine(_ receive: (Extracted) throws -> Void) throws {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if !hasBegun {
            let text = String(decoding: line, as: UTF8.self).trimmingWhitespace()
            if text.isEmpty { return }
            if text.hasPrefix("In accessing this XML feed") { return rows.notes.notice = text }
            hasBegun = true
        }
        let more = line.count { $0 == UInt8(ascii: "~") }
        // A complete row begins, so the held text before it isn't a row.
        if more >= 22 { try endRow(receive) }
        if !row.isEmpty { row.append(UInt8(ascii: "\n")) }
        row += line
        tildes += more
        guard row.count <= Self.rowBytes else { throw ExtractionError(.limit, "a row of more than \(Self.rowBytes >> 10) KB") }
        if tildes >= 22 { try endRow(receive) }
    }

    private func endRow(_ receive: (Extracted) throws -> Void) throws {
        defer {
            row.removeAll(keepingCapacity: true)
            tildes = 0
        }
        let text = String(decoding: row, as: UTF8.self)
        guard !text.trimmingWhitespace().isEmpty else { return }
        let entry: ProgrammeOrder.Entry
        do throws(GuideTime.Refusal) {
            entry = try self.entry(of: RadioTimesRow(text))
        } catch {
            return rows.notes.leaveOut(error.words)
        }
        try rows.take(entry, receive)
    }

    private func entry(of row: RadioTimesRow) throws(GuideTime.Refusal) -> ProgrammeOrder.Entry {
        let (start, isSkipped) = clock.start(row.start, of: channel, isSecond: row.isSecondHour)
        if isSkipped { rows.notes.mend("a time that the clock skips") }
        let from = Timestamp(milliseconds: start * 1000)
        var programme = Programme(channel: channel, start: from, stop: from + .seconds(row.minutes * 60), title: row.title)
        row.fill(&programme)
        return ProgrammeOrder.Entry(programme: programme, hasStop: true)
    }
}
