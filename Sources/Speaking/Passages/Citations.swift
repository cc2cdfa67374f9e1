import Records

/// Finds citations in a sentence: numbers in square brackets, or names and years in parentheses.
enum Citations {
    /// The maximum number of words in a citation.
    private static let longest = 60

    private static let numbers = try? Pattern(
        #"^\[\d{1,4}[a-z]?(?:\s?[,;–-]\s?\d{1,4}[a-z]?)*\](?:,?\s?\[\d{1,4}[a-z]?(?:\s?[,;–-]\s?\d{1,4}[a-z]?)*\])*[^\p{L}\p{N}\[\]]*$"#)

    private static let names: Pattern? = {
        // Atomic, so a long list of names is tried only once.
        let name = #"(?>(?:(?:van|von|de|der|den|la|le|di|du|da|dos)\s|al-)*\p{Lu}[\p{L}’'.-]*)"#
        let year = #"(?:1[5-9]|20)\d\d[a-z]?"#
        let names = #"\#(name)(?:(?:\s?[,&]|\s(?:and|und|et|y|e|i)(?=\s))*\s\#(name))*(?:,?\set\sal\.?|\su\.\s?a\.)?"#
        let place = #"(?:[,:]\s?(?:(?:pp?|S|s|str)\.\s?)?\d+(?:[–-]\d+)?f{0,2}\.?)?"#
        let one = #"\#(names),?\s\#(year)(?:,\s?\#(year))*\#(place)"#
        let lead = #"(?:(?:[Ss]ee|[Cc]f\.|[Ee]\.g\.,?|[Vv]gl\.|[Ss]iehe|[Vv]oir|[Vv]éase|[Zz]ob\.)\s(?:also\s|auch\s)?)?"#
        return try? Pattern(#"^\(\#(lead)\#(one)(?:;\s?\#(lead)\#(one))*\)[^\p{L}\p{N}]*$"#)
    }()

    /// `(May 2020)` is a date.
    private static let months: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan",
        "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "januar", "februar", "märz", "mai", "juni", "juli",
        "oktober", "dezember", "spring", "summer", "autumn", "winter",
    ]

    /// The word ranges of the citations, in order and without overlaps.
    static func ranges(in words: ArraySlice<String>) -> [Range<Int>] {
        var (found, next): ([Range<Int>], Int) = ([], words.startIndex)
        while next < words.endIndex {
            guard let pattern = words[next].first == "[" ? numbers : words[next].first == "(" ? names : nil,
                let range = range(from: next, in: words, pattern)
            else {
                next += 1
                continue
            }
            found.append(range)
            next = range.upperBound
        }
        return found
    }

    private static func range(from start: Int, in words: ArraySlice<String>, _ pattern: Pattern) -> Range<Int>? {
        let closing: Character = words[start].first == "[" ? "]" : ")"
        guard let last = words[start...].prefix(longest).firstIndex(where: { $0.contains(closing) }) else { return nil }
        let text = words[start...last].joined(separator: " ")
        guard (try? pattern.matches(text)) == true else { return nil }
        let letters = words[start].lowercased().filter(\.isLetter)
        return last == start + 1 && months.contains(letters) ? nil : start..<last + 1
    }

    /// Splits `shown[12].` into a word and a citation: the text before the bracket, and the rest.
    static func divided(_ word: String) -> (String, String?) {
        guard let start = word.firstIndex(of: "["), start > word.startIndex, word[..<start].contains(where: \.isLetter),
            let numbers, (try? numbers.matches(word[start...])) == true
        else { return (word, nil) }
        return (String(word[..<start]), String(word[start...]))
    }
}

/// Finds web addresses in a sentence.
enum Addresses {
    private static let beginnings = ["http://", "https://", "www.", "ftp://"]

    /// The word ranges of the addresses, in order: a long address is split into several words.
    static func ranges(in words: ArraySlice<String>, joined: ArraySlice<Bool>) -> [Range<Int>] {
        var (found, next): ([Range<Int>], Int) = ([], words.startIndex)
        while next < words.endIndex {
            let start = next
            next += 1
            let word = words[start].drop { !$0.isLetter }.lowercased()
            guard beginnings.contains(where: { word.hasPrefix($0) && word.count > $0.count }) else { continue }
            while next < words.endIndex, joined[next] { next += 1 }
            found.append(start..<next)
        }
        return found
    }
}
