package import PDFText
import Records

/// Detects headers, footers and page numbers: lines at the top or bottom that recur on other pages at the same height with the same words.
/// A number in them may increase with the pages, as in "Page 3 of 12", and the time in a printer's slug may differ. With any other
/// difference a line is text, so the rows of a table stay.
///
/// A line must occur on three pages, or on both of a two-page document, and on two in five of the pages from its first to its last
/// occurrence. Only such lines may be further out, in one or two rows, and it must not share a paragraph with other lines: repetitive
/// documents have more rows in common. Only the outer fifths of a page are examined, at most six lines in each.
///
/// Lines that a listener would miss are read once: at the top of the first page as the title of a list, and directly above the first row of
/// a table as its column names.
package struct RunningLines: Sendable {
    private struct Key: Hashable {
        let text: String
        let height: Int
    }

    /// For each page, the indexes in `PDFPageLayout.lines` of running lines that are skipped.
    package let lines: [Set<Int>]
    /// For each page, the indexes of running lines that are read.
    package let heard: [Set<Int>]

    private static let linesAtAnEnd = 6
    private static let rowLimit = 2
    /// Lines within this distance, in points, are at the same height.
    private static let step = 6.0

    package init(_ pages: [PDFPageLayout]) {
        let fewest = pages.count == 2 ? 2 : 3
        var found: [Key: (count: Int, first: Int, last: Int)] = [:]
        let ends = pages.map(Self.outer)
        let candidates = zip(pages, ends).enumerated().map { number, page in
            (page.1.head + page.1.foot).map { (place: $0, keys: Self.keys(page.0.lines[$0], page: number)) }
        }
        for (number, page) in candidates.enumerated() {
            for key in Set(page.flatMap(\.keys)) {
                let before = found[key]
                found[key] = ((before?.count ?? 0) + 1, before?.first ?? number, number)
            }
        }
        let isOften = { (key: Key) in
            found[key].map { $0.count >= fewest && $0.count * 5 >= ($0.last - $0.first + 1) * 2 } ?? false
        }
        let often = candidates.map { page in Set(page.filter { $0.keys.contains(where: isOften) }.map(\.place)) }
        let running = pages.indices.map { number in
            let (page, ends) = (pages[number], ends[number])
            return Self.edge(ends.head, of: page, often[number]).union(Self.edge(ends.foot.reversed(), of: page, often[number]))
        }
        var said: Set<String> = []
        heard = pages.enumerated().map { number, page in
            var heard: Set<Int> = []
            for place in ends[number].head.sorted() where running[number].contains(place) {
                let words = Self.plain(page.lines[place])
                guard Self.keys(words, page.lines[place]).contains(where: isOften), !said.contains(words),
                    number == 0 || Self.namesColumns(place, of: page, running[number], heard)
                else { continue }
                said.insert(words)
                heard.insert(place)
            }
            return heard
        }
        lines = zip(running, heard).map { $0.subtracting($1) }
    }

    /// The running lines, counted from an edge inwards: consecutive rows up to the limit, in no paragraph with other lines.
    private static func edge(_ places: [Int], of page: PDFPageLayout, _ often: Set<Int>) -> Set<Int> {
        var rows: [[Int]] = []
        for place in places {
            let y = page.lines[place].box.y
            if let last = rows.last?.first, abs(page.lines[last].box.y - y) < step {
                rows[rows.count - 1].append(place)
            } else {
                rows.append([place])
            }
        }
        let outer = rows.map { $0.filter(often.contains) }.prefix { !$0.isEmpty }
        let inner = rows.dropFirst(outer.count).joined().first ?? page.lines.indices.first { !places.contains($0) }
        let isTable = inner.map { page.lines[$0].text.contains("  ") } ?? false
        var (counted, taken, isHead) = (0, Set<Int>(), false)
        for row in outer {
            // The column names of a table, and the row below them.
            isHead = isTable && (isHead || row.contains { page.lines[$0].text.contains("  ") })
            if !isHead, !row.allSatisfy({ isSmall(page.lines[$0], on: page) || isSlug(plain(page.lines[$0])) }) { counted += 1 }
            taken.formUnion(row)
        }
        guard counted <= rowLimit else { return [] }
        let others = Set(
            page.lines.indices.filter { !taken.contains($0) && !page.lines[$0].words.isEmpty }.map { page.lines[$0].paragraph })
        return taken.filter { isTable || !others.contains(page.lines[$0].paragraph) }
    }

    /// Only a number, or text smaller than the page's, such as the address at the foot of a letter.
    private static func isSmall(_ line: PDFPageLayout.Line, on page: PDFPageLayout) -> Bool {
        if !line.text.contains(where: \.isLetter) { return true }
        let sizes = page.lines.compactMap { $0.words.first?.fontSize }.sorted()
        return line.words.allSatisfy { $0.fontSize < sizes[sizes.count / 2] * 0.85 }
    }

    /// Whether a line has wide gaps, or continues such column heads, and is followed by a table row with wide gaps.
    private static func namesColumns(_ place: Int, of page: PDFPageLayout, _ running: Set<Int>, _ heard: Set<Int>) -> Bool {
        guard page.lines[place].text.contains("  ") || heard.contains(place - 1) else { return false }
        return page.lines.indices.first { $0 > place && !running.contains($0) }.map { page.lines[$0].text.contains("  ") } ?? false
    }

    /// The lines at the top and at the bottom, each from top to bottom.
    private static func outer(_ page: PDFPageLayout) -> (head: [Int], foot: [Int]) {
        let sorted = page.lines.indices.filter { !page.lines[$0].words.isEmpty }.map { (place: $0, box: page.lines[$0].box) }.sorted {
            $0.box.y > $1.box.y
        }
        guard let top = sorted.first?.box, let bottom = sorted.last?.box else { return ([], []) }
        let fifth = (top.y + top.height - bottom.y) / 5
        let head = sorted.prefix(linesAtAnEnd).filter { $0.box.y >= top.y - fifth }
        let foot = sorted.dropFirst(head.count).suffix(linesAtAnEnd).filter { $0.box.y <= bottom.y + fifth }
        return (head.map(\.place), foot.map(\.place))
    }

    /// The line's words unchanged, and with each of its numbers replaced by its difference to the page number; each at two heights because
    /// heights are rounded.
    private static func keys(_ line: PDFPageLayout.Line, page: Int) -> [Key] {
        let text = plain(line)
        guard !text.isEmpty, text.utf8.count <= 300 else { return [] }
        return ([text] + counted(text, page: page)).flatMap { keys($0, line) }
    }

    private static func keys(_ text: String, _ line: PDFPageLayout.Line) -> [Key] {
        guard let baseline = line.words.first?.box.y, baseline.isFinite, abs(baseline) < 1e6 else { return [] }
        return [0.0, 0.5].enumerated().map { Key(text: text, height: Int(clamping: (baseline / step + $1).rounded(.down)) * 2 + $0) }
    }

    private static func plain(_ line: PDFPageLayout.Line) -> String { line.text.split(separator: " ").joined(separator: " ").lowercased() }

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
            // The time in a slug differs on each page.
            guard isSlug(text) else { continue }
            for other in changed.indices where other != place && changed[other].first?.isNumber == true { changed[other] = "*" }
            found.append(changed.joined())
        }
        return found
    }

    /// A printer's slug at the edge: file name, page and time.
    private static func isSlug(_ text: String) -> Bool {
        fileEndings.contains(where: text.contains) || slugTimes.contains(where: text.contains) && text.contains(":")
    }
    private static let fileEndings = [".indd", ".qxd", ".qxp", ".pdf", ".fm ", ".doc", ".p65", ".pmd", ".tex"]
    private static let slugTimes = [" am", " pm", "/"]

    /// A small Roman numeral, as on a book's front matter.
    private static func roman(_ text: String) -> Int? {
        let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100]
        let digits = text.compactMap { values[$0] }
        guard !digits.isEmpty, digits.count == text.count, digits.count <= 8 else { return nil }
        return zip(digits, digits.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
    }
}
