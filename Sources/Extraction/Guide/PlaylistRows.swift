package import Records

/// Channels of an M3U playlist: `m3u: {}`. For `joins` of a guide: the playlist determines the channels, their names and their groups.
///
/// One row per channel, and a second one if `tvg-name` and the name after the comma differ: the same channel under either name. See
/// Docs/Formats/m3u.md. Source: https://github.com/kodi-pvr/pvr.iptvsimple, "Supported M3U and XMLTV elements".
package struct PlaylistRows: Extractor {
    package static let name = "m3u"
    package static let about = "channels of an M3U playlist, by the names that a guide knows them by"

    /// The board's fields, by schema index.
    let fields: [Field]

    enum Field: String, CaseIterable {
        case channel
        case name = "channel_name"
        case group = "channel_group"
        case logo = "channel_logo"
        case shift = "channel_shift"

        var kind: Records.Field.Kind {
            switch self {
            case .channel, .name, .group: .text
            case .logo: .image
            case .shift: .duration
            }
        }
    }

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        _ = try options.entries(knowing: [])
        var fields: [Field] = []
        for field in schema.fields {
            guard let known = Field(rawValue: field.name) else {
                let names = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw options.error("a channel of a playlist has no field '\(field.name)'; there are \(names)")
            }
            guard field.kind == known.kind else {
                throw options.error(
                    "the field '\(field.name)' of a playlist has the type \(known.kind.rawValue), not \(field.kind.rawValue)")
            }
            guard known == .channel || known == .name || field.isOptional else {
                throw options.error("not every channel of a playlist has a field '\(field.name)'; make it optional")
            }
            fields.append(known)
        }
        self.fields = fields
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { PlaylistRun(plan: self) }
}

/// One playlist while it arrives: holds a line, and a channel whose address has not arrived.
final class PlaylistRun: ExtractionRun {
    private let plan: PlaylistRows
    private var input = TextInput(.utf8OrWindows1252, DocumentHints())
    private var opening = DocumentOpening(wanted: "an M3U playlist", refusesMarkup: true)
    private var line: [UInt8] = []
    private var entry: PlaylistEntry?
    /// A group from a separate line, for the channel whose address comes next.
    private var group = ""
    /// The default of channels without one: `#EXTM3U tvg-shift="-1"`.
    private var shift = ""
    private var rows = 0
    private var isPlaylist = false
    private(set) var notes = ReadingNotes()

    private static let lineBytes = 64 << 10
    private static let entryLimit = 100_000

    init(plan: PlaylistRows) { self.plan = plan }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try read(try opening.pass(try input.decode(bytes)), receive)
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try read(try opening.pass(try input.finish(), isLast: true), receive)
        if !line.isEmpty { try endLine(receive) }
        guard isPlaylist else { throw ExtractionError(.wrongFormat, "no M3U playlist: no line begins with #EXTM3U or #EXTINF") }
        guard entry == nil else { throw ExtractionError(.truncated, "the playlist ends before the address of a channel") }
    }

    private func read(_ text: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        var rest = text[...]
        // LF, CR or both end a line: between the two, the line is empty.
        while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            line += rest[..<end]
            rest = rest[(end + 1)...]
            try endLine(receive)
        }
        line += rest
        guard line.count <= Self.lineBytes else { throw ExtractionError(.limit, "a line of more than \(Self.lineBytes >> 10) KB") }
    }

    private func endLine(_ receive: (Extracted) throws -> Void) throws {
        let text = String(decoding: line, as: UTF8.self).trimmingWhitespace()
        line.removeAll(keepingCapacity: true)
        if text.hasPrefix("#EXTM3U") {
            isPlaylist = true
            shift = PlaylistEntry(text, after: "#EXTM3U").shift
        } else if text.hasPrefix("#EXTINF:") {
            isPlaylist = true
            if entry != nil { notes.leaveOut("no address") }
            let read = PlaylistEntry(text)
            if read.isMended { notes.mend("a quote without an end") }
            entry = read
        } else if text.hasPrefix("#EXTGRP:") {
            group = PlaylistEntry.text(text.dropFirst("#EXTGRP:".count))
        } else if !text.isEmpty, !text.hasPrefix("#"), var entry {
            if entry.group.isEmpty { entry.group = group }
            (self.entry, group) = (nil, "")
            try hand(entry, receive)
        }
    }

    private func hand(_ entry: PlaylistEntry, _ receive: (Extracted) throws -> Void) throws {
        let names = entry.names
        guard let first = names.first else { return notes.leaveOut("no name") }
        let shift = milliseconds(of: entry)
        for name in names {
            guard rows < Self.entryLimit else { throw ExtractionError(.limit, "more than \(Self.entryLimit) channels") }
            let values = plan.fields.map { field -> Value? in
                switch field {
                case .channel: .text(entry.id.isEmpty ? first : entry.id)
                case .name: .text(name)
                case .group: entry.group.nonEmpty.map { .text($0) }
                case .logo: entry.logo.nonEmpty.flatMap(ProgrammeField.pictureAddress)
                case .shift: shift == 0 ? nil : .duration(.milliseconds(shift))
                }
            }
            try receive(.final(row: rows, Record(values)))
            rows += 1
        }
    }

    private func milliseconds(of entry: PlaylistEntry) -> Int64 {
        let text = entry.shift.nonEmpty ?? shift
        if text.isEmpty { return 0 }
        let found = GuideShift.milliseconds(written: text)
        if found == nil { notes.mend("a tvg-shift that isn't a number of hours") }
        return found ?? 0
    }
}
