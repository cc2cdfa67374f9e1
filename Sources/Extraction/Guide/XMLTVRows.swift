import Foundation
import Markup
package import Records

/// Programmes of an XMLTV document: `xmltv: {}`, or `xmltv: { zone: Europe/London, language: de }`.
///
/// Accepts the variations of real feeds: elements and attributes in any order and with any name, channels that are declared late or not at
/// all, times in every form of the format. An element that can't be a programme is skipped and counted (`ReadingNotes`); if there is no
/// other, that is an error. See Docs/Formats/xmltv.md. Source: https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd
package struct XMLTVRows: Extractor {
    package static let name = "xmltv"
    package static let about = "television and radio programmes of an XMLTV guide, read while it downloads"

    let fields: ProgrammeFields
    /// Preferred languages of titles and texts, best first; if empty, the first text in the document is used.
    let languages: [String]
    let rows: RowPath

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["zone", "language", "shift"])
        fields = try ProgrammeFields(options, keys["zone"], shift: keys["shift"], schema: schema, unless: "UTC")
        if let language = keys["language"] {
            if case .list = language.content { languages = try language.texts() } else { languages = [try language.text()] }
        } else {
            languages = []
        }
        do { rows = try RowPath("/tv/channel | /tv/programme") } catch { throw options.error("XPath, \(error)") }
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { XMLTVRun(plan: self, hints) }
}

/// One document while it arrives: holds one programme, and those that `ProgrammeOrder` holds back.
final class XMLTVRun: ExtractionRun {
    private let plan: XMLTVRows
    private let input: XMLInput
    private let channelName: (@Sendable (String, [String]) -> String?)?
    private var rows: ProgrammeRows
    private var clock: ChannelClock
    private var reading: XMLTVProgramme
    private var names = XMLTVNames()
    /// The channel of the last programme: most files are grouped by channel.
    private var channel = ""
    /// The channel's id as written in the document.
    private var written = ""
    /// By id: the name and logo of each channel so far, and whether it has no programme yet.
    private var channels: [String: (name: String?, logo: String?, isSilent: Bool)] = [:]
    /// The ids of channels by their lower case; empty if two differ only in case.
    private var foldedIDs: [String: String] = [:]
    /// Channels of programmes that came before their declaration, if there is one.
    private var undeclared: Set<String> = []

    init(plan: XMLTVRows, _ hints: DocumentHints) {
        self.plan = plan
        channelName = hints.channelName
        input = XMLInput(rows: plan.rows, charset: hints.charset, isTolerant: true, replacesBytes: true)
        rows = ProgrammeRows(plan.fields)
        clock = ChannelClock(plan.fields.zone)
        reading = XMLTVProgramme(languages: plan.languages)
    }

    var notes: ReadingNotes {
        var notes = rows.allNotes
        notes.mend("what XML doesn’t allow in a text", times: input.mendedCount)
        notes.mend("a text that was encoded twice", times: reading.mendedCount)
        notes.leaveOut("more than 8 MB or 200000 elements", times: input.largeRows)
        notes.note(silent: channels.filter(\.value.isSilent).map { $0.value.name ?? $0.key }.sorted())
        return notes
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws { try input.append(bytes) { try accept($0, receive) } }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try input.finish { try accept($0, receive) }
        guard let root = input.root?.name, root == "tv" else {
            throw ExtractionError(.wrongFormat, "no XMLTV: the root element is <\(input.root?.name ?? "")>, not <tv>")
        }
        try rows.finish(receive)
    }

    private func accept(_ element: Element, _ receive: (Extracted) throws -> Void) throws {
        guard names[element.nameNumber, of: element] == .programme else { return note(element) }
        let entry: ProgrammeOrder.Entry
        do throws(GuideTime.Refusal) {
            entry = try self.entry(of: element)
        } catch {
            return rows.notes.leaveOut(error.words)
        }
        try rows.take(entry, receive)
    }

    private func note(_ channel: Element) {
        guard let id = channel[attribute: "id"]?.trimmingWhitespace(), channels.count < ProgrammeOrder.channelLimit, channels[id] == nil
        else { return }
        foldedIDs[id.lowercased()] = foldedIDs[id.lowercased()] == nil ? id : ""
        let names = channel.elements.filter { $0.name == "display-name" }.compactMap { $0.text.collapsed.mended.nonEmpty }
            .prefix(Self.nameLimit).map { $0.limited(to: 200) }
        let logo = channel["icon"]?[attribute: "src"]?.trimmingWhitespace()
        channels[id] = (
            channelName?(id, names) ?? names.first,
            logo.flatMap { (1...Self.addressLength).contains($0.utf8.count) ? $0 : nil }, !undeclared.contains(id)
        )
    }

    /// Limit of a channel's names: often its number and call sign, and its name in several forms.
    private static let nameLimit = 6
    /// Limit of a logo's address in bytes, because it is stored with each programme.
    private static let addressLength = 500

    /// The id in the channel's own spelling, if they differ only in case.
    private func declared(_ id: String) -> String {
        if channels[id] != nil { return id }
        return foldedIDs[id.lowercased()]?.nonEmpty ?? id
    }

    private func entry(of element: Element) throws(GuideTime.Refusal) -> ProgrammeOrder.Entry {
        var (startTime, stopTime): (Result<GuideTime, GuideTime.Refusal>, Result<GuideTime, GuideTime.Refusal>) = (
            .failure(.noTime), .failure(.noTime)
        )
        var (clump, hasChannel) = ("", false)
        element.forEachAttribute { number, value in
            switch names[number, of: element] {
            case .start: startTime = GuideTime.read(value)
            case .stop: stopTime = GuideTime.read(value)
            case .channel:
                hasChannel = true
                if !written.utf8.elementsEqual(value) {
                    written = String(decoding: value, as: UTF8.self)
                    channel = declared(written.trimmingWhitespace())
                }
            case .clump: clump = String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        guard hasChannel, !channel.isEmpty else { throw .noChannel }
        let (start, isSkipped) =
            switch try startTime.get() {
            case .moment(let moment): (moment, false)
            case .local(let local): clock.start(local, of: channel)
            }
        if isSkipped { rows.notes.mend("a time that the clock skips") }
        // An unreadable end counts as missing.
        let stop = (try? stopTime.get()).map { time in
            switch time {
            case .moment(let moment): moment
            case .local(let local): clock.stop(local, from: start)
            }
        }
        var programme = Programme(
            channel: channel, start: Timestamp(milliseconds: start * 1000), stop: Timestamp(milliseconds: (stop ?? start) * 1000), title: ""
        )
        if let place = channels.index(forKey: channel) {
            let known = channels.values[place]
            (programme.channelName, programme.channelLogo) = (known.name, known.logo)
            if known.isSilent { channels.values[place].isSilent = false }
        } else if undeclared.count < ProgrammeOrder.channelLimit {
            undeclared.insert(channel)
        }
        programme.share = clump.isEmpty || clump == "0/1" ? nil : clump
        reading.read(element, into: &programme)
        guard !programme.title.isEmpty else { throw .noTitle }
        return ProgrammeOrder.Entry(programme: programme, hasStop: stop != nil)
    }
}
