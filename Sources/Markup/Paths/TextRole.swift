/// How an element of HTML takes part in the text that people read of a page.
enum TextRole: UInt8 {
    /// Its text stands in the line.
    case inline
    /// It begins and ends a line, a list item or a cell: what is beside it is other words.
    case parting
    /// A browser that runs scripts doesn't show it.
    case unshown

    static let xhtml = "http://www.w3.org/1999/xhtml"

    init(_ name: String) {
        if Self.unshownNames.contains(name) {
            self = .unshown
        } else {
            self = Self.partingNames.contains(name) ? .parting : .inline
        }
    }

    private static let unshownNames: Set = [
        "annotation", "annotation-xml", "audio", "canvas", "datalist", "head", "iframe", "noembed", "noframes", "noscript", "script",
        "style",
        "template", "video",
    ]
    private static let partingNames: Set = [
        "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html",
        "legend", "li", "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p", "plaintext", "pre", "search", "section",
        "select",
        "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "xmp",
    ]
}

extension ElementStorage {
    /// Its role if it is an element of HTML; any other element's text stands in the line.
    func role(_ place: Int) -> TextRole {
        let name = names[nodes[place].nameIndex]
        return isHTML || name.namespace != nil ? name.role : .inline
    }

    /// The text of a node as people read it: of an element without what a browser doesn't show, with a blank where lines, blocks, list items and cells
    /// part words. Of an element that is no HTML, and of any other node, its string-value.
    ///
    /// What an element itself is plays no part, only what is in it: a script that is asked for gives its text. Linear in what is in the element.
    func shownText(at place: Int) -> String {
        guard nodes[place].isElement else { return string(place) }
        let content = content(of: place)
        // So it is with most cells.
        if content.count == 1, nodes[content.lowerBound].isText { return string(content.lowerBound) }
        var text: [UInt8] = []
        // Where the elements that part words end, the innermost last.
        var ends: [Int] = []
        var needsBlank = false
        // Of cells that may be there more than once.
        var seen: Set<Int32> = []
        var at = content.lowerBound
        while at < content.upperBound {
            while let end = ends.last, end <= at {
                ends.removeLast()
                needsBlank = true
            }
            let node = nodes[at]
            if node.isText, node.length > 0 {
                let more = bytes[node.bytes]
                if needsBlank, let last = text.last, last > 0x20, let first = more.first, first > 0x20 { text.append(0x20) }
                needsBlank = false
                text += more
            } else if node.isElement {
                let role = role(at)
                let isRepeated = spans.map { role == .parting && $0.origins[at] >= 0 && !seen.insert($0.origins[at]).inserted } ?? false
                if role == .unshown || isRepeated || isHidden(at) {
                    // Words on both sides of it stay together, as they do in a browser.
                    at = end(of: at)
                    continue
                }
                if role == .parting {
                    needsBlank = true
                    ends.append(end(of: at))
                }
            }
            at += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// HTML's attribute `hidden`. Style sheets are not looked at.
    private func isHidden(_ element: Int) -> Bool {
        let attributes = attributes(of: element)
        guard !attributes.isEmpty, isHTML || names[nodes[element].nameIndex].namespace == TextRole.xhtml else { return false }
        return attributes.contains { names[nodes[$0].nameIndex].local == "hidden" }
    }
}

extension Element {
    /// Its text as people read it: see `ElementStorage.shownText`.
    public var shownText: String { storage.shownText(at: index) }
}
