/// A mail as it was received, as far as somebody wants to read it: its subject, its text, and what is attached.
///
/// RFC 5322, 2045 to 2047, 2231. Whatever the bytes are, there is a mail; the work grows with their number, times `MailPart.depthLimit` at most.
package struct ReceivedMail: Sendable {
    /// A text of the mail, or a file.
    package struct Leaf: Sendable {
        /// `text/html`, in lower case.
        package let type: String
        /// What it is called; nil if it has no name.
        package let name: String?
        package let charset: String?
        private let encoding: TransferEncoding
        private let written: ArraySlice<UInt8>

        fileprivate init?(_ part: MailPart) {
            guard case .bytes(let bytes) = part.content else { return nil }
            type = part.type.word
            let disposition = part.header["content-disposition"].map { FieldParameters($0) }
            name = (disposition?["filename"] ?? part.type["name"]).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
            charset = part.type["charset"]
            encoding = TransferEncoding(part.header["content-transfer-encoding"])
            written = bytes
        }

        package var bytes: [UInt8] { encoding.decoded(written) }
        /// As text, whatever charset it is in.
        package var text: String { MailText.text(bytes, charset: charset) }
    }

    /// Without line ends; empty if it has none.
    package let subject: String
    /// The text, in as few pieces as there are; each plain or HTML.
    package private(set) var texts: [Leaf] = []
    /// What is attached, forwarded mails looked into.
    package private(set) var attachments: [Leaf] = []

    package init(_ bytes: [UInt8]) {
        let root = MailPart(bytes)
        let subject = EncodedWords.decoded(root.header["subject"] ?? "")
        self.subject = subject.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        take(root)
    }

    /// Which of a part's leaves are taken.
    private struct Wanted {
        var texts = true
        /// Files with names, and what isn't text; else only what says that it is attached.
        var files = true
    }

    private mutating func take(_ part: MailPart, _ wanted: Wanted = Wanted()) {
        switch part.content {
        case .bytes:
            guard let leaf = Leaf(part) else { return }
            let isAttached = part.header["content-disposition"].map { FieldParameters($0).word == "attachment" } ?? false
            if isAttached || leaf.name != nil || !leaf.isText {
                if isAttached || wanted.files { attachments.append(leaf) }
            } else if wanted.texts {
                texts.append(leaf)
            }
        case .parts(let parts):
            switch part.type.word {
            case "multipart/alternative":
                let best = Self.best(of: parts)
                for (index, one) in parts.enumerated() {
                    // Some programs put what is attached beside the texts.
                    take(one, Wanted(texts: wanted.texts && index == best, files: wanted.files))
                }
            case "multipart/related":
                // The first is the page, the others are what it shows.
                for (index, one) in parts.enumerated() { take(one, index == 0 ? wanted : Wanted(texts: false, files: false)) }
            default: for one in parts { take(one, wanted) }
            }
        }
    }

    /// Which of several that say the same is read: plain text if there are words in it, else the richest.
    private static func best(of parts: [MailPart]) -> Int? {
        let plain = parts.firstIndex { part in
            part.type.word == "text/plain" && (Leaf(part)?.text.split(whereSeparator: \.isWhitespace).count ?? 0) >= fewestWords
        }
        return plain ?? parts.lastIndex { $0.type.word == "text/html" || $0.type.word.hasPrefix("multipart/") } ?? parts.indices.first
    }

    /// With fewer it says to look at the other one.
    private static let fewestWords = 20
}

extension ReceivedMail.Leaf {
    fileprivate var isText: Bool { type == "text/plain" || type == "text/html" }
}
