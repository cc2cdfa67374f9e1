import Markup

/// Detects footnote marks in web pages and books.
enum NoteMarks {
    /// The maximum number of elements in a mark.
    static let limit = 20
    private static let longest = 4
    private static let signs = Set("*†‡§¶".unicodeScalars)
    /// How many note signs are remembered.
    private static let noteLimit = 100_000

    /// Whether an element is a footnote mark: it is declared as one; it is a link with a short sign, superscript or in brackets; or it is a
    /// superscript after a word or a full stop and a note with this sign exists. `behind` is the text before it, empty if a space
    /// intervenes.
    static func isMark(_ element: Element, behind text: some BidirectionalCollection<Unicode.Scalar>, _ notes: Set<String>) -> Bool {
        guard element.name == "a" || element.name == "sup" || element.name == "span" else { return false }
        if element[attribute: "role"] == "doc-noteref" || element.kinds.contains("noteref") { return true }
        guard element.name != "span", let written = element.shortText(of: limit), let sign = sign(written) else { return false }
        switch element.name {
        case "sup":
            if let link = element["a"] { return leadsHere(link) }
            return notes.contains(sign) && Exponent.mayBeMark(behind: text)
        default:
            guard leadsHere(element) else { return false }
            if let raised = element["sup"], raised.shortText(of: limit).flatMap(self.sign) == sign { return true }
            let isBracketed = written.contains { "[(".contains($0) } || !sign.unicodeScalars.contains { !signs.contains($0) }
            return isBracketed && Exponent.mayBeMark(behind: text)
        }
    }

    /// Whether an element is declared as a note or a group of notes; sidebars, tips and warnings don't count.
    static func isNote(_ element: Element) -> Bool {
        if let role = element[attribute: "role"], noteRoles.contains(role) { return true }
        return element.kinds.contains(where: noteKinds.contains)
    }

    /// A link from a note back to its mark, such as ↩.
    static func isBacklink(_ element: Element) -> Bool {
        guard element.name == "a" else { return false }
        if element[attribute: "role"] == "doc-backlink" || element.kinds.contains("backlink") { return true }
        guard leadsHere(element), let text = element.shortText(of: limit) else { return false }
        let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace && !(0xFE00...0xFE0F).contains($0.value) }
        return !signs.isEmpty && signs.count <= longest && signs.allSatisfy { "↩↵⏎⤴↑^".unicodeScalars.contains($0) }
    }

    /// Marks the start of a page of the printed book. Its label isn't part of the sentence.
    static func isPageBreak(_ element: Element) -> Bool {
        element[attribute: "role"] == "doc-pagebreak" || element.kinds.contains("pagebreak")
    }

    private static let noteRoles: Set = ["doc-endnote", "doc-endnotes", "doc-footnote"]
    private static let noteKinds: Set<Substring> = ["endnote", "endnotes", "footnote", "footnotes", "rearnote", "rearnotes"]

    /// The superscript or bracketed signs at the start of paragraphs that may be notes.
    static func notes(in root: Element) -> Set<String> {
        var (found, waiting): (Set<String>, [Element]) = ([], [root])
        while let element = waiting.popLast(), found.count < noteLimit {
            if ReadableText.blocks.contains(element.name), let sign = beginning(of: element) { found.insert(sign) }
            waiting += element.elements
        }
        return found
    }

    private static func beginning(of element: Element) -> String? {
        for child in element.children {
            switch child {
            case .text(let text):
                let words = text.drop(while: \.isWhitespace)
                guard let first = words.first else { continue }
                guard first == "[", let end = words.prefix(longest + 2).firstIndex(of: "]") else { return nil }
                return sign(String(words[...end]))
            case .element(let inner):
                guard inner.name == "sup" || inner.name == "a" else { return nil }
                return (inner.name == "a" ? inner["sup"] : inner)?.shortText(of: limit).flatMap(sign)
            }
        }
        return nil
    }

    /// Digits or symbols without brackets; nil for anything else.
    private static func sign(_ text: String) -> String? {
        let sign = text.unicodeScalars.filter { !$0.properties.isWhitespace && !"[]()".unicodeScalars.contains($0) }
        guard (1...longest).contains(sign.count), sign.allSatisfy({ $0.properties.numericType != nil || signs.contains($0) }) else {
            return nil
        }
        return String(String.UnicodeScalarView(sign))
    }

    private static func leadsHere(_ link: Element) -> Bool { link[attribute: "href"]?.contains("#") == true }
}
