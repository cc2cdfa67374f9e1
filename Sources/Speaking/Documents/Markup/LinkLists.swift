import Markup

/// Detects link lists in an article: a table of contents, "Most popular", a share bar; and labels of a gallery's buttons. A list counts if
/// it has at least three links, more than half of its text is linked, and its items are short. Linear time.
struct LinkLists {
    /// The numbers of the elements found.
    private(set) var found: Set<Int> = []

    private static let (fewest, longestItem, longestHeading) = (3, 12, 8)
    private static let lists: Set = ["div", "ol", "section", "ul", "dl"]
    private static let figureText: Set = ["figcaption", "img", "picture", "table", "pre", "blockquote", "p", "ul", "ol"]

    private struct Measure {
        var (links, words, linkedWords, longParagraphs) = (0, 0, 0, 0)
    }

    init(in element: Element) { _ = measure(at: element, isRoot: true) }

    private mutating func measure(at element: Element, isRoot: Bool = false) -> Measure {
        var (sum, heading): (Measure, Element?) = (Measure(), nil)
        for child in element.children {
            switch child {
            case .text(let text): sum.words += Self.words(text)
            case .element(let child):
                guard !ReadableText.silent.contains(child.name), PageFrame.part(child) == nil else { continue }
                if element.name == "figure", isLabel(child, in: element) { found.insert(child.number) }
                var inner = measure(at: child)
                if child.name == "a" { (inner.links, inner.linkedWords) = (1, inner.words) }
                if ["p", "li", "dd"].contains(child.name), inner.words > Self.longestItem { inner.longParagraphs += 1 }
                if found.contains(child.number), Self.lists.contains(child.name),
                    !child.elements.contains(where: { ReadableText.level(of: $0) != nil }), let heading
                {
                    found.insert(heading.number)
                }
                heading = (ReadableText.level(of: child) ?? 1) > 1 && inner.words <= Self.longestHeading ? child : nil
                sum.links += inner.links
                sum.words += inner.words
                sum.linkedWords += inner.linkedWords
                sum.longParagraphs += inner.longParagraphs
            }
        }
        let isList = sum.links >= Self.fewest && sum.linkedWords * 2 > sum.words && sum.words <= sum.links * Self.longestItem
        if !isRoot, isList, sum.longParagraphs == 0, Self.lists.contains(element.name) { found.insert(element.number) }
        return sum
    }

    /// A label such as "Open image in gallery" beside a picture that has a caption.
    private func isLabel(_ element: Element, in figure: Element) -> Bool {
        !Self.figureText.contains(element.name) && figure["figcaption"] != nil && element["img"] == nil && element["picture"] == nil
            && (1...Self.longestHeading).contains(Self.words(element.text))
    }

    private static func words(_ text: String) -> Int { text.split(whereSeparator: \.isWhitespace).count }
}
