/// A text split into sentences and words with their offsets. Words are the units highlighted while reading aloud.
///
/// Offsets are Unicode scalars from the start of the text, from 0. Paragraphs end at an empty line, a form feed or U+2029; a single line
/// break is a space. Words are separated by spaces and exclude surrounding punctuation; dashes and an ellipsis between letters split words,
/// while hyphens, apostrophes, full stops and slashes don't. Each Han character is a word. Characters that only control layout or direction
/// are not spoken. Linear in the length of the text.
///
///     SpokenText("It costs $1,234.56 – today.").sentences[0].words.map(\.text)  // It, costs, $1,234.56, today
package struct SpokenText: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        /// The word as written, without surrounding punctuation.
        package let text: String
        /// With its punctuation, which controls pauses and intonation; characters that a voice can't speak are removed.
        package var spoken: String
        /// The number of scalars before the word.
        package let offset: Int
    }

    package struct Sentence: Hashable, Sendable {
        /// At least one.
        package let words: [Word]
        package let endsParagraph: Bool
    }

    package let sentences: [Sentence]

    package var wordCount: Int { sentences.reduce(0) { $0 + $1.words.count } }

    /// Longer sentences are split, at a comma if there is one in the last third.
    package static let wordLimit = 120
    /// Longer words are split after this many scalars; eSpeak NG accepts 160 bytes.
    package static let longestWord = 48

    package init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    /// Stops after the sentence in which the word count exceeds `limit`.
    package init(_ scalars: [Unicode.Scalar], limit: Int = .max) {
        var (sentences, count): ([Sentence], Int) = ([], 0)
        for paragraph in Self.paragraphs(of: scalars) where count <= limit {
            sentences += SentenceCutter(scalars[paragraph]).sentences(limit: limit, &count)
        }
        self.sentences = sentences
    }

    private static func paragraphs(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
        var (found, start, breaks): ([Range<Int>], Int, Int) = ([], 0, 0)
        for (index, scalar) in scalars.enumerated() {
            let isReturnOfPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if scalar.endsLine {
                if !isReturnOfPair { breaks += 1 }
            } else if scalar.endsPage {
                breaks = 2
            } else if !scalar.properties.isWhitespace {
                if breaks >= 2, index > start {
                    found.append(start..<index)
                    start = index
                }
                breaks = 0
            }
        }
        if start < scalars.count { found.append(start..<scalars.count) }
        return found
    }
}

/// Splits a paragraph into sentences.
private struct SentenceCutter {
    private typealias Word = SpokenText.Word

    /// A run of text without spaces, or a part of it.
    private struct Piece {
        let range: Range<Int>
        /// Whether it follows a line break.
        let beginsLine: Bool
    }

    private let scalars: ArraySlice<Unicode.Scalar>

    init(_ scalars: ArraySlice<Unicode.Scalar>) { self.scalars = scalars }

    /// `count` is the number of words so far, including earlier paragraphs.
    func sentences(limit: Int, _ count: inout Int) -> [SpokenText.Sentence] {
        let pieces = self.pieces()
        var (found, words, before): ([[Word]], [Word], String) = ([], [], "")
        func end() {
            if !words.isEmpty { found.append(words) }
            count += words.count
            words = []
        }
        for (index, piece) in pieces.enumerated() where count <= limit {
            if piece.beginsLine, isBullet(piece) {
                end()
                continue
            }
            guard let core = core(of: piece.range) else {
                // Only punctuation; a line drawn with it ends a heading.
                if piece.beginsLine, piece.range.count >= 3 {
                    end()
                    continue
                }
                let said = String(String.UnicodeScalarView(scalars[piece.range].filter { $0.isSpeakable && !$0.isWordly }))
                if said.isEmpty { continue }
                if words.isEmpty { before += said } else { words[words.count - 1].spoken += " " + said }
                continue
            }
            let text = String(String.UnicodeScalarView(scalars[core]))
            words.append(Word(text: text, spoken: before + spoken(piece.range), offset: core.lowerBound))
            before = ""
            let tail = scalars[core.upperBound..<piece.range.upperBound]
            let next = index + 1 < pieces.count ? pieces[index + 1].range : nil
            let isLong = words.count >= SpokenText.wordLimit * 2 / 3 && tail.contains { ",;:—–،、，；".unicodeScalars.contains($0) }
            if isLong || words.count >= SpokenText.wordLimit || ends(core, tail, behind: words.dropLast().last?.text ?? "", before: next) {
                end()
            }
        }
        end()
        return found.enumerated().map { SpokenText.Sentence(words: $1, endsParagraph: $0 == found.count - 1) }
    }

    // MARK: Pieces

