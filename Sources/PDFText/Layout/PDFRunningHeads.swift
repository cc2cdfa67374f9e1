/// Detects headers, footers and page numbers that recur on many pages, so that a screen reader can skip them. Add the layouts of pages as
/// they arrive. Lines are compared by their text, ignoring digits, and their height on the page. Only lines in the outer fifths of a page
/// count, at most six at either end.
///
///     var heads = PDFRunningHeads()
///     for page in pages { heads.add(page) }
///     let body = pages.map { heads.body(of: $0) }
public struct PDFRunningHeads: Sendable {
    private struct Key: Hashable {
        let text: String
        let height: Int
    }

    /// The number of pages on which a line occurred.
    private var counts: [Key: Int] = [:]
    private var pages = 0
    /// The minimum number of pages for a running line.
    public var fewestPages = 3
    private static let keyLimit = 20_000
    private static let linesAtAnEnd = 6

    /// Starts without any pages.
    public init() {}

    /// Adds a page.
    public mutating func add(_ layout: PDFPageLayout) {
        pages += 1
        var seen: Set<Key> = []
        for line in PDFRunningHeads.outer(layout) {
            for key in PDFRunningHeads.keys(line) where counts.count < PDFRunningHeads.keyLimit || counts[key] != nil { seen.insert(key) }
        }
        for key in seen { counts[key, default: 0] += 1 }
    }

    /// Whether a line occurred on enough of the pages so far.
    public func isRunning(_ line: PDFPageLayout.Line, of layout: PDFPageLayout) -> Bool {
        PDFRunningHeads.outer(layout).contains(line) && isFrequent(line)
    }

    /// The lines of a page without its running heads, feet and page numbers.
    public func body(of layout: PDFPageLayout) -> [PDFPageLayout.Line] {
        let running = Set(PDFRunningHeads.outer(layout).filter { isFrequent($0) })
        return running.isEmpty ? layout.lines : layout.lines.filter { !running.contains($0) }
    }

    private func isFrequent(_ line: PDFPageLayout.Line) -> Bool {
        // Heights are rounded: a line near a boundary counts for both.
        PDFRunningHeads.keys(line).contains { counts[$0, default: 0] >= fewestPages }
    }

    private static func outer(_ layout: PDFPageLayout) -> [PDFPageLayout.Line] {
        let sorted = layout.lines.filter { !$0.words.isEmpty }.map { ($0, $0.box) }.sorted { $0.1.y > $1.1.y }
        guard let top = sorted.first?.1, let bottom = sorted.last?.1 else { return [] }
        let fifth = (top.y + top.height - bottom.y) / 5
        let head = sorted.prefix(linesAtAnEnd).filter { $0.1.y >= top.y - fifth }
        let foot = sorted.dropFirst(head.count).suffix(linesAtAnEnd).filter { $0.1.y <= bottom.y + fifth }
        return (head + foot).map(\.0)
    }

    /// The line's text without numbers, at its height and half a step away. A line with only a number counts as a page number.
    private static func keys(_ line: PDFPageLayout.Line) -> [Key] {
        let text = pattern(line.text)
        guard !text.isEmpty, let baseline = line.words.first?.box.y, baseline.isFinite else { return [] }
        // Clamped, because no page is that high and integers are limited.
        let steps = min(max(baseline / 6, -1e9), 1e9)
        return [
            Key(text: text, height: Int(steps.rounded(.down)) * 2),
            Key(text: text, height: Int((steps + 0.5).rounded(.down)) * 2 + 1),
        ]
    }

    static func pattern(_ text: String) -> String {
        let trimmed = text.split(separator: " ").joined(separator: " ").lowercased()
        if !trimmed.isEmpty, trimmed.utf8.count <= 8, trimmed.utf8.allSatisfy({ "ivxlc".utf8.contains($0) }) { return "#" }
        var result = ""
        for character in trimmed.prefix(200) {
            if character.isASCII, character.isNumber {
                if result.last != "#" { result.append("#") }
            } else {
                result.append(character)
            }
        }
        return result
    }
}
