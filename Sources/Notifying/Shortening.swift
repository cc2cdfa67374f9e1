/// Shortens text to limits other than characters: bytes of JSON, of UTF-8, of encrypted data.
enum Shortening {
    /// The longest prefix of a text within a number of UTF-8 bytes.
    static func cut(_ text: String, toBytes limit: Int) -> String {
        longest(of: String(text.prefix(limit + 1))) { $0.utf8.count <= limit } ?? ""
    }

    /// The longest prefix that fits, with an ellipsis; the whole text if it fits; nil if not even one character does.
    ///
    /// `fits` must be monotonic; it is called a dozen times for a text of 4,000 characters.
    static func longest(of text: String, where fits: (String) throws -> Bool) rethrows -> String? {
        if try fits(text) { return text }
        let characters = Array(text)
        var (kept, tooMany) = (0, characters.count)
        while tooMany - kept > 1 {
            let count = (kept + tooMany) / 2
            if try fits(String(characters[..<count]) + "…") { kept = count } else { tooMany = count }
        }
        guard kept > 0 else { return nil }
        // At the end of a line if there is one in the second half.
        if let end = characters[..<kept].lastIndex(of: "\n"), end > kept / 2 { return String(characters[..<end]) + "\n…" }
        return String(characters[..<kept]) + "…"
    }
}
