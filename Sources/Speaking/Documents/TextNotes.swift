/// Footnotes in plain text: `[1]` directly after a word or full stop, and the paragraph or line that starts with the same sign.
///
/// A mark counts only if its note exists, and vice versa. Linear time.
enum TextNotes {
    /// A skipped passage of a text, in order and not overlapping.
    struct Passage: Hashable {
        let range: Range<Int>
        /// nil for characters that aren't words, such as the hyphen of a divided word.
        let reason: SpokenDocument.Skipped.Reason?
    }

    private static let longest = 4
    private static let signs = Set("0123456789*†‡§¶".unicodeScalars)

    /// Finds the notes, the signature after a `-- ` line (RFC 3676, section 4.3), and the hyphens of words divided at line ends.
    static func plain(in text: [Unicode.Scalar]) -> [Passage] {
        let signature = signature(of: text)
        var all = find(in: text) + divisions(of: text)
        if let signature { all = all.filter { $0.range.upperBound <= signature.lowerBound } + [Passage(range: signature, reason: .apart)] }
        var end = 0
        return all.sorted { $0.range.lowerBound < $1.range.lowerBound }.filter { passage in
            defer { end = max(end, passage.range.upperBound) }
            return passage.range.lowerBound >= end
        }
    }

    /// The maximum number of lines in a signature.
    private static let signatureLines = 20

    private static func signature(of text: [Unicode.Scalar]) -> Range<Int>? {
        var (place, lines) = (text.count, 0)
        while place > 0, lines <= signatureLines {
            let start = text[..<max(0, place - 1)].lastIndex(of: "\n").map { $0 + 1 } ?? 0
            let line = text[start..<place].filter { $0 != "\n" && $0 != "\r" }
            if line.elementsEqual("-- ".unicodeScalars) { return start > 0 && lines > 0 ? start..<text.count : nil }
            (place, lines) = (start, lines + 1)
        }
        return nil
    }

    /// Hyphens at line ends between lower-case letters.
    private static func divisions(of text: [Unicode.Scalar]) -> [Passage] {
        var found: [Passage] = []
        for place in text.indices.dropFirst() where text[place] == "-" || text[place] == "\u{2010}" {
            let end = text[(place + 1)...].prefix(2).firstIndex(of: "\n")
            guard let end, end == place + 1 || text[place + 1] == "\r", end + 1 < text.count, text[end + 1].properties.isLowercase,
                text[place - 1].properties.isLowercase
            else { continue }
            found.append(Passage(range: place..<end + 1, reason: nil))
        }
        return found
    }

    private struct Bracket {
        let sign: ArraySlice<Unicode.Scalar>
        let range: Range<Int>
        let beginsLine: Bool
        /// Whether a note may start with it: it starts a paragraph, or a line of a paragraph that started this way.
        let isHead: Bool
    }

    static func find(in text: [Unicode.Scalar]) -> [Passage] {
        let brackets = brackets(in: text)
        let marks = brackets.filter { !$0.beginsLine && Exponent.mayBeMark(behind: text[..<$0.range.lowerBound]) }
        let (noted, marked) = (Set(brackets.filter(\.isHead).map(\.sign)), Set(marks.map(\.sign)))
        let notes = brackets.filter { $0.isHead && marked.contains($0.sign) }
        var found = marks.filter { noted.contains($0.sign) }.map { Passage(range: $0.range, reason: .footnoteMark) }
        for (place, note) in notes.enumerated() {
            let next = place + 1 < notes.count ? notes[place + 1].range.lowerBound : text.count
            found.append(Passage(range: note.range.lowerBound..<paragraphEnd(of: text[note.range.upperBound..<next]), reason: .note))
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        // A mark inside a note is skipped with it.
        var end = 0
        return found.filter { passage in
            defer { end = max(end, passage.range.upperBound) }
            return passage.range.lowerBound >= end
        }
    }

    private static func brackets(in text: [Unicode.Scalar]) -> [Bracket] {
        var (found, breaks, isBlank, isNote, place): ([Bracket], Int, Bool, Bool, Int) = ([], 2, true, false, 0)
        while place < text.count {
            let scalar = text[place]
            if scalar == "\n" || scalar == "\u{0C}" || scalar == "\u{2029}" {
                breaks += scalar == "\n" ? 1 : 2
                isBlank = true
            } else if !scalar.properties.isWhitespace {
                if breaks >= 2 { isNote = false }
                if scalar == "[", let end = text[place...].prefix(longest + 2).firstIndex(of: "]"), end > place + 1,
                    text[place + 1..<end].allSatisfy(signs.contains)
                {
                    if breaks >= 2 { isNote = true }
                    found.append(
                        Bracket(sign: text[place + 1..<end], range: place..<end + 1, beginsLine: isBlank, isHead: isBlank && isNote))
                    place = end
                }
                (breaks, isBlank) = (0, false)
            }
            place += 1
        }
        return found
    }

    private static func paragraphEnd(of text: ArraySlice<Unicode.Scalar>) -> Int {
        var (breaks, end) = (0, text.startIndex)
        for place in text.indices {
            let scalar = text[place]
            if scalar == "\n" { breaks += 1 } else if !scalar.properties.isWhitespace { (breaks, end) = (0, place + 1) }
            if breaks >= 2 || scalar == "\u{0C}" || scalar == "\u{2029}" { break }
        }
        return end
    }
}
