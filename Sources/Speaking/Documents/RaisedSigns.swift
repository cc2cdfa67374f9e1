import PDFText

/// The superscript numbers and symbols of a PDF page: footnote marks after words and full stops, and powers after numbers, single letters
/// and units.
struct RaisedSigns {
    private struct Sign {
        let text: String
        let x: Double
        let y: Double
        /// Its index among those of the page.
        let number: Int
    }

    /// Their ranges in a line's text, each in order.
    struct Found {
        var marks: [Range<Int>] = []
        var powers: [Range<Int>] = []
    }

    /// From the lowest to the highest.
    private let signs: [Sign]
    private static let marks = Set("0123456789*†‡§¶,".unicodeScalars)
    private static let powers = Set("0123456789+-−–ni".unicodeScalars)
    private static let raised = Set("⁰¹²³⁴⁵⁶⁷⁸⁹".unicodeScalars)

    init(_ page: PDFPageText) {
        var (found, last): ([Sign], TextRun?) = ([], nil)
        for run in page.runs {
            let text = String(run.text.unicodeScalars.filter { !$0.properties.isWhitespace }.map(Character.init))
            if let last, !text.isEmpty, text.unicodeScalars.count <= 5,
                text.unicodeScalars.allSatisfy(Self.marks.contains) || text.unicodeScalars.allSatisfy(Self.powers.contains),
                run.fontSize < last.fontSize * 0.85, run.y > last.y + last.fontSize * 0.15, run.y < last.y + last.fontSize,
                abs(run.x - last.endX) < last.fontSize * 0.6
            {
                found.append(Sign(text: text, x: run.x, y: run.y, number: found.count))
            } else if !text.isEmpty {
                last = run
            }
        }
        signs = found.sorted { $0.y < $1.y }
    }

    /// The signs at the height of a line, from left to right.
    private func around(_ line: PDFPageLayout.Line) -> [Sign] {
        let boxes = line.words.map(\.box)
        guard !signs.isEmpty, let bottom = boxes.map({ $0.y - 1 }).min(), let top = boxes.map({ $0.y + $0.height * 1.5 }).max() else {
            return []
        }
        return signs[signs.place { $0.y >= bottom }...].prefix { $0.y <= top }.sorted { $0.x < $1.x }
    }

    /// Returns nothing for right-to-left lines.
    func ranges(in line: PDFPageLayout.Line, _ scalars: [Unicode.Scalar]) -> Found {
        var (found, next) = (Found(), 0)
        let near = around(line)
        for word in line.words {
            let letters = Array(word.text.unicodeScalars)
            while next < scalars.count, scalars[next] == " " { next += 1 }
            guard next + letters.count <= scalars.count, scalars[next..<next + letters.count].elementsEqual(letters) else { break }
            let place = next
            next += letters.count
            let (box, left) = (word.box, word.box.x - 1)
            let printed = near[near.place { $0.x >= left }...].prefix { $0.x <= box.x + box.width + 1 }
                .filter { $0.y >= box.y - 1 && $0.y <= box.y + box.height * 1.5 }
            // Search backwards: each one precedes those already found.
            var end = letters.count
            for sign in printed.sorted(by: { $0.number > $1.number }) {
                let text = Array(sign.text.unicodeScalars)
                let starts = stride(from: end - text.count, through: 0, by: -1)
                guard let start = starts.first(where: { letters[$0..<$0 + text.count].elementsEqual(text) }) else { continue }
                let range = place + start..<place + start + text.count
                if Self.isMark(text, in: letters, at: start) {
                    found.marks.append(range)
                } else if Exponent.follows(letters[..<start]), text.allSatisfy({ Exponent.raised($0) != nil }) {
                    found.powers.append(range)
                } else {
                    continue
                }
                end = start
            }
            // Characters that are superscript themselves, after a letter.
            let last = letters.lastIndex { $0.properties.isAlphabetic || $0.properties.numericType != nil }.map { $0 + 1 } ?? 0
            let count = letters[..<last].reversed().prefix { Self.raised.contains($0) }.count
            if count > 0, Exponent.mayBeMark(behind: letters[..<(last - count)]) {
                found.marks.append(place + last - count..<place + last)
            }
        }
        found.marks.sort { $0.lowerBound < $1.lowerBound }
        // Remove duplicates.
        var end = 0
        found.marks = found.marks.filter { range in
            defer { end = max(end, range.upperBound) }
            return range.lowerBound >= end
        }
        return found
    }

    /// After punctuation or a word, followed by punctuation at most.
    private static func isMark(_ sign: [Unicode.Scalar], in letters: [Unicode.Scalar], at start: Int) -> Bool {
        guard start > 0, sign.allSatisfy(marks.contains), Exponent.mayBeMark(behind: letters[..<start]) else { return false }
        return letters[(start + sign.count)...].allSatisfy { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    }
}
