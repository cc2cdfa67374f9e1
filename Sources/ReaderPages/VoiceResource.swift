import JSONReading
import Records
import Serving
import Speaking

/// The JSON form of a voice that reads documents.
enum VoiceResource {
    static let members = Resource<SpeechVoice, Never>([
        .told("voice", .text(), about: "What a document's voice is named by.") { $1.add("voice", $0.identifier) },
        .told("name", .text()) { $1.add("name", $0.name) },
        .told("natural", .flag, about: "Whether it is one of Piper's.") { $1.add("natural", $0.isNatural) },
        .told("languages", .list(.text()), about: "BCP 47, in lower case, the best first.") {
            $1.add("languages", $0.languages.map(\.code))
        },
    ])
}
