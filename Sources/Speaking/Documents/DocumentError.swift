package import Extraction
import Markup
package import PDFText
package import Records

/// Why a file can't be read aloud.
package enum DocumentError: Error, Hashable, Sendable {
    case pdf(PDFError)
    /// The archive of an EPUB can't be unpacked.
    case archive(ExtractionError)
    /// The text or page exceeds `SpokenDocument.textLimit`.
    case textTooLarge
    /// The character encoding can't be determined or isn't supported.
    case charset(String)
    /// The file violates the rules of its format.
    case damaged(String)
    /// The book has copy protection.
    case protected
    case unknownFormat
    /// The fonts of a PDF don't map glyphs to characters.
    case letters
    /// The document exceeds `SpokenDocument.wordLimit`, or its text is too large for memory.
    case tooManyWords
    /// The document has no words; a PDF's pages may be images.
    case noWords(StoredDocument.Kind)

    init(_ error: MarkupError) {
        switch error.code {
        case .limit: self = .tooManyWords
        case .encoding: self = .charset("\(error)")
        default: self = .damaged("\(error)")
        }
    }
}

extension DocumentError: CustomStringConvertible {
    /// The error's text for the log.
    package var description: String {
        switch self {
        case .pdf(let error): "\(error)"
        case .archive(let error): "\(error)"
        case .textTooLarge: "the text is larger than \(SpokenDocument.textLimit >> 20) MB"
        case .charset(let detail): "it can’t be read as text: \(detail)"
        case .damaged(let detail): "it is damaged: \(detail)"
        case .protected: "it has copy protection"
        case .unknownFormat: "it is of a kind that isn’t read"
        case .letters: "its fonts don’t tell which letters they show"
        case .tooManyWords: "it is too long to be read aloud"
        case .noWords(.pdf): "it has no text: its pages may be pictures"
        case .noWords: "it has no words"
        }
    }
}
