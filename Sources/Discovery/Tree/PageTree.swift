import Markup

/// A page's elements and texts in document order, as arrays that every search walks.
///
/// It contains only what a reader sees: scripts, styles, controls and hidden elements are left out. White space inside a text is collapsed
/// to single spaces. A node is an index in the arrays; its descendants are between it and its `end`.
struct PageTree {
    struct Node {
        /// -1 for the root.
        let parent: Int
        /// An index in `tags`; -1 for a text.
        let tag: Int
        /// The index of the class attribute in `classes`; 0 without one.
        let mark: Int
        let depth: Int
        /// The index after its last descendant.
        var end: Int
        /// The number of characters of text in it.
        var length = 0
        /// The number of these that are in links.
        var linkLength = 0

        var isText: Bool { tag < 0 }
    }

    var nodes: [Node] = []
    /// The texts; empty for elements. May begin and end with one space.
    var texts: [String] = []
    /// nil for texts.
    var elements: [Element?] = []
    var tags: [String] = []
    /// The previous sibling, element or text; -1 for the first.
    var previous: [Int] = []
    /// The classes of an element, in order, by `Node.mark`.
    var classes: [[String]] = [[]]
    /// The page's `lang`, such as `de-CH`; empty without one.
    var language = ""
    var title = ""
    var scripts: [Script] = []
    /// The `link` elements.
    var links: [Element] = []
    /// Elements that embed another page.
    var frames: [Element] = []
    /// The index of the first `h1`, if there is one.
    var heading: Int?

    /// A script that contains data, or may.
    struct Script {
        let type: String
        let id: String
        let text: String
    }

    var length: Int { nodes.first?.length ?? 0 }

    func tag(_ node: Int) -> String { nodes[node].isText ? "" : tags[nodes[node].tag] }

    func attribute(_ name: String, of node: Int) -> String? { elements[node].flatMap { $0[attribute: name] } }

    func classes(of node: Int) -> [String] { classes[nodes[node].mark] }

    /// The child elements and texts of a node, in order.
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

    /// The descendants of a node, in order.
    func inside(_ node: Int) -> Range<Int> { node + 1..<nodes[node].end }

    /// From the parent up to the root.
    func ancestors(of node: Int) -> UnfoldFirstSequence<Int> {
        let parent = nodes[node].parent
        return sequence(first: parent) { self.nodes[$0].parent >= 0 ? self.nodes[$0].parent : nil }
    }

    /// All text in a node, joined.
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

    /// Inline elements, which don't break a line.
    static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark", "q",
        "s",
        "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]
}

typealias UnfoldFirstSequence<Element> = UnfoldSequence<Element, (Element?, Bool)>

extension String {
    /// Without leading and trailing spaces.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    /// With white space and zero-width characters collapsed to single spaces.
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

    /// Unicode white space (`White_Space`), without a lookup in its tables.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Whether it is printable ASCII with single spaces inside, as most texts are, and so needs no change.
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
