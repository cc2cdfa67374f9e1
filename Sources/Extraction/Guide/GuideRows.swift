package import Records

/// Programmes of a guide in either format: `guide: {}`. A document that begins with a tag is XMLTV, any other Radio Times.
///
/// For boards whose sources are chosen later. The options are those of `xmltv` and `radiotimes`; `zone` and `shift` apply to both.
package struct GuideRows: Extractor {
    package static let name = "guide"
    package static let about = "programmes of a guide, XMLTV or Radio Times, whichever it is"

    let xmltv: XMLTVRows
    let radioTimes: RadioTimesRows

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["zone", "language", "channel", "encoding", "shift"])
        func only(_ names: [String]) -> Declaration {
            let entries = names.compactMap { name in keys[name].map { Declaration.Entry(key: name, line: $0.line, value: $0) } }
            return Declaration(.map(entries), line: options.line, path: options.path)
        }
        xmltv = try XMLTVRows(options: only(["zone", "language", "shift"]), schema: schema)
        radioTimes = try RadioTimesRows(options: only(["zone", "channel", "encoding", "shift"]), schema: schema)
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { GuideRun(plan: self, hints) }
}

/// One document while it arrives: its first bytes, until one of them determines the format.
final class GuideRun: ExtractionRun {
    private let plan: GuideRows
    private let hints: DocumentHints
    private var run: (any ExtractionRun)?
    private var held: [UInt8] = []

    /// Limit of white space before the first tag.
    private static let openingBytes = 4096

    init(plan: GuideRows, _ hints: DocumentHints) { (self.plan, self.hints) = (plan, hints) }

    var notes: ReadingNotes { run?.notes ?? ReadingNotes() }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        if run != nil { return try run?.append(bytes, receive) ?? () }
        held += bytes
        // Byte order marks, and the zero bytes of wide charsets, don't count.
        let first = held.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
        guard first != nil || held.count > Self.openingBytes else { return }
        run = first == UInt8(ascii: "<") ? plan.xmltv.begin(hints) : plan.radioTimes.begin(hints)
        defer { held = [] }
        try run?.append(held, receive)
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        guard run != nil else { throw ExtractionError(.wrongFormat, "no guide: the document is empty") }
        try run?.finish(receive)
    }
}
