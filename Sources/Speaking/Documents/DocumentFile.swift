import Markup
package import PDFText

/// Why a file can't be read aloud.
package enum DocumentError: Error, Hashable, Sendable {
    case pdf(PDFError)
    /// A text that is larger than `DocumentFile.textLimit`.
    case textTooLarge
    /// Its characters can't be told.
    case charset(String)
    case neitherTextNorPDF
    /// It has more words than `SpokenDocument.mostWords`.
    case tooManyWords
    /// No words: a PDF's pages may be pictures.
    case noWords(isPDF: Bool)
}

extension DocumentError: CustomStringConvertible {
    /// For the log.
    package var description: String {
        switch self {
        case .pdf(let error): "\(error)"
        case .textTooLarge: "the text is larger than \(DocumentFile.textLimit >> 20) MB"
        case .charset(let detail): "it can’t be read as text: \(detail)"
        case .neitherTextNorPDF: "it is neither text nor a PDF"
        case .tooManyWords: "it is too long to be read aloud"
        case .noWords(let isPDF): isPDF ? "it has no text: its pages may be pictures" : "it has no words"
        }
    }
}

/// The bytes of a PDF or a text, and what is to be read of them. A PDF is told by its first bytes, else it is text in any charset.
package struct DocumentFile: Sendable {
    package let document: SpokenDocument
    package let isPDF: Bool
    /// What the PDF says it is called.
    package let title: String?
    /// Pages of a PDF; 0 for text.
    package let pageCount: Int
    /// Damage of a PDF that was worked around.
    package let warnings: [PDFWarning]

    /// Bytes of the largest text; a PDF has the bounds of `PDFLimits`.
    package static let textLimit = 16 << 20

    /// Blocks its thread. Throws `DocumentError`.
    package init(_ bytes: [UInt8], password: String = "", skips: Bool = true) throws(DocumentError) {
        isPDF = Self.isPDF(bytes)
        if isPDF {
            let pdf: PDFDocument
            do { pdf = try PDFDocument(bytes: bytes, password: password) } catch let error as PDFError { throw .pdf(error) } catch {
                throw .charset("\(error)")
            }
            document = SpokenDocument(pdf, skips: skips)
            (title, pageCount, warnings) = (pdf.metadata.title, pdf.pageCount, pdf.warnings)
        } else {
            document = SpokenDocument(text: Array(try Self.text(bytes).unicodeScalars))
            (title, pageCount, warnings) = (nil, 0, [])
        }
        let count = document.wordCount
        guard count <= SpokenDocument.mostWords else { throw .tooManyWords }
        guard count > 0 else { throw .noWords(isPDF: isPDF) }
    }

    package static func isPDF(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(1024)
        return head.indices.contains { head[$0...].starts(with: Array("%PDF-".utf8)) }
    }

    private static func text(_ bytes: [UInt8]) throws(DocumentError) -> String {
        guard bytes.count <= textLimit else { throw .textTooLarge }
        let text: String
        do {
            let charset = try Charset.detect(bytes, isWhole: true, syntax: .text)
            var decoder = TextDecoder(charset ?? .utf8, invalidBytes: .replace)
            text = String(decoding: try decoder.decode(bytes) + decoder.finish(), as: UTF8.self)
        } catch { throw .charset("\(error)") }
        // Text has no zero bytes, and of other controls only those that lay it out.
        var (count, odd) = (0, 0)
        for scalar in text.unicodeScalars.prefix(1 << 16) {
            count += 1
            if scalar == "\0" || scalar == "\u{FFFD}" || scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace {
                odd += 1
            }
        }
        guard odd * 20 <= count else { throw .neitherTextNorPDF }
        return text
    }
}
