package import PDFText
import Records

/// Headers, footers and page numbers: lines at the top or the bottom of pages that come again on others, at the same height, with the same words. A number in one may count
/// with the pages, as in "Page 3 of 12"; any other difference makes it text, so that the rows of a table stay.
///
/// Three pages have to have it, or both of a document of two. Looked at are the outer fifths of a page, six lines at most in each.
package struct RunningLines: Sendable {
    private struct Key: Hashable {
        let text: String
        let height: Int
    }

    /// By page, the places of its running lines in `PDFPageLayout.lines`.
    package let lines: [Set<Int>]

    private static let linesAtAnEnd = 6
    /// Two lines are at the same height if they are not farther apart, in points.
    private static let step = 6.0

    package init(_ pages: [PDFPageLayout]) {
        let fewest = pages.count == 2 ? 2 : 3
        var counts: [Key: Int] = [:]
        let candidates = pages.enumerated().map { number, page in
            Self.outer(page).map { (place: $0, keys: Self.keys(page.lines[$0], page: number)) }
        }
        for page in candidates { for key in Set(page.flatMap(\.keys)) { counts[key, default: 0] += 1 } }
        lines = candidates.map { page in Set(page.filter { $0.keys.contains { counts[$0, default: 0] >= fewest } }.map(\.place)) }
    }

    private static func outer(_ page: PDFPageLayout) -> [Int] {
        let sorted = page.lines.indices.filter { !page.lines[$0].words.isEmpty }.map { (place: $0, box: page.lines[$0].box) }.sorted {
            $0.box.y > $1.box.y
        }
        guard let top = sorted.first?.box, let bottom = sorted.last?.box else { return [] }
        let fifth = (top.y + top.height - bottom.y) / 5
        let head = sorted.prefix(linesAtAnEnd).filter { $0.box.y >= top.y - fifth }
        let foot = sorted.dropFirst(head.count).suffix(linesAtAnEnd).filter { $0.box.y <= bottom.y + fifth }
        return (head + foot).map(\.place)
    }

    /// The line's words as they are, and with each of its numbers in turn as what it is beyond the page's; each at two heights, as one is rounded.
    private static func keys(_ line: PDFPageLayout.Line, page: Int) -> [Key] {
        guard let baseline = line.words.first?.box.y, baseline.isFinite, abs(baseline) < 1e6 else { return [] }
        let text = line.text.split(separator: " ").joined(separator: " ").lowercased()
        guard !text.isEmpty, text.utf8.count <= 300 else { return [] }
        let heights = [0.0, 0.5].enumerated().map { Int(clamping: (baseline / step + $1).rounded(.down)) * 2 + $0 }
        return ([text] + counted(text, page: page)).flatMap { text in heights.map { Key(text: text, height: $0) } }
    }

    private static func counted(_ text: String, page: Int) -> [String] {
        if let number = roman(text) { return ["#\(number - page)"] }
        var (found, parts, isDigits): ([String], [String], Bool) = ([], [], false)
        for character in text {
            let isDigit = character.isASCII && character.isNumber
            if isDigit == isDigits, !parts.isEmpty { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
            isDigits = isDigit
        }
        for (place, part) in parts.enumerated().prefix(20) {
            guard let number = Int(part), part.utf8.count <= 6 else { continue }
            var changed = parts
            changed[place] = "#\(number - page)"
            found.append(changed.joined())
        }
        return found
    }

    /// A small Roman number, as pages before the first have.
    private static func roman(_ text: String) -> Int? {
        let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100]
        let digits = text.compactMap { values[$0] }
        guard !digits.isEmpty, digits.count == text.count, digits.count <= 8 else { return nil }
        return zip(digits, digits.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
    }
}
