/// The role of an HTML element in the displayed text of a page.
enum TextRole: UInt8 {
    /// Its text flows inline.
    case inline
    /// It starts and ends a line, list item or cell, so it separates words.
    case parting
    /// Browsers with scripts don't show it.
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
    /// The role of an HTML element; other elements are inline.
    func role(_ place: Int) -> TextRole {
        let name = names[nodes[place].nameIndex]
        return isHTML || name.namespace != nil ? name.role : .inline
    }

    /// The displayed text of a node: for an element without invisible parts, with a space where lines, blocks, list items and cells
    /// separate words. For non-HTML elements and other nodes, the string-value.
    ///
    /// The role of the element itself is ignored: for a script, the result is its text. Linear in the element's content.
    func shownText(at place: Int) -> String {
        guard nodes[place].isElement else { return string(place) }
        let content = content(of: place)
        // The common case for cells.
        if content.count == 1, nodes[content.lowerBound].isText { return string(content.lowerBound) }
        var text: [UInt8] = []
        // The ends of the open word-separating elements, innermost last.
        var ends: [Int] = []
        var needsBlank = false
        // Cells that may be repeated.
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
                    // As in a browser, it doesn't separate the words on both sides.
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

    /// The same text as lines: see `Node.lines`. Linear in the element's content.
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

    /// HTML's attribute `hidden`. Style sheets are ignored.
    private func isHidden(_ element: Int) -> Bool {
        let attributes = attributes(of: element)
        guard !attributes.isEmpty, isHTML || names[nodes[element].nameIndex].namespace == TextRole.xhtml else { return false }
        return attributes.contains { names[nodes[$0].nameIndex].local == "hidden" }
    }
}

extension Element {
    /// The displayed text: see `ElementStorage.shownText`.
    public var shownText: String { storage.shownText(at: index) }
}
