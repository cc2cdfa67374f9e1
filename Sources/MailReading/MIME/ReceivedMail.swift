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
        private let content: Content
        /// Of `format=flowed`: whether blanks before a cut go with it.
        private var deletesBlanks: Bool?

        private enum Content: Sendable {
            case written(ArraySlice<UInt8>, TransferEncoding)
            case bytes([UInt8])
        }

        fileprivate init?(_ part: MailPart) {
            guard case .bytes(let bytes) = part.content else { return nil }
            type = part.type.word
            let disposition = part.header["content-disposition"].map { FieldParameters($0) }
            name = (disposition?["filename"] ?? part.type["name"]).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
            charset = part.type["charset"]
            content = .written(bytes, TransferEncoding(part.header["content-transfer-encoding"]))
            if type == "text/plain", part.type["format"]?.lowercased() == "flowed" {
                deletesBlanks = part.type["delsp"]?.lowercased() == "yes"
            }
        }

        fileprivate init(_ type: String, name: String?, charset: String? = nil, _ bytes: [UInt8]) {
            (self.type, self.name, self.charset, content) = (type, name, charset, .bytes(bytes))
        }

        /// The same text without files that stand in it.
        fileprivate func with(_ bytes: [UInt8]) -> Leaf {
            var leaf = Leaf(type, name: name, charset: charset, bytes)
            leaf.deletesBlanks = deletesBlanks
            return leaf
        }

        package var bytes: [UInt8] {
            switch content {
            case .written(let bytes, let encoding): encoding.decoded(bytes)
            case .bytes(let bytes): bytes
            }
        }
        /// As text, whatever charset it is in, with its lines as they were before they were cut for the mail.
        package var text: String {
            let text = MailText.text(bytes, charset: charset)
            return deletesBlanks.map { FlowedText.unfolded(text, deletesBlank: $0) } ?? text
        }
    }

    /// Without line ends; empty if it has none.
    package let subject: String
    /// The text, in as few pieces as there are; each plain or HTML.
    package private(set) var texts: [Leaf] = []
    /// What is attached, forwarded mails looked into.
    package private(set) var attachments: [Leaf] = []
    /// What is in it and can't be opened: names of files, or kinds where they have none.
    package private(set) var closed: [String] = []

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
        if part.isCut { closed.append("parts beyond \(MailPart.countLimit)") }
        switch part.content {
        case .bytes: if let leaf = Leaf(part) { take(leaf, of: part, wanted) }
        case .parts(let parts):
            switch part.type.word {
            case "multipart/alternative":
                let best = Self.best(of: parts)
                for (index, one) in parts.enumerated() {
                    // Some programs put what is attached beside the texts.
                    take(one, Wanted(texts: wanted.texts && index == best, files: wanted.files))
                }
            case "multipart/related":
                // The first is the page, the others are what it shows, and what some programs attach beside it.
                for (index, one) in parts.enumerated() {
                    let files = wanted.files && !Self.isShown(one)
                    take(one, index == 0 ? wanted : Wanted(texts: false, files: files))
                }
            case "multipart/encrypted": closed.append(part.type.word)
            default: for one in parts { take(one, wanted) }
            }
        }
    }

    private mutating func take(_ leaf: Leaf, of part: MailPart, _ wanted: Wanted) {
        let isAttached = part.header["content-disposition"].map { FieldParameters($0).word == "attachment" } ?? false
        let isFile = isAttached || leaf.name != nil || !leaf.isText
        guard isFile ? isAttached || wanted.files : wanted.texts else { return }
        if Self.signatures.contains(leaf.type) { return }
        if Self.encrypted.contains(leaf.type) { return closed.append(leaf.name ?? leaf.type) }
        if leaf.type == "application/ms-tnef" || leaf.name?.lowercased() == "winmail.dat" { return takeOutlook(leaf) }
        if isFile {
            attachments.append(leaf)
        } else if leaf.type == "text/plain" {
            takeText(leaf)
        } else {
            texts.append(leaf)
        }
    }

    /// A text, and the files that are written into it.
    private mutating func takeText(_ leaf: Leaf) {
        let bytes = leaf.bytes
        let (files, rest) = UUEncoding.files(in: bytes)
        texts.append(files.isEmpty ? leaf : leaf.with(rest))
        for file in files {
            if file.isWhole {
                attachments.append(Leaf("application/octet-stream", name: file.name, file.bytes))
            } else {
                closed.append(file.name)
            }
        }
    }

    /// What Outlook has packed into `winmail.dat`.
    private mutating func takeOutlook(_ leaf: Leaf) {
        let name = leaf.name ?? leaf.type
        guard let read = TNEFReader(leaf.bytes) else { return closed.append(name) }
        for file in read.files {
            if file.isObject || file.bytes.isEmpty {
                closed.append("\(name): \(file.name ?? "?")")
            } else {
                attachments.append(Leaf("application/octet-stream", name: file.name, Array(file.bytes)))
            }
        }
        if !read.isWhole { closed.append(name) }
        if texts.isEmpty, let text = read.text { texts.append(Leaf("text/plain", name: nil, charset: "utf-8", Array(text.utf8))) }
    }

    /// Whether a part beside a page is what the page is made of.
    private static func isShown(_ part: MailPart) -> Bool {
        let type = part.type.word
        return ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
            || ["text/css", "text/javascript", "application/javascript", "text/html"].contains(type)
    }

    private static let signatures: Set = ["application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"]
    private static let encrypted: Set = ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"]

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
