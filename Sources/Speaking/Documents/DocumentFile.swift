import Extraction
import Markup
package import PDFText
package import Records

/// The bytes of a document, and what is to be read of them. Which kind it is, its first bytes tell: a PDF, an EPUB, a web page, else text
/// in any charset.
package struct DocumentFile: Sendable {
    package let kind: StoredDocument.Kind
    package let document: SpokenDocument
    /// What it says it is called.
    package let title: String?
    /// As it says (BCP 47).
    package let language: String?
    /// Pages of a PDF; 0 for others.
    package let pageCount: Int
    /// Damage of a PDF that was worked around.
    package let warnings: [PDFWarning]

    /// Bytes of the largest text or web page; a PDF has the bounds of `PDFLimits`.
    package static let textLimit = 16 << 20

    /// Blocks its thread. Throws `DocumentError`.
    package init(_ bytes: [UInt8], password: String = "", skips: Bool = true) throws(DocumentError) {
        kind = Self.kind(of: bytes)
        switch kind {
        case .pdf:
            let pdf: PDFDocument
            do { pdf = try PDFDocument(bytes: bytes, password: password) } catch let error as PDFError { throw .pdf(error) } catch {
                throw .charset("\(error)")
            }
            document = SpokenDocument(pdf, skips: skips)
            (title, language, pageCount, warnings) = (pdf.metadata.title, nil, pdf.pageCount, pdf.warnings)
        case .epub:
            let book = try EPUBBook(bytes, skips: skips)
            document = book.text.document(headings: book.sections, skips: skips)
            (title, language, pageCount, warnings) = (book.title, book.language, 0, [])
        case .html:
            let page = try WebPage(bytes, skips: skips)
            // Headings of an article are no chapters: a few sentences each.
            document = page.text.document(headings: [], share: page.share, skips: skips)
            (title, language, pageCount, warnings) = (page.title, page.language, 0, [])
        case .text:
            let text = Array(try Self.text(bytes).unicodeScalars)
            document = SpokenDocument(text: text, without: skips ? TextNotes.plain(in: text) : [])
            (title, language, pageCount, warnings) = (nil, nil, 0, [])
        }
        let count = document.wordCount
        guard count <= SpokenDocument.mostWords else { throw .tooManyWords }
        guard count > 0 else { throw .noWords(kind) }
    }

    /// As far as the beginning tells: a kilobyte is enough.
    package static func kind(of bytes: [UInt8]) -> StoredDocument.Kind {
        let head = bytes.prefix(1024)
        if head.indices.contains(where: { head[$0...].starts(with: Array("%PDF-".utf8)) }) { return .pdf }
        if head.starts(with: [0x50, 0x4B, 3, 4]) { return .epub }
        return HTMLPage.begins(Array(head), isWhole: true) == true ? .html : .text
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
        guard odd * 20 <= count else { throw .unknownFormat }
        return text
    }
}
