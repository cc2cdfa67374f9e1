import Foundation
import Records

/// A header field of a message, folded into CRLF lines of at most 76 characters where possible.
///
/// People's text is converted to encoded words unless it is plain ASCII (RFC 2047), so line breaks and addresses can't be injected. Our own
/// text is folded between words (RFC 5322, section 2.2.3).
struct HeaderField {
    static let lineLimit = 76

    /// Its lines, including the last CRLF.
    let text: String

    /// Our own text: ASCII without line breaks (or UTF-8 in an address, RFC 6532), broken only between words.
    init(_ name: String, _ value: String) {
        var lines = ["\(name):"]
        for word in value.split(whereSeparator: { $0.isWhitespace }) {
            let isFirst = lines.count == 1 && lines[0].hasSuffix(":")
            if !isFirst, lines[lines.count - 1].utf8.count + 1 + word.utf8.count > Self.lineLimit { lines.append("") }
            lines[lines.count - 1] += " \(word)"
        }
        text = lines.joined(separator: "\r\n") + "\r\n"
    }

    /// A person's text (RFC 2047, rule 1 of section 5).
    init(_ name: String, unstructured words: String) {
        self.init(name, Self.isPlain(words) ? words : Self.encoded(words).joined(separator: " "))
    }

    /// An address with its owner's name (RFC 2047, rule 3 of section 5; RFC 5322, section 3.4).
    init(_ name: String, address: MailAddress, displayName: String?) {
        guard let displayName, !displayName.isEmpty else {
            self.init(name, "\(address)")
            return
        }
        let isPhrase = Self.isPlain(displayName) && displayName.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: " ") }
        self.init(name, (isPhrase ? displayName : Self.encoded(displayName).joined(separator: " ")) + " <\(address)>")
    }

    /// Whether the text needs no encoding: printable ASCII, words that fit on a line, none of which looks encoded.
    private static func isPlain(_ words: String) -> Bool {
        words.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !words.contains("=?") && !words.contains("  ") && !words.hasPrefix(" ")
            && !words.hasSuffix(" ") && words.split(separator: " ").allSatisfy { $0.utf8.count <= 60 }
    }

    /// Base64 encoded words of at most 42 bytes each, which makes 68 characters; at most 36 bytes in the first, which follows the field's
    /// name. Scalars aren't split. Control characters become spaces.
    private static func encoded(_ words: String) -> [String] {
        var chunks: [[UInt8]] = [[]]
        for scalar in words.unicodeScalars {
            let bytes = scalar.properties.generalCategory == .control ? [UInt8(ascii: " ")] : Array(String(scalar).utf8)
            if chunks[chunks.count - 1].count + bytes.count > (chunks.count == 1 ? 36 : 42) { chunks.append([]) }
            chunks[chunks.count - 1] += bytes
        }
        return chunks.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }
    }
}
