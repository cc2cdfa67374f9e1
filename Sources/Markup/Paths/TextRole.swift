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

    /// The same text in its lines: see `Node.lines`. Linear in what is in the element.
    func shownLines(at place: Int) -> [String] {
        guard nodes[place].isElement else { return Self.lines(of: Array(string(place).utf8), isPlain: false) }
        var text: [UInt8] = []
        var ends: [Int] = []
        var plainEnd = names[nodes[place].nameIndex].local == "pre" ? end(of: place) : 0
        var at = content(of: place).lowerBound
        let last = content(of: place).upperBound
        while at < last {
            while let end = ends.last, end <= at {
                ends.removeLast()
                text.append(0x0A)
            }
            let node = nodes[at]
            if node.isText {
                text += at < plainEnd ? Array(bytes[node.bytes]) : bytes[node.bytes].map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            } else if node.isElement {
                let role = role(at)
                if role == .unshown || isHidden(at) {
                    at = end(of: at)
                    continue
                }
                if role == .parting {
                    text.append(0x0A)
                    ends.append(end(of: at))
                    if names[node.nameIndex].local == "pre" { plainEnd = max(plainEnd, end(of: at)) }
                }
            }
            at += 1
        }
        return Self.lines(of: text, isPlain: true)
    }

    private static func lines(of text: [UInt8], isPlain: Bool) -> [String] {
        text.split { isPlain && ($0 == 0x0A || $0 == 0x0D) }.compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }
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
