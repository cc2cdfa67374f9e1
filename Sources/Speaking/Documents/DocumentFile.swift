import Extraction
import MailReading
import Markup
package import PDFText
package import Records

/// A document's bytes and the text to read from them. The first bytes determine its kind (`StoredDocument.Kind.init(beginning:)`).
package struct DocumentFile: Sendable {
    package let kind: StoredDocument.Kind
    package let document: SpokenDocument
    /// The title that the document declares.
    package let title: String?
    /// Author, series and description, if the document has them.
    package let about: DocumentAbout
    package let cover: DocumentCover?
    /// The files of `document.pictures`.
    package let pictures: [DocumentCover]
    /// The declared language (BCP 47).
    package let language: String?
    /// Number of pages of a PDF; 0 for other kinds.
    package let pageCount: Int
    /// Defects of a PDF that were worked around.
    package let warnings: [PDFWarning]

    /// Blocks its thread. Throws `DocumentError`.
    package init(_ bytes: [UInt8], password: String = "", skips: Bool = true) throws(DocumentError) {
        let kind = Self.kind(of: bytes)
        let read =
            switch kind {
            case .pdf: try Self.pdf(bytes, password: password, skips: skips)
            case .epub, .docx, .odt: try Self.archive(bytes, skips: skips)
            case .html: try Self.page(bytes, skips: skips)
            case .fb2: try Reading(kind, FictionBook(bytes).page, skips: skips)
            case .rtf: try Reading(kind, RichText(bytes).page, skips: skips)
            case .markdown: try Reading(kind, MarkdownText(Self.text(bytes)).page, skips: skips)
            case .mail: try Self.mail(bytes, skips: skips)
            case .text: try Self.plain(bytes, skips: skips)
            }
        (self.kind, document, title, about, language) = (read.kind, read.document, read.title, read.about, read.language)
        (cover, pictures) = (read.cover, read.pictures?.files ?? [])
        (pageCount, warnings) = (read.pageCount, read.warnings)
        let count = document.wordCount
        guard count <= SpokenDocument.wordLimit else { throw .tooManyWords }
        guard count > 0 else { throw .noWords(read.kind) }
    }

    /// The content of a file of one kind.
    private struct Reading {
        let kind: StoredDocument.Kind
        var document: SpokenDocument
        var title: String?
        var about = DocumentAbout()
        var language: String?
        var cover: DocumentCover?
        var pictures: EPUBPictures?
        var pageCount = 0
        var warnings: [PDFWarning] = []

        init(_ kind: StoredDocument.Kind, _ document: SpokenDocument, title: String? = nil) {
            (self.kind, self.document, self.title) = (kind, document, title)
        }

        init(_ kind: StoredDocument.Kind, _ page: ConvertedPage, skips: Bool) throws(DocumentError) {
            let (text, sections) = try page.read(skips: skips)
            self.init(kind, text.document(headings: sections, skips: skips), title: page.title(text))
            (language, about) = (page.language, page.about)
        }
    }

    private static func pdf(_ bytes: [UInt8], password: String, skips: Bool) throws(DocumentError) -> Reading {
        let pdf: PDFDocument
        do { pdf = try PDFDocument(bytes: bytes, password: password) } catch let error as PDFError { throw .pdf(error) } catch {
            throw .charset("\(error)")
        }
        let document = SpokenDocument(pdf, skips: skips)
        guard isReadable(document.text) else { throw .letters }
        var read = Reading(.pdf, document, title: pdf.metadata.title)
        read.about = DocumentAbout(author: pdf.metadata.author, summary: pdf.metadata.subject)
        (read.pageCount, read.warnings) = (pdf.pageCount, pdf.warnings)
        return read
    }

    /// An EPUB, or another document that is an archive.
    private static func archive(_ bytes: [UInt8], skips: Bool) throws(DocumentError) -> Reading {
        let archive = try EPUBArchive(bytes)
        if let (kind, page) = try Self.page(in: archive) { return try Reading(kind, page, skips: skips) }
        let book = try EPUBBook(archive, of: bytes, skips: skips)
        var read = Reading(.epub, book.text.document(headings: book.sections, skips: skips), title: book.title)
        (read.language, read.about, read.cover, read.pictures) = (book.language, book.about, book.cover, book.pictures)
        read.document.pictures = book.pictures.places
        return read
    }

    private static func page(_ bytes: [UInt8], skips: Bool) throws(DocumentError) -> Reading {
        let page = try WebPage(bytes, skips: skips)
        // An article's headings don't become chapters: they have only a few sentences each.
        var read = Reading(.html, page.text.document(headings: [], share: page.share, skips: skips), title: page.title)
        (read.language, read.about) = (page.language, page.about)
        return read
    }

    private static func mail(_ bytes: [UInt8], skips: Bool) throws(DocumentError) -> Reading {
        let mail = ReceivedMail(bytes)
        var read = Reading(.mail, try Self.document(of: mail, skips: skips), title: mail.subject)
        read.about = MailDocuments.about(mail)
        return read
    }

    private static func plain(_ bytes: [UInt8], skips: Bool) throws(DocumentError) -> Reading {
        let text = Array(try Self.text(bytes).unicodeScalars)
        return Reading(.text, SpokenDocument(text: text, without: skips ? TextNotes.plain(in: text) : []))
    }

    /// The kind, determined from the beginning; a kilobyte is enough.
    package static func kind(of bytes: [UInt8]) -> StoredDocument.Kind { StoredDocument.Kind(beginning: bytes) }

    /// The text of an archive that isn't an EPUB.
    private static func page(in archive: EPUBArchive) throws(DocumentError) -> (kind: StoredDocument.Kind, page: ConvertedPage)? {
        if archive["META-INF/container.xml"] != nil { return nil }
        if archive["word/document.xml"] != nil { return (.docx, try WordDocument(archive).page) }
        if archive["content.xml"] != nil { return (.odt, try OpenTextDocument(archive).page) }
        return nil
    }

    /// A message's text, followed by the names of its attachments.
    private static func document(of mail: ReceivedMail, skips: Bool) throws(DocumentError) -> SpokenDocument {
        guard let bytes = MailDocuments.text(of: mail) else { throw .noWords(.mail) }
        let files = mail.attachments.map { $0.name ?? $0.type } + mail.closed
        guard kind(of: bytes) == .html else {
            let text = Array(try Self.text(bytes).unicodeScalars)
            let listed = files.map { SpokenDocument.Skipped(reason: .attached, text: $0, offset: text.count) }
            return SpokenDocument(text: text, skipped: listed, without: skips ? TextNotes.plain(in: text) : [])
        }
        let page = try WebPage(bytes, skips: skips)
        var text = page.text
        for file in files { text.leave(file, .attached) }
        return text.document(headings: [], share: page.share, skips: skips)
    }

    /// Whether the characters look like text. Fonts without a character map produce symbols that are rare in every language.
    static func isReadable(_ text: [Unicode.Scalar]) -> Bool {
        var (count, odd) = (0, 0)
        for scalar in text where !scalar.properties.isWhitespace {
            count += 1
            let isOdd =
                switch scalar.value {
                case 0x180...0x217, 0x21C...0x24F, 0xE000...0xF8FF, 0xFFFD, 0xF0000...0x10FFFF: true
                default: scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .unassigned
                }
            if isOdd { odd += 1 }
        }
        return odd * 10 <= count * 3
    }

    private static func text(_ bytes: [UInt8]) throws(DocumentError) -> String {
        guard bytes.count <= SpokenDocument.textLimit else { throw .textTooLarge }
        let text: String
        do {
            let charset = Charset.marked(bytes) ?? CharsetGuess(bytes)?.charset
            guard let charset else {
                let controls = bytes.prefix(1 << 16).count { $0 < 0x20 && !(0x09...0x0D).contains($0) || $0 == 0x7F }
                if controls * 20 > min(bytes.count, 1 << 16) { throw DocumentError.unknownFormat }
                throw MarkupError(.encoding, "its charset is unknown; save it as UTF-8")
            }
            var decoder = TextDecoder(charset, invalidBytes: .replace)
            text = String(decoding: try decoder.decode(bytes) + decoder.finish(), as: UTF8.self)
        } catch let error as DocumentError { throw error } catch { throw .charset("\(error)") }
        // Text has no zero bytes, and of the other controls only those used for layout.
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
