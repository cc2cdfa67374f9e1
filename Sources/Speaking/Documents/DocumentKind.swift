import Extraction
package import Records

extension StoredDocument.Kind {
    /// File extensions of this kind, in lower case.
    package var endings: [String] {
        switch self {
        case .pdf: ["pdf"]
        case .epub: ["epub"]
        case .docx: ["docx", "docm"]
        case .odt: ["odt"]
        case .fb2: ["fb2"]
        case .html: ["html", "htm", "xhtml"]
        case .rtf: ["rtf"]
        case .mail: ["eml"]
        case .markdown: ["md", "markdown"]
        case .text: ["txt", "text"]
        }
    }

    /// MIME types of this kind.
    package var types: [String] {
        switch self {
        case .pdf: ["application/pdf"]
        case .epub: ["application/epub+zip"]
        case .docx: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]
        case .odt: ["application/vnd.oasis.opendocument.text"]
        case .fb2: ["application/x-fictionbook+xml"]
        case .html: ["text/html", "application/xhtml+xml"]
        case .rtf: ["application/rtf", "text/rtf"]
        case .mail: ["message/rfc822"]
        case .markdown: ["text/markdown"]
        case .text: ["text/plain"]
        }
    }

    /// The kind, determined from the document's beginning; a kilobyte is enough. The fallback is text.
    package init(beginning bytes: [UInt8]) {
        let head = Array(bytes.prefix(1024))
        let plain = String(decoding: head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...], as: UTF8.self)
        if head.indices.contains(where: { head[$0...].starts(with: Array("%PDF-".utf8)) }) {
            self = .pdf
        } else if head.starts(with: [0x50, 0x4B, 3, 4]) {
            let isOffice = plain.contains("[Content_Types].xml") || plain.contains("word/")
            self = plain.contains("mimetypeapplication/vnd.oasis.opendocument.text") ? .odt : isOffice ? .docx : .epub
        } else if plain.hasPrefix("{\\rtf") {
            self = .rtf
        } else if plain.contains("<FictionBook") {
            self = .fb2
        } else if HTMLPage.begins(head, isWhole: true) == true {
            self = .html
        } else if Self.isMail(plain) {
            self = .mail
        } else {
            self = MarkdownText.begins(plain) ? .markdown : .text
        }
    }

    /// Header fields, among them one specific to mail.
    private static func isMail(_ text: String) -> Bool {
        var fields: Set<String> = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.isEmpty { break }
            // A continuation line, or the "From " line that starts an mbox file.
            if line.hasPrefix(" ") || line.hasPrefix("\t") || fields.isEmpty && line.hasPrefix("From ") { continue }
            guard let colon = line.firstIndex(of: ":"),
                line[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else {
                // The last line may be truncated.
                if fields.count < 2 { return false }
                break
            }
            fields.insert(line[..<colon].lowercased())
        }
        return !fields.isDisjoint(with: ["received", "message-id", "mime-version", "return-path", "delivered-to"])
            || fields.isSuperset(of: ["from", "date"]) || fields.isSuperset(of: ["from", "subject", "to"])
    }
}
