import Markup
import Records

/// The text of a page as rows: a paragraph, a heading, an item or a line of a table each, so that a change of one is a small change. Text
/// beside such blocks, like a price between two headings, is a row of its own. For pages whose matter is no list.
struct PageText {
    let proof: PathProof

    private static let most = 2000
    private static let blocks = [
        "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dt", "dd", "blockquote", "pre", "figcaption", "summary", "address", "div",
    ]
    /// Elements whose text isn't shown as text of the page.
    private static let silent = ["script", "style", "noscript", "template", "svg", "select", "button"]
    private static let around = ["nav", "header", "footer", "aside", "form", "dialog"]

    /// nil of a page without text.
    func candidate() -> Candidate? {
        let block = Self.isOne(of: Self.blocks)
        // The innermost blocks, and what stands beside blocks without being in one.
        let conditions = [
            "not(.//*[\(block)])", "\(block) or ..//*[\(block)]", "self::* or self::text()", "not(\(Self.isOne(of: Self.silent)))",
            "not(ancestor::*[\(Self.isOne(of: Self.around))])", "not(script or style or noscript)", "normalize-space()",
        ]
        for scope in ["main", "article", "body"] {
            let path = "//\(scope)//node()" + conditions.map { "[\($0)]" }.joined()
            let nodes = proof.nodes(path)
            guard !nodes.isEmpty, nodes.count <= Self.most else { continue }
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

    private static func isOne(of tags: [String]) -> String { tags.map { "self::\($0)" }.joined(separator: " or ") }
}
