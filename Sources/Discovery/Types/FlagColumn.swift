import Records

/// Detects flags: only two words, which mean yes and no.
enum FlagColumn {
    /// - Parameter language: The page's language; nil: any.
    static func read(_ texts: [String], language: String?) -> ColumnReading.Values? {
        let words = Set(texts.map { $0.lowercased() })
        // Three states, such as two words for yes, are texts.
        guard words.count <= 2 else { return nil }
        let flags = texts.compactMap { FlagWords.value(of: $0, language: language) }
        guard flags.count == texts.count, words.count == 1 || Set(flags).count == 2 else { return nil }
        let said = Dictionary(zip(texts.map { $0.lowercased() }, flags)) { first, _ in first }
        return ColumnReading.Values(kind: .flag, values: flags.map { .flag($0) }, words: said)
    }
}
