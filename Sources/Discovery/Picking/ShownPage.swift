/// A page reduced to harmless content: an allowed set of elements for text, lists and tables, the texts, and placeholders for images. Of
/// the page's attributes, only the spans of cells are kept.
package struct ShownPage: Sendable {
    package enum Element: String, Sendable {
        case block, inline, heading, list, item, table, head, body, foot, row, cell, headCell
    }

    package enum Piece: Sendable {
        case open(Element, columns: Int, rows: Int, isRow: Bool)
        case close(Element)
        /// Something that can be pointed at, with its number: a text, or an image with its alternative text.
        case text(String, number: Int, isPicture: Bool, isField: Bool)
        case lineEnd
    }

    package let pieces: [Piece]
    /// Whether the end of the page is missing.
    package let isCut: Bool

    private static let (textLimit, pieceLimit, characterLimit, textLength, span) = (5000, 40_000, 400_000, 600, 100)

    /// - Parameters:
    ///   - rows: The elements that are rows.
    ///   - isField: Whether a text or an image element is the value of a field.
    init(_ tree: PageTree, rows: Set<Int>, isField: (Int) -> Bool) {
        var (pieces, open, texts, characters) = ([Piece](), [(end: Int, element: Element)](), 0, 0)
        let pictures = Self.pictures(tree)
        var place = 0
        while place < tree.nodes.count {
            while let last = open.last, last.end <= place {
                pieces.append(.close(last.element))
                open.removeLast()
            }
            guard texts < Self.textLimit, pieces.count < Self.pieceLimit, characters < Self.characterLimit else { break }
            let node = tree.nodes[place]
            if node.isText {
                let text = String(tree.texts[place].trimmed.prefix(Self.textLength))
                pieces.append(.text(text, number: place, isPicture: false, isField: isField(place)))
                (texts, characters) = (texts + 1, characters + text.utf8.count)
            } else {
                switch tree.tag(place) {
                case "br": pieces.append(.lineEnd)
                case "img":
                    let text = String((tree.attribute("alt", of: place) ?? "").squeezed.prefix(80))
                    pieces.append(.text(text, number: place, isPicture: true, isField: isField(place)))
                    texts += 1
                case _ where node.length == 0 && pictures[place] >= node.end:
                    place = node.end
                    continue
                case let tag:
                    let element = Self.element(tag)
                    func span(_ name: String) -> Int { min(Self.span, max(1, tree.attribute(name, of: place).flatMap { Int($0) } ?? 1)) }
                    pieces.append(.open(element, columns: span("colspan"), rows: span("rowspan"), isRow: rows.contains(place)))
                    open.append((node.end, element))
                }
            }
            place += 1
        }
        isCut = place < tree.nodes.count
        while let last = open.popLast() { pieces.append(.close(last.element)) }
        self.pieces = pieces
    }

    /// For each node, the first image at or after it.
    private static func pictures(_ tree: PageTree) -> [Int] {
        var (next, places) = (tree.nodes.count, [Int](repeating: 0, count: tree.nodes.count))
        for place in tree.nodes.indices.reversed() {
            if tree.tag(place) == "img" { next = place }
            places[place] = next
        }
        return places
    }

    private static func element(_ tag: String) -> Element {
        switch tag {
        case "table": .table
        case "thead": .head
        case "tbody": .body
        case "tfoot": .foot
        case "tr": .row
        case "td": .cell
        case "th": .headCell
        case "ul", "ol", "menu": .list
        case "li": .item
        case "h1", "h2", "h3", "h4", "h5", "h6": .heading
        case _ where PageTree.inline.contains(tag): .inline
        default: .block
        }
    }
}
