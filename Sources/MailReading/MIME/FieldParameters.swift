/// `text/plain; charset=utf-8`: a value with parameters (RFC 2045, section 5.1), including split and encoded parameters (RFC 2231).
struct FieldParameters: Hashable, Sendable {
    /// In lower case.
    let word: String
    /// Names in lower case.
    private let parameters: [String: String]

    private static let limit = 100

    init(_ text: String) {
        let pieces = Self.split(text)
        word = (pieces.first ?? "").filter { !$0.isWhitespace }.lowercased()
        var plain: [String: String] = [:]
        // `name*0*=…`, by name and number.
        var cut: [String: [Int: (text: String, isEncoded: Bool)]] = [:]
        for piece in pieces.dropFirst().prefix(Self.limit) {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            var name = piece[..<equals].filter { !$0.isWhitespace }.lowercased()
            let isName = name == "name" || name == "filename"
            let value = Self.unquoted(piece[piece.index(after: equals)...], isName: isName)
            let isEncoded = name.hasSuffix("*")
            if isEncoded { name.removeLast() }
            if let star = name.lastIndex(of: "*"), let number = Int(name[name.index(after: star)...]), (0..<Self.limit).contains(number) {
                cut[String(name[..<star]), default: [:]][number] = (value, isEncoded)
            } else if isEncoded {
                cut[name, default: [:]][0] = (value, true)
            } else if plain[name] == nil {
                plain[name] = EncodedWords.decoded(value)
            }
        }
        // Pieces without a first one are ignored.
        for (name, pieces) in cut where pieces[0] != nil { plain[name] = Self.joined(pieces) }
        parameters = plain
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// The first encoded piece declares the charset: `utf-8'en'…`.
    private static func joined(_ pieces: [Int: (text: String, isEncoded: Bool)]) -> String {
        var (charset, bytes): (String?, [UInt8]) = (nil, [])
        var number = 0
        while let piece = pieces[number] {
            var text = Substring(piece.text)
            if piece.isEncoded, number == 0 {
                let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
                if parts.count == 3 { (charset, text) = (String(parts[0]), parts[2]) }
            }
            bytes += piece.isEncoded ? unescaped(Array(text.utf8)) : Array(text.utf8)
            number += 1
        }
        let text = MailText.text(bytes, charset: charset)
        // Some programs split RFC 2047's words into RFC 2231's pieces.
        return pieces.values.contains(where: \.isEncoded) ? text : EncodedWords.decoded(text)
    }

    /// `%C3%A9`.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var (result, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = TransferEncoding.digit(bytes[index + 1]),
                let low = TransferEncoding.digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// Splits at semicolons outside quotes.
    private static func split(_ text: String) -> [String] {
        var (pieces, isQuoted, isEscaped) = ([""], false, false)
        for character in text {
            if character == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces
    }

    /// - Parameter isName: Whether it is a file name: some programs omit the quotes although it contains spaces.
    private static func unquoted(_ text: Substring, isName: Bool) -> String {
        let text = text.drop(while: \.isWhitespace)
        guard text.first == "\"" else {
            if isName { return text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            return String(text.prefix { !$0.isWhitespace && $0 != "(" })
        }
        var (result, isEscaped) = ("", false)
        for character in text.dropFirst() {
            if !isEscaped, character == "\"" { break }
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
