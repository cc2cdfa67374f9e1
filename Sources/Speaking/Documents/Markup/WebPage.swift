import Markup
import Records

/// A page of HTML, reduced to its article.
struct WebPage {
    let text: ReadableText
    let title: String?
    let about: DocumentAbout
    /// The declared language (BCP 47).
    let language: String?
    /// The share of running paragraphs that is read; nil if there are none or all are read.
    let share: SpokenDocument.Share?

    /// Without `skips`, the page's whole body is read. Throws `DocumentError`.
    init(_ bytes: [UInt8], skips: Bool = true) throws(DocumentError) {
        guard bytes.count <= SpokenDocument.textLimit else { throw .textTooLarge }
        let root: Element?
        do { root = try Document(html: bytes).root?.element } catch { throw DocumentError(error) }
        guard let root, let article = Article(root) else { throw .noWords(.html) }
        language = root[attribute: "lang"] ?? root.attributes.first { $0.name == "xml:lang" }?.value
        var text = ReadableText(skips: skips, language: language) { article.leftOut($0) }
        if skips {
            text.leave(article.before)
            text.add(article.element, of: root)
            text.leave(article.behind)
        } else {
            text.add(root["body"] ?? root)
        }
        share = skips && article.all > 0 ? SpokenDocument.Share(read: article.read, all: article.all) : nil
        guard !text.isTooLong else { throw .tooManyWords }
        self.text = text
        title = Self.title(of: root, text)
        let head = root["head"]?.elements ?? []
        about = DocumentAbout(
            author: Self.said(["author", "article:author"], in: head).flatMap { $0.contains("://") ? nil : $0 },
            group: Self.said(["og:site_name"], in: head), summary: Self.said(["og:description", "description"], in: head))
    }

    /// The content of a `meta` element with one of these names.
    private static func said(_ names: [String], in head: [Element]) -> String? {
        let found = names.lazy.compactMap { name in
            head.first { $0.name == "meta" && ($0[attribute: "name"] ?? $0[attribute: "property"]) == name }?[attribute: "content"]
        }
        return found.first { $0.contains { !$0.isWhitespace } }
    }

    /// The title for sharing, otherwise the page's only first-level heading, otherwise its `title`.
    private static func title(of root: Element, _ text: ReadableText) -> String? {
        let head = root["head"]?.elements ?? []
        let shared = head.first { $0.name == "meta" && $0[attribute: "property"] == "og:title" }?[attribute: "content"]
        let headings = text.headings.filter { $0.level == 1 && !$0.title.isEmpty }
        let heading = headings.count == 1 ? headings[0].title : nil
        let own = head.first { $0.name == "title" }?.text
        return [shared, heading, own].lazy.compactMap { $0 }.first { $0.contains { !$0.isWhitespace } }
    }
}
