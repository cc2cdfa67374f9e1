import Markup
import Records

/// The text of a page as rows: a paragraph, a heading, an item or a line of a table each, so that a change of one is a small change. For
/// pages whose matter is no list.
struct PageText {
    let proof: PathProof

    private static let most = 2000
    private static let blocks = [
        "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dt", "dd", "blockquote", "pre", "figcaption", "summary", "address", "div",
    ]
    private static let around = ["nav", "header", "footer", "aside", "form", "dialog"]

    /// nil of a page without text.
    func candidate() -> Candidate? {
        let block = Self.isOne(of: Self.blocks)
        let conditions = [
            block, "not(.//*[\(block)])", "not(ancestor::*[\(Self.isOne(of: Self.around))])", "not(script or style or noscript)",
            "normalize-space()",
        ]
        for scope in ["main", "article", "body"] {
            let path = "//\(scope)//*" + conditions.map { "[\($0)]" }.joined()
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
