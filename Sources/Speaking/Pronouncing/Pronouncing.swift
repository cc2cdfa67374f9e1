package import Records

/// A person's pronunciation rules, compiled for matching in sentences.
///
/// Each position is replaced at most once: the earliest match wins, then the longest, then the oldest rule. Replacements aren't matched
/// again. All patterns share a step budget per part; once it is spent, the written text is spoken. Counting steps instead of time makes the
/// result reproducible.
package struct Pronouncing: Sendable {
    let rules: [Pronunciation.Rule]

    private typealias Ready = (pattern: Pattern, rule: Pronunciation.Rule)

    /// The step budget of all patterns for a part, and of one pattern for a sentence.
    private static let (partSteps, sentenceSteps) = (20_000_000, 200_000)
    /// The limit of replacement scalars per sentence, three minutes of speech. Further matches stay as written.
    private static let saidLimit = 2_000

    /// No rules: text as written.
    package static let none = Pronouncing([])

    /// Invalid rules are ignored.
    package init(_ rules: [Pronunciation.Rule]) { self.rules = rules }

    /// The spoken sentences of a part, in order.
    package func said(_ part: DocumentPart) -> [SaidSentence] {
        let rules = rules.compactMap { rule in (try? rule.compiled()).map { (pattern: $0, rule: rule) } }
        var effort = Effort(Self.limits(Self.partSteps))
        return part.sentences.map { Self.said($0, rules, drawing: &effort) }
    }

    private static func limits(_ steps: Int) -> Effort.Limits { .init(steps: steps, time: Effort.Limits.none.time) }

    private struct Found {
        let range: Range<Int>
        let said: String
    }

    private static func said(_ sentence: DocumentPart.Sentence, _ rules: [Ready], drawing effort: inout Effort) -> SaidSentence {
        guard !rules.isEmpty else { return SaidSentence(sentence) }
        let (text, words) = text(of: sentence)
        let found = found(rules, in: text, drawing: &effort)
        guard !found.isEmpty else { return SaidSentence(sentence) }
        return said(sentence, text, words, found)
    }

    /// The sentence in UTF-8, and the ranges of its words.
    private static func text(of sentence: DocumentPart.Sentence) -> ([UInt8], [Range<Int>]) {
        var (text, words): ([UInt8], [Range<Int>]) = ([], [])
        let joined = Set(sentence.joined)
        for (index, word) in sentence.words.enumerated() {
            if index > 0, !joined.contains(index) { text.append(0x20) }
            let start = text.count
            text += word.utf8
            words.append(start..<text.count)
        }
        return (text, words)
    }

    // MARK: Matches

    /// The matches in order, without overlaps.
    private static func found(_ rules: [Ready], in text: [UInt8], drawing effort: inout Effort) -> [Found] {
        var all: [(found: Found, rule: Int)] = []
        for (number, rule) in rules.enumerated() { all += matches(of: rule, in: text, drawing: &effort).map { (found: $0, rule: number) } }
        all.sort {
            let (one, other) = ($0.found.range, $1.found.range)
            return (one.lowerBound, -one.count, $0.rule) < (other.lowerBound, -other.count, $1.rule)
        }
        var (kept, end, said): ([Found], Int, Int) = ([], 0, 0)
        for (one, _) in all where one.range.lowerBound >= end {
            said += one.said.unicodeScalars.count
            guard said <= Self.saidLimit else { break }
            kept.append(one)
            end = one.range.upperBound
        }
        return kept
    }

    private static func matches(of one: Ready, in text: [UInt8], drawing effort: inout Effort) -> [Found] {
        guard one.rule.kind == .pattern else {
            return (try? matches(one.rule, in: text) { try one.pattern.match(in: text, from: $0) }) ?? []
        }
        guard effort.spent == nil else { return [] }
        var own = Effort(limits(sentenceSteps))
        // All matches or none: a partial result would be confusing.
        let found = try? matches(one.rule, in: text) { try one.pattern.match(in: text, from: $0, drawing: &own) }
        effort.draw(own.steps)
        return found ?? []
    }

    private static func matches(_ rule: Pronunciation.Rule, in text: [UInt8], _ match: (Int) throws -> [Range<Int>?]?) throws -> [Found] {
        var (found, next): ([Found], Int) = ([], 0)
        while next <= text.count, let groups = try match(next), let whole = groups.first ?? nil {
            if !whole.isEmpty, whole.lowerBound >= next {
                found.append(Found(range: whole, said: rule.kind == .pattern ? filled(rule.said, groups, text) : rule.said))
            }
            next = max(next + 1, whole.upperBound)
            // Advance to the next character boundary.
            while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        }
        return found
    }

    /// Inserts the matches of the groups.
    private static func filled(_ said: String, _ groups: [Range<Int>?], _ text: [UInt8]) -> String {
        guard said.contains("$") else { return said }
        var (filled, rest) = ("", said[...])
        while let sign = rest.firstIndex(of: "$") {
            filled += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            guard let digit = rest.first, digit.isASCII, let number = digit.wholeNumberValue else {
                filled += "$"
                continue
            }
            if groups.indices.contains(number), let group = groups[number] { filled += String(decoding: text[group], as: UTF8.self) }
            rest = rest.dropFirst()
        }
        return filled + rest
    }

    // MARK: Spoken text

    private static func said(_ sentence: DocumentPart.Sentence, _ text: [UInt8], _ ranges: [Range<Int>], _ found: [Found]) -> SaidSentence {
        var (words, places, ruled): ([String], [SaidSentence.Place], Set<Int>) = ([], [], [])
        var rest = found[...]
        // The end of the previous word, and whether any replacement was spoken for the last match that overlapped it.
        var (before, isSaid) = (0, false)
        for (word, range) in zip(sentence.words, ranges) {
            defer { before = range.upperBound }
            while let first = rest.first, first.range.upperBound <= range.lowerBound { rest = rest.dropFirst() }
            let own = rest.prefix { $0.range.lowerBound < range.upperBound }
            guard let first = own.first else {
                places.append(.at(words.count))
                words.append(word)
                continue
            }
            ruled.insert(places.count)
            let wasSaid = first.range.lowerBound < before && isSaid
            let left = self.left(of: range, behind: before, in: text, without: own)
            let pieces = SpokenText(left).sentences.flatMap(\.words).map(\.spoken)
            isSaid = own.last.map { !$0.said.isEmpty } ?? false
            if pieces.isEmpty {
                places.append(wasSaid ? .shared : .silent)
                keepPause(of: left, behind: &words)
            } else {
                places.append(.at(words.count))
                words += pieces
            }
        }
        return SaidSentence(words, places, for: sentence, ruled: ruled)
    }

    /// A word with its replacements; a match that continues from the previous word was already spoken there.
    private static func left(of word: Range<Int>, behind before: Int, in text: [UInt8], without found: ArraySlice<Found>) -> String {
        var (left, next) = ("", word.lowerBound)
        for one in found {
            left += String(decoding: text[next..<max(next, min(one.range.lowerBound, word.upperBound))], as: UTF8.self)
            if one.range.lowerBound >= before { left += one.said }
            next = min(max(next, one.range.upperBound), word.upperBound)
        }
        return left + String(decoding: text[next..<word.upperBound], as: UTF8.self)
    }

    /// Moves the punctuation of words that aren't spoken to the last spoken word.
    static func keepPause(of left: String, behind words: inout [String]) {
        guard let last = words.last?.last, last.isLetter || last.isNumber, let sign = left.last(where: { pauses.contains($0) }) else {
            return
        }
        words[words.count - 1].append(sign)
    }

    private static let pauses: Set<Character> = [",", ";", ":", ".", "!", "?", "…", "。", "、", "，", "؛", "،", "؟"]
}
