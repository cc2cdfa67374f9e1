import Foundation
import Records

/// One header field of a message, folded: lines of at most 76 characters where the text allows it, in CRLF.
///
/// What a person wrote becomes encoded words as soon as it is more than plain ASCII (RFC 2047), so neither a line end nor an address can be
/// smuggled in; what we wrote ourselves is folded between words (RFC 5322, section 2.2.3).
struct HeaderField {
    static let lineLimit = 76

    /// Its lines, the last CRLF included.
    let text: String

    /// Our own words: ASCII without line ends (or UTF-8 in an address, RFC 6532), broken between words only.
    init(_ name: String, _ value: String) {
        var lines = ["\(name):"]
        for word in value.split(whereSeparator: { $0.isWhitespace }) {
            let isFirst = lines.count == 1 && lines[0].hasSuffix(":")
            if !isFirst, lines[lines.count - 1].utf8.count + 1 + word.utf8.count > Self.lineLimit { lines.append("") }
            lines[lines.count - 1] += " \(word)"
        }
        text = lines.joined(separator: "\r\n") + "\r\n"
    }

    /// Words of a person (RFC 2047, rule 1 of section 5).
    init(_ name: String, unstructured words: String) {
        self.init(name, Self.isPlain(words) ? words : Self.encoded(words).joined(separator: " "))
    }

    /// An address with the name of whom it belongs to (RFC 2047, rule 3 of section 5; RFC 5322, section 3.4).
    init(_ name: String, address: MailAddress, displayName: String?) {
        guard let displayName, !displayName.isEmpty else {
            self.init(name, "\(address)")
            return
        }
        let isPhrase = Self.isPlain(displayName) && displayName.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: " ") }
        self.init(name, (isPhrase ? displayName : Self.encoded(displayName).joined(separator: " ")) + " <\(address)>")
    }

    /// Whether it can stand in a header as it is: printable ASCII in words that a line has room for, none of which looks encoded.
    private static func isPlain(_ words: String) -> Bool {
        words.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !words.contains("=?") && !words.contains("  ") && !words.hasPrefix(" ")
            && !words.hasSuffix(" ") && words.split(separator: " ").allSatisfy { $0.utf8.count <= 60 }
    }

    /// Encoded words in base64 of at most 42 bytes each, which makes 68 characters, and of 36 in the first, beside the field's name. No
    /// scalar is cut in two. Control characters become spaces.
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
