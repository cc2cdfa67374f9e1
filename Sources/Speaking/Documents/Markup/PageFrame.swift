import Markup

/// Recognises the parts around a page's text by element name, role and class.
enum PageFrame {
    enum Part {
        /// Hidden in browsers, or shown to some people only.
        case hidden
        /// By name or role not text: a menu, a form, a footer.
        case frame
        /// Readers' comments.
        case comments
        /// By class not text, such as a newsletter box. Classes are often wrong.
        case named
    }

    /// Returns nil for possible text. Classes count only on block elements, so sentences aren't split.
    static func part(_ element: Element) -> Part? {
        if element.isHidden { return .hidden }
        if around.contains(element.name) { return .frame }
        if let role = element[attribute: "role"], roles.contains(role) { return .frame }
        let names = [element[attribute: "class"], element[attribute: "id"]].compactMap { $0?.lowercased() }
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }
        guard !names.isEmpty else { return nil }
        if names.contains(where: { name in unseen.contains(where: name.contains) }) { return .hidden }
        guard ReadableText.blocks.contains(element.name), !roots.contains(element.name) else { return nil }
        let words = names.map { $0.split { !$0.isLetter && !$0.isNumber } }
        if words.contains(where: { $0.first.map { comments.contains($0) } ?? false }) { return .comments }
        guard !names.contains(where: { name in inside.contains(where: name.contains) }) else { return nil }
        return names.contains { name in outside.contains(where: name.contains) } || words.contains(where: isOutside) ? .named : nil
    }

    private static func isOutside(_ words: [Substring]) -> Bool {
        guard let first = words.first else { return false }
        if outsideFirst.contains(first) { return true }
        let next = words.dropFirst().first
        return first == "related" && next.map { links.contains($0) } ?? true
            || first == "most" && next.map { afterMost.contains($0) } ?? false
    }

    private static let roots: Set = ["body", "article", "main"]
    private static let around: Set = ["aside", "footer", "form", "nav"]
    private static let roles: Set = [
        "alert", "alertdialog", "banner", "button", "complementary", "contentinfo", "dialog", "form", "menu", "menubar", "navigation",
        "search", "toolbar",
    ]
    private static let unseen = ["editsection", "screen-reader", "skip-link", "sr-only", "visually-hidden"]
    private static let comments: Set<Substring> = ["comment", "commentlist", "comments", "disqus", "respond"]
    /// Substrings and prefixes of class names.
    private static let outside = ["advert", "breadcrumb", "cookie", "navbox", "newsletter", "sidebar"]
    private static let outsideFirst: Set<Substring> = [
        "masthead", "modal", "pagination", "popup", "promo", "recommended", "reflist", "share", "sharedaddy", "sharing", "social",
        "sponsor", "sponsored", "subscribe", "toc", "toolbar", "trending",
    ]
    private static let links: Set<Substring> = [
        "article", "articles", "content", "items", "links", "news", "pages", "post", "posts", "reading", "reads", "stories", "story",
        "topics", "videos",
    ]
    private static let afterMost: Set<Substring> = ["popular", "read", "viewed", "shared"]
    private static let inside = ["article", "body", "content", "entry", "main", "post-", "story"]
}

extension Element {
    /// Whether the element's own attributes hide it: `hidden`, `aria-hidden` or its style. A formula hidden behind its picture doesn't
    /// count.
    var isHidden: Bool {
        if self[attribute: "hidden"] != nil || self[attribute: "aria-hidden"] == "true" { return true }
        guard let style = self[attribute: "style"]?.lowercased().filter({ !$0.isWhitespace }) else { return false }
        return Self.hides(style) && !elements.contains { $0.name == "math" }
    }

    /// Whether declarations, in lower case and without spaces, hide their element.
    static func hides(_ style: some StringProtocol) -> Bool { style.contains("display:none") || style.contains("visibility:hidden") }
}
