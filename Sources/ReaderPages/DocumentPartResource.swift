import JSONReading
import Records
import Serving
import Speaking

/// The JSON form of a document part with its audio, in the API and in documents stored offline.
enum DocumentPartResource {
    struct Shown: Sendable {
        let part: DocumentPart
        let document: StoredDocument
        let sound: PartSound
        let voice: SpeechVoice
        /// The path of its audio.
        let address: String
    }

    static let members = Resource<Shown, Never>([
        .told("part", .integer()) { $1.add("part", $0.part.number) },
        .told("first", .integer(), about: "The document's words before it.") { $1.add("first", $0.part.firstWord) },
        .told("sound", .text(), about: "Where its audio is, with byte ranges; needs the same sign-in.") { $1.add("sound", $0.address) },
        .told("voice", .text(), about: "The one it is read with: another than yours while that isn't available.") {
            $1.add("voice", $0.voice.identifier)
        },
        .told("approximate", .flag, about: "Whether the voice doesn't say when words begin.") {
            $1.add("approximate", $0.sound.isApproximate)
        },
        .told("duration", .number, about: "Seconds.") { $1.add("duration", json: DocumentsAPI.seconds($0.sound.times.last ?? 0)) },
        .told("words", .list(.text()), about: "With their punctuation, those that aren't read included.") {
            $1.add("words", $0.part.sentences.flatMap(\.words))
        },
        .told("times", .list(.number), about: "Seconds at which each word begins.") {
            $1.add("times", json: "[\($0.sound.times.dropLast().map(DocumentsAPI.seconds).joined(separator: ","))]")
        },
        .told("sentences", .list(.integer()), about: "The document's words with which sentences begin that are read.") {
            $1.add("sentences", json: "[\($0.part.readStarts(leaving: $0.document.leaving).map(String.init).joined(separator: ","))]")
        },
        .told("paragraphs", .list(.integer()), about: "And those with which paragraphs begin, the part's first word aside.") {
            let starts = zip($0.part.sentenceStarts.dropFirst(), $0.part.sentences).filter { $1.endsParagraph }.map { "\($0.0)" }
            $1.add("paragraphs", json: "[\(starts.joined(separator: ","))]")
        },
        .told("pages", .list(page.schema), about: "Where pages begin; empty for text.") { $1.add("pages", $0.part.pages.map(page.line)) },
        .told("passages", .list(passage.schema), about: "What may be left out; a note of several sentences in several.") {
            $1.add("passages", passages(of: $0.part, $0.document.leaving).map(passage.line))
        },
        .told("skipped", .list(.text()), about: "The text of what isn't read.") {
            $1.add("skipped", $0.part.leftOut(by: $0.document.leaving))
        },
    ])

    private static let page = Resource<DocumentPart.PageStart, Never>([
        .told("word", .integer()) { $1.add("word", $0.word) }, .told("page", .integer()) { $1.add("page", $0.page) },
    ])

    private struct Passage: Sendable {
        /// The index of its first word in the document.
        let word: Int
        let passage: DocumentPassage
        let isRead: Bool
    }

    private static let passage = Resource<Passage, Never>([
        .told("word", .integer(), about: "The document's word with which it begins.") { $1.add("word", $0.word) },
        .told("words", .integer()) { $1.add("words", $0.passage.words.count) },
        .told("kind", .choice(DocumentPassage.Kind.allCases.map(\.rawValue))) { $1.add("kind", $0.passage.kind.rawValue) },
        .told("read", .flag) { $1.add("read", $0.isRead) },
    ])

    private static func passages(of part: DocumentPart, _ leaving: LeavingOut) -> [Passage] {
        zip(part.sentenceStarts, part.sentences).flatMap { start, sentence in
            sentence.passages.map {
                Passage(word: start + $0.words.lowerBound, passage: $0, isRead: !leaving.leaves($0))
            }
        }
    }
}
