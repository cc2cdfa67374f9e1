import Markup

/// A page's elements and texts in document order, as arrays that every search walks.
///
/// Only what a reader sees is in it: scripts, styles, controls and hidden elements are left out. White space inside a text is one blank.
/// A node is a place in the arrays; everything below it stands between it and its `end`.
struct PageTree {
    struct Node {
        /// -1 of the root.
        let parent: Int
        /// A place in `tags`; -1 of a text.
        let tag: Int
        /// The number of the class attribute's text in `classes`; 0 without one.
        let mark: Int
        let depth: Int
        /// The place after everything in it.
        var end: Int
        /// Characters of text in it and below.
        var length = 0
        /// Characters of it that are in links.
        var linkLength = 0

        var isText: Bool { tag < 0 }
    }

    var nodes: [Node] = []
    /// Of texts; empty for elements. May begin and end with one blank.
    var texts: [String] = []
    /// nil of texts.
    var elements: [Element?] = []
    var tags: [String] = []
    /// The element or text before each with the same parent; -1 of the first.
    var previous: [Int] = []
    /// The classes of an element, in order, by `Node.mark`.
    var classes: [[String]] = [[]]
    /// `lang` of the page, like `de-CH`; empty without one.
    var language = ""
    var title = ""
    var scripts: [Script] = []
    /// Elements `link`.
    var links: [Element] = []
    /// Elements that show another page inside this one.
    var frames: [Element] = []
    /// The place of the first `h1`, if there is one.
    var heading: Int?

    /// A script that holds data or may do so.
    struct Script {
        let type: String
        let id: String
        let text: String
    }

    var length: Int { nodes.first?.length ?? 0 }

    func tag(_ node: Int) -> String { nodes[node].isText ? "" : tags[nodes[node].tag] }

    func attribute(_ name: String, of node: Int) -> String? { elements[node].flatMap { $0[attribute: name] } }

    func classes(of node: Int) -> [String] { classes[nodes[node].mark] }

    /// Elements and texts directly in a node, in order.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var at = node + 1
        while at < nodes[node].end {
            children.append(at)
            at = nodes[at].end
        }
        return children
    }

    func childElements(of node: Int) -> [Int] { children(of: node).filter { !nodes[$0].isText } }

    /// Everything in a node, in order; without the node.
    func inside(_ node: Int) -> Range<Int> { node + 1..<nodes[node].end }

    /// From the parent up to the root.
    func ancestors(of node: Int) -> UnfoldFirstSequence<Int> {
        let parent = nodes[node].parent
        return sequence(first: parent) { self.nodes[$0].parent >= 0 ? self.nodes[$0].parent : nil }
    }

    /// All text in a node, read as one.
    func text(of node: Int) -> String {
        if nodes[node].isText { return texts[node].trimmed }
        var text = ""
        for place in inside(node) {
            if nodes[place].isText {
                text += text.hasSuffix(" ") && texts[place].hasPrefix(" ") ? String(texts[place].dropFirst()) : texts[place]
            } else if !Self.inline.contains(tag(place)), !text.isEmpty, !text.hasSuffix(" ") {
                text += " "
            }
        }
        return text.trimmed
    }

    /// Elements that end no line.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark", "q",
        "s",
        "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]
}

typealias UnfoldFirstSequence<Element> = UnfoldSequence<Element, (Element?, Bool)>

extension String {
    /// Without a blank at its ends.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    /// White space and signs without width, all of it, as single blanks.
    var squeezed: String {
        if isSqueezed { return self }
        var (squeezed, isPending) = (String.UnicodeScalarView(), false)
        for scalar in unicodeScalars {
            if Self.isBlank(scalar) {
                isPending = !squeezed.isEmpty
            } else {
                if isPending { squeezed.append(" ") }
                squeezed.append(scalar)
                isPending = false
            }
        }
        return String(squeezed)
    }

    /// Unicode's white space (`White_Space`), without a look into its tables.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Printable ASCII with single blanks inside, as most texts are: it is only looked at.
    private var isSqueezed: Bool {
        var text = self
        return text.withUTF8 { bytes in
            var last = UInt8(ascii: " ")
            for byte in bytes {
                guard byte > 0x20 ? byte < 0x7F : byte == 0x20 && last != 0x20 else { return false }
                last = byte
            }
            return bytes.isEmpty || last != 0x20
        }
    }
}
