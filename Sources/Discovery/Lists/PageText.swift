import Markup
import Records

/// The text of a page as rows: one for each paragraph, heading, list item or table row, so that a change of one is a small change. Text
/// between such blocks, such as a price between two headings, is its own row. For pages without a list.
struct PageText {
    let proof: PathProof

    private static let limit = 2000

    /// nil for a page without text.
    func candidate() -> Candidate? {
        for scope in Paragraphs.scopes {
            let path = "//\(scope)\(Paragraphs.inside)"
            let nodes = proof.nodes(path)
            guard !nodes.isEmpty, nodes.count <= Self.limit else { continue }
            guard let itself = try? XPath(".") else { return nil }
            let texts = nodes.map { ((try? $0.text(at: itself)) ?? "").squeezed }
            guard !texts.contains("") else { continue }
            var field = Candidate.Field(name: "text", kind: .text)
            field.paths = ["."]
            var candidate = Candidate(
                fields: [field], rows: texts.map { [.text($0)] }, texts: texts.map { [$0] }, rowCount: texts.count,
                key: Set(texts).count == texts.count ? [0] : [], score: 0)
            candidate.readings = [.elements(rows: path)]
            return candidate
        }
        return nil
    }
}

/// XPaths to the paragraphs of a page: its innermost blocks, and texts between blocks.
package enum Paragraphs {
    private static let blocks = [
        "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dt", "dd", "blockquote", "pre", "figcaption", "summary", "address", "div",
    ]
    /// Elements whose text isn't part of the page's text.
    private static let silent = ["script", "style", "noscript", "template", "svg", "select", "button"]
    private static let around = ["nav", "header", "footer", "aside", "form", "dialog"]

    /// The elements that may hold a page's main content: the first of these with paragraphs is used.
    static let scopes = ["main", "article", "body"]

    private static let block = isOne(of: blocks)
    private static let isInnermost = "[not(.//*[\(block)])]"
    private static let isRow = "\(isInnermost)[\(block) or ..//*[\(block)]][self::* or self::text()][not(\(isOne(of: silent)))]"
    private static let hasText = "[not(script or style or noscript)][normalize-space()]"

    /// From an element to its paragraphs outside of navigation.
    static let inside = "//node()\(isRow)[not(ancestor::*[\(isOne(of: around))])]\(hasText)"

    /// The paragraphs of a page in its first matching element of `scopes`, without examining the page.
    ///
    /// - Parameter conditions: XPath predicates, in brackets, that a paragraph must satisfy.
    package static func ofPage(where conditions: String = "") -> String {
        scopes.indices.map { place in
            let before = scopes[..<place].map { ".//\($0)" }.joined(separator: " or ")
            return (before.isEmpty ? "" : "/*[not(\(before))]") + "//\(scopes[place])\(inside)\(conditions)"
        }.joined(separator: " | ")
    }

    /// The paragraphs within the nodes that a path selects; a node without any counts as one itself.
    package static func within(_ path: String, where conditions: String = "") -> String {
        "(\(path))\(isInnermost)\(hasText)\(conditions) | (\(path))//node()\(isRow)\(hasText)\(conditions)"
    }

    private static func isOne(of tags: [String]) -> String { tags.map { "self::\($0)" }.joined(separator: " or ") }
}
