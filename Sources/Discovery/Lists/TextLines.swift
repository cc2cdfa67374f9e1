import Markup

/// Finds rows that are lines of one element: between `br`, or lines of `pre`, split at the same separators.
struct TextLines {
    let tree: PageTree
    let bounds: DiscoveryBounds
    let steps: Steps

    /// The texts of the lines' columns.
    struct Lines {
        let element: Int
        /// Patterns for a line.
        let patterns: [String]
        /// The cells of the first rows, up to `DiscoveryBounds.rows`.
        let cells: [[String]]
        let count: Int
        /// The names of the columns, from a first line above the values; empty without one.
        var heads: [String] = []
    }

    /// The lines of the elements with the most lines, in the page's order.
    func all() -> [Lines] {
        let all = tree.nodes.indices.compactMap { place -> (place: Int, lines: [String])? in
            guard Self.tags.contains(tree.tag(place)), mayHaveLines(place), steps.take(1 + tree.nodes[place].length / 16) else {
                return nil
            }
            let lines = lines(of: place)
            return lines.count >= 3 ? (place, lines) : nil
        }
        if all.count > bounds.described { steps.note(.lists) }
        let largest = all.sorted { ($1.lines.count, $0.place) < ($0.lines.count, $1.place) }.prefix(bounds.described)
        return largest.sorted { $0.place < $1.place }.compactMap { cut($0.lines, $0.place) }
    }

    /// Whether the element is `pre` or directly contains a line break. Nearly no elements do.
    private func mayHaveLines(_ element: Int) -> Bool {
        if tree.tag(element) == "pre" { return true }
        var at = element + 1
        while at < tree.nodes[element].end {
            if tree.tag(at) == "br" { return true }
            at = tree.nodes[at].end
        }
        return false
    }

    private static let tags: Set<String> = ["p", "div", "td", "pre", "address", "li", "blockquote", "font", "span"]

    private func lines(of element: Int) -> [String] {
        if tree.tag(element) == "pre" {
            return tree.elements[element]?.text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.squeezed.isEmpty } ?? []
        }
        let children = tree.children(of: element)
        guard children.contains(where: { tree.tag($0) == "br" }), children.allSatisfy({ isInLine($0) }) else { return [] }
        var lines = [""]
        for child in children {
            if tree.tag(child) == "br" { lines.append("") } else { lines[lines.count - 1] += nodesText(child) }
        }
        return lines.map(\.trimmed).filter { !$0.isEmpty }
    }

    private func nodesText(_ child: Int) -> String { tree.nodes[child].isText ? tree.texts[child] : tree.text(of: child) }

    private func isInLine(_ child: Int) -> Bool {
        tree.nodes[child].isText || tree.tag(child) == "br" || PageTree.inline.contains(tree.tag(child))
    }

    /// Splits by the first separator that divides nearly all lines into the same number of cells; nil if none does.
    private func cut(_ lines: [String], _ element: Int) -> Lines? {
        if lines.count > bounds.rows { steps.note(.rows) }
        let content = lines.filter { !Self.isRule($0) }
        let count = content.count
        var barred = count < lines.count ? [LinePattern.rule] : []
        let lines = content.prefix(bounds.rows).map { Array($0.prefix(1000)) }
        guard steps.take(lines.reduce(0) { $0 + $1.count }) else { return nil }
        for separator in Separator.allCases {
            let cells = lines.map { separator.cells(of: $0) }
            var counts: [Int: Int] = [:]
            for row in cells { counts[row.count, default: 0] += 1 }
            guard let (width, rows) = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), width > 1, rows >= 3,
                Double(rows) >= 0.8 * Double(lines.count)
            else { continue }
            var whole = cells.filter { $0.count == width }
            let heads = cells[0].count == width ? Self.heads(of: whole) : []
            if !heads.isEmpty {
                whole.removeFirst()
                barred.append(LinePattern.quoted(String(lines[0]).squeezed))
            }
            let patterns = separator.pattern.map { LinePattern.lines($0, cells: width) } ?? LinePattern.words(whole)
            return Lines(
                element: element, patterns: patterns.map { LinePattern.without(barred, $0) }, cells: whole,
                count: (count > bounds.rows ? count : rows) - (heads.isEmpty ? 0 : 1), heads: heads)
        }
        return nil
    }

    /// A ruling of punctuation: `-----  ----`.
    private static func isRule(_ line: String) -> Bool { line.allSatisfy { $0.isWhitespace || "-=_+|─═".contains($0) } }

    /// Words without digits above a column of numbers or dates.
    private static func heads(of rows: [[String]]) -> [String] {
        guard rows.count > 3, let first = rows.first, Set(first).count == first.count,
            first.allSatisfy({ $0.contains(where: \.isLetter) && !$0.contains(where: \.isNumber) && $0.count <= 40 })
        else { return [] }
        let isAboveValues = first.indices.contains { column in rows.dropFirst().allSatisfy { $0[column].contains(where: \.isNumber) } }
        return isAboveValues ? first : []
    }

    /// The separators between the cells of a line, most reliable first.
    private enum Separator: CaseIterable {
        case dots, tab, bar, dash, semicolon, blanks, colon

        /// nil for white space, which a board sees as one space.
        var pattern: String? {
            switch self {
            case .dots: " ?(?:[._…]{3,}|…)[._…]* ?"
            case .bar: " ?\\| ?"
            case .dash: " [–—-] "
            case .semicolon: " ?; ?"
            case .colon: " ?: "
            case .tab, .blanks: nil
            }
        }

        func cells(of line: [Character]) -> [String] {
            var (cells, cell, at) = ([String](), "", 0)
            while at < line.count {
                let length = length(at, line)
                if length > 0 {
                    cells.append(cell.squeezed)
                    cell = ""
                } else {
                    cell.append(line[at])
                }
                at += max(1, length)
            }
            return cells + [cell.squeezed]
        }

        /// The length of the separator at this position; 0 if there is none.
        private func length(_ at: Int, _ line: [Character]) -> Int {
            func run(_ characters: Set<Character>) -> Int { line[at...].prefix { characters.contains($0) }.count }
            switch self {
            case .dots: return run([".", "…", "_"]) >= (line[at] == "…" ? 1 : 3) ? run([".", "…", "_"]) : 0
            case .tab: return run(["\t"])
            case .bar: return line[at] == "|" ? 1 : 0
            case .dash:
                let isAlone = at > 0 && at + 1 < line.count && line[at - 1] == " " && line[at + 1] == " "
                return isAlone && ["–", "—", "-"].contains(line[at]) ? 1 : 0
            case .semicolon: return line[at] == ";" ? 1 : 0
            case .blanks: return run([" "]) >= 2 ? run([" "]) : 0
            case .colon: return line[at] == ":" && at + 1 < line.count && line[at + 1] == " " ? 1 : 0
            }
        }
    }
}
