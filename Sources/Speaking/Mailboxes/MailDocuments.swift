import Foundation
import MailReading
import Records

/// The documents made from a message: its readable attachments, or if there are none its text.
struct MailDocuments {
    struct Found: Hashable {
        let title: String
        let bytes: [UInt8]
    }

    /// An attachment that doesn't become a document.
    struct PassedOver: Hashable {
        let name: String
        let reason: DocumentMailbox.Skipped.Reason
    }

    /// The sender and the date.
    let about: DocumentAbout
    /// Empty if nothing is readable.
    let found: [Found]
    let passedOver: [PassedOver]

    /// The maximum number of attachments per mail.
    static let fileLimit = DocumentMailbox.Limits.files
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ mail: ReceivedMail) {
        about = Self.about(mail)
        var (named, passedOver): ([Found], [PassedOver]) = ([], [])
        for leaf in mail.attachments {
            if named.count == Self.fileLimit {
                passedOver.append(PassedOver(name: leaf.name ?? leaf.type, reason: .files))
            } else if let file = Self.file(leaf) {
                named.append(file)
            } else {
                passedOver.append(PassedOver(name: leaf.name ?? leaf.type, reason: .kind))
            }
        }
        self.passedOver = passedOver + mail.closed.map { PassedOver(name: $0, reason: .closed) }
        if named.count == 1, let only = named.first, !mail.subject.isEmpty {
            found = [Found(title: mail.subject, bytes: only.bytes)]
        } else if !named.isEmpty {
            found = named
        } else {
            found = Self.text(of: mail).map { [Found(title: mail.subject, bytes: $0)] } ?? []
        }
    }

    /// The sender of a message as the author, and its date as the description.
    static func about(_ mail: ReceivedMail) -> DocumentAbout {
        DocumentAbout(author: mail.sender, summary: Timestamp(mail: mail.date)?.description)
    }

    /// Returns nil for unreadable files.
    private static func file(_ leaf: ReceivedMail.Leaf) -> Found? {
        let bytes = leaf.bytes
        guard !bytes.isEmpty else { return nil }
        let ending = URL(fileURLWithPath: leaf.name ?? "").pathExtension.lowercased()
        let kind = DocumentFile.kind(of: bytes)
        let isWanted: Bool
        switch kind {
        case .pdf, .rtf, .fb2, .mail: isWanted = true
        // An archive or a text may have any format: its name decides.
        case .epub, .docx, .odt:
            isWanted = [StoredDocument.Kind.epub, .docx, .odt].contains { $0.endings.contains(ending) || $0.types.contains(leaf.type) }
        case .html, .markdown, .text:
            isWanted = [StoredDocument.Kind.html, .markdown, .text].contains { $0.endings.contains(ending) || $0.types.contains(leaf.type) }
        }
        guard isWanted else { return nil }
        return Found(title: FileTitle.title(leaf.name ?? ""), bytes: written(leaf, bytes))
    }

    /// Returns nil if it has no words.
    static func text(of mail: ReceivedMail) -> [UInt8]? {
        let texts = mail.texts.map { (isPage: $0.type == "text/html", text: $0.text) }.filter {
            $0.text.contains { $0.isLetter || $0.isNumber }
        }
        guard !texts.isEmpty else { return nil }
        guard texts.contains(where: \.isPage) else { return byteOrderMark + Array(texts.map(\.text).joined(separator: "\n\n").utf8) }
        // Plain-text parts between HTML parts become paragraphs.
        let pages = texts.map { $0.isPage ? $0.text : "<p>\($0.text.escaped)</p>" }
        return byteOrderMark + Array("<!DOCTYPE html>\n\(pages.joined(separator: "\n"))".utf8)
    }

    /// Converts a text from the charset that the mail declares to a self-describing encoding.
    private static func written(_ leaf: ReceivedMail.Leaf, _ bytes: [UInt8]) -> [UInt8] {
        guard leaf.charset != nil, leaf.type.hasPrefix("text/") else { return bytes }
        return byteOrderMark + Array(leaf.text.utf8)
    }
}

/// Derives a document's title from its file name.
enum FileTitle {
    /// The name without extension and invisible characters.
    static func title(_ name: String) -> String {
        let title = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
        return title.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }.joined(
            separator: " ")
    }
}

extension String {
    fileprivate var escaped: String { replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
}
