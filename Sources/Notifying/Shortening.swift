/// Cuts words to a measure that is not counted in characters: bytes of JSON, of UTF-8, of what is encrypted.
enum Shortening {
    /// The most of the beginning of a text that has so many bytes of UTF-8.
    static func cut(_ text: String, toBytes limit: Int) -> String {
        longest(of: String(text.prefix(limit + 1))) { $0.utf8.count <= limit } ?? ""
    }

    /// The most of the beginning of a text that fits, with an ellipsis for the rest; the whole, if that fits; nil if not one character does.
    ///
    /// What fits must grow with the text. Asks a dozen times for a text of 4,000 characters.
    static func longest(of text: String, where fits: (String) throws -> Bool) rethrows -> String? {
        if try fits(text) { return text }
        let characters = Array(text)
        var (kept, tooMany) = (0, characters.count)
        while tooMany - kept > 1 {
            let count = (kept + tooMany) / 2
            if try fits(String(characters[..<count]) + "…") { kept = count } else { tooMany = count }
        }
        guard kept > 0 else { return nil }
        // At the end of a line if one ends in the second half.
        if let end = characters[..<kept].lastIndex(of: "\n"), end > kept / 2 { return String(characters[..<end]) + "\n…" }
        return String(characters[..<kept]) + "…"
    }
}
