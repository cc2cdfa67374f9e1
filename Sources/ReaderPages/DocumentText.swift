import Records
import Serving

/// Paragraphs as markup: headings, lists and table rows.
struct DocumentText {
    private var done: [HTML] = []
    private var items: [HTML] = []
    private var rows: [HTML] = []
    private var hasSecondLevel = false
    /// The most empty columns before a cell.
    private static let emptyCellLimit = 20

    /// Adds a paragraph of sentences. `language` is an attribute.
    mutating func add(_ sentences: [HTML], _ shape: DocumentShape?, _ language: HTML?) {
        endTable()
        if shape == .item {
            items.append("<li\(language)>\(sentences)</li>")
            return
        }
        endList()
        switch shape {
        // The page's title has the first level. Levels aren't skipped, so a deeper one requires a second level before it.
        case .h3 where hasSecondLevel, .h4 where hasSecondLevel, .h5 where hasSecondLevel, .h6 where hasSecondLevel:
            done.append("<h3\(language)>\(sentences)</h3>\n")
        case .h1, .h2, .h3, .h4, .h5, .h6:
            hasSecondLevel = true
            done.append("<h2\(language)>\(sentences)</h2>\n")
        case .row: done.append(#"<p class="reader-row"\#(language)>\#(sentences)</p>\#n"#)
        case .item, nil: done.append("<p\(language)>\(sentences)</p>\n")
        }
    }

    /// Adds a picture between paragraphs.
    mutating func add(picture: HTML) {
        endList()
        endTable()
        done.append(#"<figure class="reader-figure">\#(picture)</figure>\#n"#)
    }

    /// Adds a table row, whose cells were begun with `begin`.
    mutating func addRow(_ cells: [HTML], _ language: HTML?) {
        endList()
        rows.append("<tr\(language)>\(cells)</td></tr>\n")
    }

    /// Ends the previous cell, if there is one, and begins another.
    static func begin(_ column: Int, behind last: Int) -> HTML {
        let end: HTML? = last < 0 ? nil : "</td>"
        let empty = (0..<max(0, min(column - last - 1, emptyCellLimit))).map { _ in "<td></td>" as HTML }
        return "\(end)\(empty)<td>"
    }

    var html: HTML {
        var whole = self
        whole.endList()
        whole.endTable()
        return "\(whole.done)"
    }

    private mutating func endTable() {
        if !rows.isEmpty { done.append(#"<div class="reader-table"><table>\#(rows)</table></div>\#n"#) }
        rows = []
    }

    private mutating func endList() {
        if !items.isEmpty { done.append("<ul>\(items)</ul>\n") }
        items = []
    }
}
