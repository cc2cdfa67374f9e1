import Markup

/// The article of a web page: the element in which most of the running text is, found by what its paragraphs are worth.
///
/// As browsers' reading modes do it: a paragraph counts for its length and its commas, less for the share of links in it; its parent has all of that, its
/// grandparent half. An `article` or a `main` around the best one is taken in its place. Menus, forms and the like aren't looked into.
struct Article {
    /// What is read: the article, or the page's body if it has no article.
    let element: Element
    let isWholePage: Bool

    private static let shortest = 25.0
    /// Letters of an article.
    private static let fewest = 200.0

    /// nil for a page without a body.
    init?(_ root: Element) {
        guard let body = root.name == "body" ? root : root["body"] else { return nil }
        var search = Search()
        let all = search.measure(body, inside: nil)
        var within = Search()
        let letters = search.best.map { best in best.container.map { within.measure($0, inside: nil).letters } ?? best.letters } ?? 0
        if let best = search.best, letters >= Self.fewest, letters * 10 >= all.letters {
            (element, isWholePage) = (best.container ?? best.element, false)
        } else {
            (element, isWholePage) = (body, true)
        }
    }

    /// Whether an element is around the text and no part of it.
    static func isAround(_ element: Element) -> Bool {
        if around.contains(element.name) || element[attribute: "aria-hidden"] == "true" { return true }
        if let role = element[attribute: "role"], roles.contains(role) { return true }
        if let style = element[attribute: "style"]?.lowercased().filter({ !$0.isWhitespace }), style.contains("display:none") {
            return true
        }
        guard element.name != "body", element.name != "article", element.name != "main" else { return false }
        let names = "\(element[attribute: "class"] ?? "") \(element[attribute: "id"] ?? "")".lowercased()
        guard names.count > 1, !inside.contains(where: names.contains) else { return false }
        return outside.contains(where: names.contains)
            || names.split(whereSeparator: \.isWhitespace).contains { name in outsideFirst.contains { name.hasPrefix($0) } }
    }

    private struct Measure {
        var letters = 0.0
        var linked = 0.0
        var commas = 0.0
        /// What the paragraphs directly in it are worth, and those one level below.
        var own = 0.0
        var below = 0.0
    }

    private struct Search {
        struct Found {
            let element: Element
            let container: Element?
            let score: Double
            let letters: Double
        }

        private(set) var best: Found?

        /// `container`: the innermost `article`, or a `main`, that it is in.
        mutating func measure(_ element: Element, inside container: Element?) -> Measure {
            var found = Measure()
            let container = element.name == "article" || element.name == "main" && container == nil ? element : container
            for child in element.children {
                switch child {
                case .text(let text):
                    found.letters += Double(text.utf8.count { $0 > 0x20 })
                    found.commas += Double(text.unicodeScalars.count { ",，、،".unicodeScalars.contains($0) })
                case .element(let child):
                    guard !ReadableText.silent.contains(child.name), !Article.isAround(child) else { continue }
                    let inner = measure(child, inside: container)
                    found.letters += inner.letters
                    found.commas += inner.commas
                    found.linked += child.name == "a" ? inner.letters : inner.linked
                    found.below += inner.own
                    if Self.isParagraph(child), inner.letters >= Article.shortest {
                        found.own += (1 + inner.commas + min(3, inner.letters / 100)) * (1 - inner.linked / inner.letters)
                    }
                }
            }
            guard found.letters > 0 else { return found }
            let score = (found.own + found.below / 2) * (1 - found.linked / found.letters)
            if score > best?.score ?? 0 {
                best = Found(element: element, container: container, score: score, letters: found.letters)
            }
            return found
        }

        private static func isParagraph(_ element: Element) -> Bool {
            if ["p", "pre", "blockquote", "li", "td"].contains(element.name) { return true }
            return element.name == "div" && !element.elements.contains { ReadableText.blocks.contains($0.name) }
        }
    }

    private static let around: Set = ["aside", "footer", "form", "nav"]
    private static let roles: Set = [
        "alert", "alertdialog", "banner", "complementary", "contentinfo", "dialog", "form", "menu", "menubar", "navigation", "search",
        "toolbar",
    ]
    /// What names of classes and identifiers have in them, and what they begin with.
    private static let outside = [
        "advert", "breadcrumb", "cookie", "editsection", "navbox", "newsletter", "sidebar", "skip-link", "sr-only", "visually-hidden",
    ]
    private static let outsideFirst = [
        "comment", "masthead", "modal", "pagination", "popup", "promo", "reflist", "related", "share-", "sharing", "social", "sponsor",
        "subscribe", "toolbar",
    ]
    private static let inside = ["article", "body", "content", "entry", "main", "post-", "story"]
}