    private func pieces() -> [Piece] {
        var (found, start, beginsLine): ([Piece], Int?, Bool) = ([], nil, true)
        func end(_ place: Int) {
            if let begun = start, begun < place {
                found.append(Piece(range: begun..<place, beginsLine: beginsLine))
                beginsLine = false
            }
            start = nil
        }
        for index in scalars.indices {
            let scalar = scalars[index]
            if scalar.properties.isWhitespace {
                end(index)
                if scalar.endsLine || scalar.endsPage { beginsLine = true }
                continue
            }
            if let begun = start {
                let isTooLong = index - begun >= SpokenText.longestWord
                if isTooLong || beginsPiece(at: index, in: begun) {
                    end(index)
                    start = index
                }
            } else {
                start = index
            }
        }
        end(scalars.endIndex)
        return found
    }

    /// Whether a new word starts inside a run without spaces.
    private func beginsPiece(at index: Int, in start: Int) -> Bool {
        // Silent characters don't join words: a word joiner beside a dash.
        guard let place = scalars[start..<index].lastIndex(where: \.isSpeakable) else { return false }
        let (scalar, last) = (scalars[index], scalars[place])
        // Punctuation stays with the word before it, an opening bracket with the word after it.
        if scalar.isHan { return last.isWordly || last.dividesWords || last.isStopOfHan }
        if last.isHan { return scalar.isWordly || scalar.properties.generalCategory == .openPunctuation }
        if last.isStopOfHan { return scalar.isWordly }
        guard scalar.isWordly, last.dividesWords else { return false }
        // Excluded: a leading dash or ellipsis, and ranges such as 1914–1918.
        guard let letter = scalars[start..<index].last(where: { $0.isSpeakable && !$0.dividesWords }), letter.isWordly else { return false }
        if last == "–" || last == "-" || last == "." {
            guard place - 1 >= start else { return false }
            if last == "–" { return !(scalar.isDigit && letter.isDigit) }
            return scalars[place - 1] == last
        }
        return true
    }

    private func isBullet(_ piece: Piece) -> Bool {
        piece.range.count == 1 && "-*•–·‣◦▪".unicodeScalars.contains(scalars[piece.range.lowerBound])
    }

    /// The word inside the run; nil if it is only punctuation.
    private func core(of range: Range<Int>) -> Range<Int>? {
        // A line drawn with repeated characters.
        if range.count >= 3, scalars[range].allSatisfy({ $0 == scalars[range.lowerBound] && !$0.isLetterOrDigit }) { return nil }
        guard let first = range.first(where: { scalars[$0].isWordly }), var last = range.last(where: { scalars[$0].isWordly }) else {
            return nil
        }
        // The final full stop of "e.g." belongs to the word.
        if last + 1 < range.upperBound, scalars[last + 1] == ".", last - 1 > first, scalars[last - 1] == "." { last += 1 }
        return first..<last + 1
    }

