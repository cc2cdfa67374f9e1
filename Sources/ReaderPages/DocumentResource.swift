import JSONReading
package import Localisation
package import Records
package import Serving

/// The JSON form of a document.
package enum DocumentResource {
    package struct Shown: Sendable {
        let document: StoredDocument
        /// The words of the signed-in person.
        let words: Words

        fileprivate let fault: StoredDocument.Fault?
        fileprivate let state: String

        package init(_ document: StoredDocument, _ words: Words) {
            (self.document, self.words) = (document, words)
            // As computed properties they end the compiler of Swift 6.3 when it optimises.
            switch document.state {
            case .reading: (fault, state) = (nil, "reading")
            case .ready: (fault, state) = (nil, "ready")
            case .failed(let fault): (self.fault, state) = (fault, "failed")
            }
        }
    }

    package static let members = Resource<Shown, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.document.id)) },
        .told("title", .text()) { $1.add("title", $0.document.title) },
        .told("author", .text(), about: "Empty if it isn't known; of mail, who sent it.") { $1.add("author", $0.document.about.author) },
        .told("group", .text(), about: "The series or group; empty if it is in none.") { $1.add("group", $0.document.about.group) },
        .told("finished", .flag) { $1.add("finished", $0.document.isFinished) },
        .told("kind", .choice(StoredDocument.Kind.allCases.map(\.rawValue))) { $1.add("kind", $0.document.kind.rawValue) },
        .told("state", .choice(["reading", "ready", "failed"])) { $1.add("state", $0.state) },
        .told(
            "fault", .optional(.choice(StoredDocument.Fault.allCases.map(\.rawValue))), about: "Why it can't be read; null if it can."
        ) { $1.add("fault", $0.fault?.rawValue) },
        .told("reason", .optional(.text()), about: "The same as a sentence, with what to do.") { shown, line in
            line.add("reason", shown.fault.map { DocumentFacts.reason($0, shown.words) })
        },
        .told("bytes", .integer()) { $1.add("bytes", $0.document.bytes) },
        .told("words", .integer(), about: "0 until it is ready.") { $1.add("words", $0.document.extent?.words ?? 0) },
        .told("pages", .optional(.integer()), about: "null for text.") { $1.add("pages", $0.document.extent?.pages) },
        .told("language", .optional(.text()), about: "As it seems (BCP 47).") { $1.add("language", $0.document.extent?.language) },
        .told("voice", .optional(.text()), about: "The voice that was chosen.") { $1.add("voice", $0.document.voice) },
        .told("followsLanguages", .flag, about: "Whether a paragraph in another language is read by a voice of that language.") {
            $1.add("followsLanguages", $0.document.followsLanguages)
        },
        .told("leavesOut", .list(.choice(DocumentPassage.Kind.allCases.map(\.rawValue))), about: "What isn't read aloud.") {
            $1.add("leavesOut", $0.document.leaving.kinds.map(\.rawValue).sorted())
        },
        .told("word", .integer(), about: "The word at which you stopped, from 0.") { $1.add("word", $0.document.position) },
        .told("added", .moment) { $1.add("added", $0.document.added.description) },
        .told("heard", .optional(.moment), about: "When you listened last.") { $1.add("heard", $0.document.heard?.description) },
    ])
}
