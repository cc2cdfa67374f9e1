/// The readable parts of a received mail: subject, text, attachments.
///
/// RFC 5322, 2045 to 2047, 2231. Parsing never fails; the work is at most the number of bytes times `MailPart.depthLimit`.
package struct ReceivedMail: Sendable {
    /// A text or a file of the mail.
    package struct Leaf: Sendable {
        /// `text/html`, in lower case.
        package let type: String
        /// The file name; nil if it has none.
        package let name: String?
        package let charset: String?
        private let content: Content
        /// For `format=flowed`: whether spaces before splits are removed.
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

        /// The same text without embedded files.
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
        /// The decoded text, with lines that were split for mail rejoined.
        package var text: String {
            let text = MailText.text(bytes, charset: charset)
            return deletesBlanks.map { FlowedText.unfolded(text, deletesBlank: $0) } ?? text
        }
    }

    /// Without line breaks; empty if missing.
    package let subject: String
    /// The name of the sender, or the address; empty if missing.
    package let sender: String
    /// The field `Date` as it is written; empty if missing.
    package let date: String
    /// The text in as few pieces as possible, each plain or HTML.
    package private(set) var texts: [Leaf] = []
    /// The attachments, including those of forwarded messages.
    package private(set) var attachments: [Leaf] = []
    /// Parts that can't be opened: file names, or types if they have none.
    package private(set) var closed: [String] = []

    package init(_ bytes: [UInt8]) {
        let root = MailPart(bytes)
        let subject = EncodedWords.decoded(root.header["subject"] ?? "")
        self.subject = subject.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        sender = Self.name(in: root.header["from"] ?? "")
        date = (root.header["date"] ?? "").split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        collect(root)
    }

    /// The name of an address, such as `"Ada L." <ada@example.org>`; the address if it has none (RFC 5322, 3.4).
    static func name(in field: String) -> String {
        let written = EncodedWords.decoded(field).split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        guard let bracket = written.lastIndex(of: "<") else { return written }
        let name = written[..<bracket].filter { $0 != "\"" && $0 != "\\" }.split(separator: " ").joined(separator: " ")
        return name.isEmpty ? String(written[written.index(after: bracket)...].prefix { $0 != ">" }) : name
    }

    /// Selects the leaves of a part to collect.
    private struct Wanted {
        var texts = true
        /// Files with names and non-text parts; otherwise only explicit attachments.
        var files = true
    }

    private mutating func collect(_ part: MailPart, _ wanted: Wanted = Wanted()) {
        if part.isCut { closed.append("parts beyond \(MailPart.countLimit)") }
        switch part.content {
        case .bytes: if let leaf = Leaf(part) { collect(leaf, of: part, wanted) }
        case .parts(let parts):
            switch part.type.word {
            case "multipart/alternative":
                let best = Self.best(of: parts)
                for (index, one) in parts.enumerated() {
                    // Some programs put attachments beside the alternative texts.
                    collect(one, Wanted(texts: wanted.texts && index == best, files: wanted.files))
                }
            case "multipart/related":
                // The first is the page; the others are its resources, or attachments that some programs put there.
                for (index, one) in parts.enumerated() {
                    let files = wanted.files && !Self.isShown(one)
                    collect(one, index == 0 ? wanted : Wanted(texts: false, files: files))
                }
            case "multipart/encrypted": closed.append(part.type.word)
            default: for one in parts { collect(one, wanted) }
            }
        }
    }

    private mutating func collect(_ leaf: Leaf, of part: MailPart, _ wanted: Wanted) {
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

    /// A text, and the files embedded in it.
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

    /// The contents of Outlook's `winmail.dat`.
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

    /// Whether a part beside a page is one of the page's resources.
    private static func isShown(_ part: MailPart) -> Bool {
        let type = part.type.word
        return ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
            || ["text/css", "text/javascript", "application/javascript", "text/html"].contains(type)
    }

    private static let signatures: Set = ["application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"]
    private static let encrypted: Set = ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"]

    /// Selects an alternative: plain text if it has enough words, otherwise the richest.
    private static func best(of parts: [MailPart]) -> Int? {
        let plain = parts.firstIndex { part in
            part.type.word == "text/plain" && (Leaf(part)?.text.split(whereSeparator: \.isWhitespace).count ?? 0) >= fewestWords
        }
        return plain ?? parts.lastIndex { $0.type.word == "text/html" || $0.type.word.hasPrefix("multipart/") } ?? parts.indices.first
    }

    /// With fewer words it only refers to the other alternative.
    private static let fewestWords = 20
}

extension ReceivedMail.Leaf {
    fileprivate var isText: Bool { type == "text/plain" || type == "text/html" }
}