    private func spoken(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range].filter(\.isSpeakable)))
    }

    // MARK: Ends

    /// Whether a sentence ends after a word with this punctuation.
    private func ends(_ core: Range<Int>, _ tail: ArraySlice<Unicode.Scalar>, behind word: String, before next: Range<Int>?) -> Bool {
        guard let next else { return true }
        if tail.contains(where: \.alwaysEndsSentence) { return true }
        let hasPoint = tail.contains(".") || scalars[core].last == "."
        guard hasPoint || tail.contains(where: { "!?…".unicodeScalars.contains($0) }) else { return false }
        guard let following = scalars[next].first(where: \.isWordly) ?? scalars[next].first else { return true }
        if following.properties.isLowercase { return false }
        guard hasPoint, !tail.contains(where: { "!?…".unicodeScalars.contains($0) }) else { return true }
        let before = word.lowercased()
        let written = String(String.UnicodeScalarView(scalars[core]))
        let word = written.lowercased()
        let after = String(String.UnicodeScalarView(scalars[next].filter(\.isWordly))).lowercased()
        // "He lives in High St. He is old."
        if Self.saints.contains(word), Self.pronouns.contains(after) { return true }
        if Self.titles.contains(word) || Self.firms.contains(word) && Self.firms.contains(after) { return false }
        // "5 ft." and "mm." end a sentence, "Ft. Worth" and "MM. Dupont" don't. "c. 1850" doesn't either, but "vitamin C." does.
        if following.isDigit, Self.beforeNumbers.contains(word) || Self.smallBeforeNumbers.contains(written) || word.hasSuffix("str") {
            return false
        }
        if following.properties.isUppercase, Self.beforeNames.contains(word) || Self.beforeNames.contains(written), before != "et" {
            return false
        }
        if isCounting(word, before, after) { return false }
        // An initial: J. R. R. Tolkien, U.S. Army; z. B., a. C., EE. UU., av. J.-C.
        let letters = word.filter { $0 != "." }
        let pairs = isPart(of: next, after: core)
        let isInitial =
            letters.count == 1 && (scalars[core.lowerBound].properties.isUppercase || pairs) || word.contains(".") && letters.count <= 3
        return !((isInitial || pairs) && following.properties.isUppercase)
    }

    /// Whether a number with a full stop is an ordinal: 3. April, am 1. Mai, im 19. Jahrhundert.
    private func isCounting(_ word: String, _ before: String, _ after: String) -> Bool {
        guard word.utf8.count <= 3, let number = Int(word), number > 0 else { return false }
        if Self.counted.contains(after) { return true }
        return number <= 31 && Self.countingCues.contains(before)
    }

    /// Whether two words with full stops form one abbreviation: one letter each, or a doubled capital each.
    private func isPart(of next: Range<Int>, after core: Range<Int>) -> Bool {
        let (first, second) = (scalars[core], scalars[next].prefix { $0 != "." })
        guard scalars[next].contains("."), first.allSatisfy({ $0.properties.isAlphabetic }) else { return false }
        if first.count == 1 { return second.count == 1 }
        let isDouble = first.count == 2 && second.count == 2 && Set(first).count == 1 && Set(second).count == 1
        return isDouble && scalars[core.lowerBound].properties.isUppercase
    }

    /// Abbreviations before names or inside sentences, in the most common languages.
    private static let titles: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "rev", "hon", "gen", "col", "capt", "lt", "sgt", "messrs", "mme", "mlle", "vs",
        "cf", "e.g", "i.e", "e.g.", "i.e.",
        "viz", "approx", "hr", "fr", "frl", "z.b", "z.b.", "d.h", "d.h.", "u.a", "u.a.", "bzw", "ca", "evtl", "inkl", "vgl", "sra", "sig",
        "dott", "dra", "sta", "dña", "św", "ks", "ul", "gov", "supt", "mgr", "abp", "np", "tzn", "tj", "tzw", "mio", "mrd", "tsd",
    ]
    /// Abbreviations before a capital; `av.` for avenue and in av. J.-C.
    private static let beforeNames: Set<String> = ["av", "apr", "bd", "avda", "al", "pl", "os", "Rep", "Sen", "MM", "Mt", "Ft"]
    private static let saints: Set<String> = ["st"]
    private static let pronouns: Set<String> = [
        "he", "she", "it", "they", "we", "you", "the", "this", "that", "there", "then", "but", "and", "in", "at",
    ]
    private static let firms: Set<String> = ["co", "ltd", "inc", "corp", "bros", "llc", "kg", "gmbh", "plc"]
    /// Abbreviations before a number.
    private static let beforeNumbers: Set<String> = [
        "al", "no", "nr", "nos", "p", "pp", "vol", "ch", "sec", "fig", "figs", "eq", "art", "abs", "s", "bd", "kap", "abb", "pag", "núm",
        "jan",
        "feb", "mar", "apr", "jun", "jul",
        "aug", "sep", "sept", "oct", "nov", "dec", "eqs", "rm", "chap", "pág", "págs", "cap", "godz", "rys", "str", "tab", "ust",
        "rozdz", "poz", "ok", "okt", "dez", "janv", "févr", "juill", "tel", "ziff",
    ]
    private static let smallBeforeNumbers: Set<String> = ["c", "t"]
    /// Words that follow an ordinal with a full stop, in addition to lower-case words.
    private static let counted: Set<String> = [
        "januar", "jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember",
        "jahrhundert", "jahrhunderts", "jahrhunderte", "jh", "jhd", "kapitel", "auflage", "klasse",
    ]
    private static let countingCues: Set<String> = ["am", "vom", "zum", "im", "beim", "der", "die", "das", "dem", "den", "des"]
}

extension Unicode.Scalar {
    fileprivate var endsLine: Bool { self == "\n" || self == "\r" || self == "\u{85}" || self == "\u{2028}" || self == "\u{0B}" }
    fileprivate var endsPage: Bool { self == "\u{0C}" || self == "\u{2029}" }
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
    /// Whether it starts a new word between letters.
    fileprivate var dividesWords: Bool { self == "—" || self == "–" || self == "…" || self == "-" || self == "." || self == "―" }
    fileprivate var isStopOfHan: Bool { "。！？；：，、」』）》〉】".unicodeScalars.contains(self) }
    /// Sentence ends in scripts without upper case, or unambiguous ones.
    fileprivate var alwaysEndsSentence: Bool { "。！？｡؟۔।॥‼⁇⁈⁉".unicodeScalars.contains(self) }

    fileprivate var isHan: Bool {
        (0x3400...0x4DBF).contains(value) || (0x4E00...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value)
            || (0x20000...0x3FFFF).contains(value)
    }

    fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }
    /// Box-drawing characters and block elements.
    private var isDrawing: Bool { (0x2500...0x259F).contains(value) }

    /// Part of a word: a letter, a digit, or a symbol with a spoken name.
    fileprivate var isWordly: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber,
            .mathSymbol, .currencySymbol, .otherSymbol, .nonspacingMark, .spacingMark, .enclosingMark:
            !isDrawing
        default: "&%@#§‰†".unicodeScalars.contains(self)
        }
    }

    /// False for controls, direction marks, soft hyphens and characters without a meaning of their own. Joiners are kept, as some scripts
    /// need them.
    fileprivate var isSpeakable: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .format: self == "\u{200C}" || self == "\u{200D}"
        default: !isDrawing
        }
    }
}
