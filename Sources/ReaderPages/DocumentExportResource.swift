import JSONReading
import Records
package import Serving
import Speaking
import Storage

/// The JSON form of a document's exported audio file.
package enum DocumentExportResource {
    struct Shown: Sendable {
        let state: DocumentExports.Shown
        /// The path of the file; nil until it is finished.
        let address: String?

        fileprivate var made: DocumentExport.Made? { state.export.made }
    }

    package static var schema: JSONSchema { members.schema }
    static let formats = DocumentExport.Format.allCases.map(\.rawValue)

    static let members = Resource<Shown, Never>([
        .told("format", .choice(formats)) { $1.add("format", $0.state.export.format.rawValue) },
        .told("state", .choice(["making", "ready", "failed"])) { $1.add("state", state(of: $0.state.export).name) },
        .told(
            "fault", .optional(.choice(DocumentExport.Fault.allCases.map(\.rawValue))), about: "Why it can't be made; null if it can."
        ) { $1.add("fault", state(of: $0.state.export).fault) },
        .told(
            "done", .optional(.integer()),
            about: "The document's parts that are made; null while it waits, and once it is ready."
        ) { $1.add("done", $0.state.progress?.done) },
        .told("total", .optional(.integer()), about: "Of how many.") { $1.add("total", $0.state.progress?.total) },
        .told("bytes", .optional(.integer()), about: "null until it is ready, as what follows.") { $1.add("bytes", $0.made?.bytes) },
        .told("voice", .optional(.text()), about: "The voice that reads.") { $1.add("voice", $0.made?.voice) },
        .told("made", .optional(.moment)) { $1.add("made", $0.made?.at.description) },
        .told("until", .optional(.moment), about: "How long it is kept.") {
            $1.add("until", $0.made.map { ($0.at + DocumentExport.Limits.time).description })
        },
        .told("outdated", .flag, about: "Whether the voice, the rules or what is left out have changed since.") {
            $1.add("outdated", $0.state.isOutdated)
        },
        .told("file", .optional(.text()), about: "Where it is, with byte ranges; needs the same sign-in.") { $1.add("file", $0.address) },
        .told("chapters", .list(chapter.schema)) { $1.add("chapters", ($0.made?.chapters ?? []).map(chapter.line)) },
    ])

    private static let chapter = Resource<DocumentExport.Chapter, Never>([
        .told("title", .text()) { $1.add("title", $0.title) },
        .told("duration", .number, about: "Seconds.") { $1.add("duration", json: DocumentsAPI.seconds($0.milliseconds)) },
    ])

    private static func state(of export: DocumentExport) -> (name: String, fault: String?) {
        switch export.state {
        case .making: ("making", nil)
        case .ready: ("ready", nil)
        case .failed(let fault): ("failed", fault.rawValue)
        }
    }
}
