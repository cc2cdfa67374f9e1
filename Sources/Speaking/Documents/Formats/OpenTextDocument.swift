import Markup
import Records

/// A word-processor document (`.odt`): OpenDocument 1.3, part 3, sections 5 to 7. Skips tracked changes, comments and tables of contents.
struct OpenTextDocument {
    private(set) var page = ConvertedPage()
    /// The maximum number of spaces of a `text:s` element.
    private static let blankLimit = 100

    /// Throws `DocumentError`.
    init(_ archive: EPUBArchive) throws(DocumentError) {
        let manifest = archive["META-INF/manifest.xml"].flatMap { try? EPUBPackage.root(of: $0) }
        if manifest?.first("encryption-data") != nil { throw .protected }
        guard let bytes = archive["content.xml"], let body = try EPUBPackage.root(of: bytes)["body"]?["text"] else { throw .unknownFormat }
        let meta = archive["meta.xml"].flatMap { try? EPUBPackage.root(of: $0) }?["meta"]
        (page.title, page.language) = (meta?["title"]?.text, meta?["language"]?.text)
        page.about = DocumentAbout(
            author: (meta?["initial-creator"] ?? meta?["creator"])?.text, summary: (meta?["description"] ?? meta?["subject"])?.text)
        add(contentOf: body)
    }

    private mutating func add(contentOf element: Element) {
        for child in element.children {
            switch child {
            case .text(let text): page.html += ConvertedPage.escaped(text)
            case .element(let inner): add(inner)
            }
        }
    }

    private mutating func add(_ element: Element) {
        switch element.name {
        case "h": wrap(element, "h\(min(max(Int(element.value("outline-level") ?? "") ?? 1, 1), 6))")
        case "p": wrap(element, "p")
        case "list": wrap(element, "ul")
        case "list-item", "list-header": wrap(element, "li")
        case "table": wrap(element, "table")
        case "table-row": wrap(element, "tr")
        case "table-cell": wrap(element, "td")
        case "s": page.html += String(repeating: " ", count: min(max(Int(element.value("c") ?? "") ?? 1, 1), Self.blankLimit))
        case "tab": page.html += " "
        case "line-break": page.html += "<br>"
        case "note":
            page.html += "<a role=\"doc-noteref\">\(ConvertedPage.escaped(element["note-citation"]?.text ?? ""))</a>"
            if let body = element["note-body"] {
                // An inline element, because a block would end the surrounding paragraph.
                page.html += "<span role=\"doc-footnote\">\(ConvertedPage.escaped(body.shownText))</span>"
            }
        case "frame":
            if let text = (element["desc"] ?? element["title"])?.text { page.html += "<img alt=\"\(ConvertedPage.escaped(text))\">" }
            for inner in element.elements where inner.name == "text-box" { add(contentOf: inner) }
        case "tracked-changes", "annotation", "annotation-end", "table-of-content", "alphabetical-index", "bibliography", "sequence-decls",
            "forms", "soft-page-break", "bookmark", "hidden-text", "ruby-text":
            break
        default: add(contentOf: element)
        }
    }

    private mutating func wrap(_ element: Element, _ name: String) {
        page.html += "<\(name)>"
        add(contentOf: element)
        page.html += "</\(name)>\n"
    }
}
