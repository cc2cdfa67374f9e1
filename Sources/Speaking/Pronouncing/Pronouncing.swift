package import Records

/// What a person wants to hear instead of what is written, made ready to be found in sentences.
///
/// Each place of a sentence is replaced once: what begins first counts, of what begins together the longest, else the rule that was made first. What a rule says is
/// not looked at by another. Patterns draw from one effort for a part; where that is spent, what is written is said. The same part with the same rules is always said
/// alike, as only steps are counted.
package struct Pronouncing: Sendable {
    let rules: [Pronunciation.Rule]

    private typealias Ready = (pattern: Pattern, rule: Pronunciation.Rule)

    /// What patterns may take of a part; and one of them of one sentence.
    private static let (partSteps, sentenceSteps) = (20_000_000, 200_000)
    /// Scalars that are said instead of what is written, in one sentence: three minutes. Further places stay as they are written.
    private static let mostSaid = 2_000

    /// As it is written.
    package static let none = Pronouncing([])

    /// A rule that can't be used is left out.
    package init(_ rules: [Pronunciation.Rule]) { self.rules = rules }

    /// The sentences of a part, in order.
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

    /// The sentence in UTF-8, and where its words are in it.
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

    // MARK: What is found

    /// In order, none over another.
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
            guard said <= Self.mostSaid else { break }
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
        // All or none: how far it came is nothing that a person could understand.
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
            // Between characters only.
            while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        }
        return found
    }

    /// With what the groups have found.
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

    // MARK: What is said

    private static func said(_ sentence: DocumentPart.Sentence, _ text: [UInt8], _ ranges: [Range<Int>], _ found: [Found]) -> SaidSentence {
        var (words, places, ruled): ([String], [SaidSentence.Place], Set<Int>) = ([], [], [])
        var rest = found[...]
        // Where the word before ends, and whether something is said for the last match that it had a part in.
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

    /// A word with what is said instead; what goes on from the word before was said there.
    private static func left(of word: Range<Int>, behind before: Int, in text: [UInt8], without found: ArraySlice<Found>) -> String {
        var (left, next) = ("", word.lowerBound)
        for one in found {
            left += String(decoding: text[next..<max(next, min(one.range.lowerBound, word.upperBound))], as: UTF8.self)
            if one.range.lowerBound >= before { left += one.said }
            next = min(max(next, one.range.upperBound), word.upperBound)
        }
        return left + String(decoding: text[next..<word.upperBound], as: UTF8.self)
    }

    /// The comma or the full stop behind words that aren't said belongs to what was said before.
    static func keepPause(of left: String, behind words: inout [String]) {
        guard let last = words.last?.last, last.isLetter || last.isNumber, let sign = left.last(where: { pauses.contains($0) }) else {
            return
        }
        words[words.count - 1].append(sign)
    }

    private static let pauses: Set<Character> = [",", ";", ":", ".", "!", "?", "…", "。", "、", "，", "؛", "،", "؟"]
}
