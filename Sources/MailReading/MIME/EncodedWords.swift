/// Decodes `=?UTF-8?Q?caf=C3=A9?=` in a header → `café` (RFC 2047).
///
/// Spaces between two encoded words aren't part of the text. Consecutive words of one charset are decoded together, because many programs
/// split characters; except ISO-2022 words, each of which starts and ends in ASCII. Everything else is left unchanged.
enum EncodedWords {
    static func decoded(_ text: String) -> String {
        var (result, rest) = ("", Substring(text))
        // Consecutive encoded words.
        var pending: (charset: String, bytes: [UInt8])?
        func flush() {
            if let (charset, bytes) = pending { result += MailText.text(bytes, charset: charset) }
            pending = nil
        }
        while let start = rest.firstRange(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let word = Word(rest[start.lowerBound...]) else {
                flush()
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                continue
            }
            if pending == nil || !before.allSatisfy(\.isWhitespace) {
                flush()
                result += before
            }
            if pending?.charset != word.charset || word.charset.contains("2022") { flush() }
            pending = (word.charset, (pending?.bytes ?? []) + word.bytes)
            rest = rest[word.end...]
        }
        flush()
        return result + rest
    }

    private struct Word {
        /// In lower case, without an RFC 2231 language suffix.
        let charset: String
        let bytes: [UInt8]
        let end: Substring.Index

        /// Parses `=?charset?B or Q?text?=` at the start of a text; nil if there is none. RFC 2047 allows 75 characters, but programs write
        /// more.
        init?(_ text: Substring) {
            var rest = text.utf8.dropFirst(2)
            func piece(atMost limit: Int) -> Substring.UTF8View? {
                guard let end = rest.prefix(limit + 1).firstIndex(of: UInt8(ascii: "?")) else { return nil }
                defer { rest = rest[rest.index(after: end)...] }
                return rest[..<end]
            }
            guard let name = piece(atMost: 40), !name.isEmpty, let kind = piece(atMost: 1), let written = piece(atMost: 4000),
                rest.first == UInt8(ascii: "=")
            else { return nil }
            switch kind.first {
            case UInt8(ascii: "B"), UInt8(ascii: "b"): bytes = TransferEncoding.base64.decoded(Array(written)[...])
            case UInt8(ascii: "Q"), UInt8(ascii: "q"):
                let spaced = written.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
                bytes = TransferEncoding.quotedPrintable.decoded(spaced[...])
            default: return nil
            }
            charset = Substring(name).prefix { $0 != "*" }.lowercased()
            end = rest.index(after: rest.startIndex)
        }
    }
}
