import Markup
import Records

/// A FictionBook 2 (`.fb2`) book: nested sections with titles; notes in a separate body.
///
/// Source: the schema FictionBook 2.21 (fictionbook.org).
struct FictionBook {
    private(set) var page = ConvertedPage()

    /// Throws `DocumentError`.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        guard bytes.count <= EPUBArchive.limit else { throw .tooManyWords }
        let root = try EPUBPackage.root(of: bytes)
        guard root.name == "FictionBook" else { throw .unknownFormat }
        let about = root["description"]?["title-info"]
        (page.title, page.language) = (about?["book-title"]?.text, about?["lang"]?.text)
        let authors = (about?.elements ?? []).filter { $0.name == "author" }.map { author in
            ["first-name", "middle-name", "last-name"].compactMap { author[$0]?.text }.joined(separator: " ")
        }
        page.about = DocumentAbout(
            author: authors.joined(separator: ", "), group: about?["sequence"]?[attribute: "name"], summary: about?["annotation"]?.text)
        for body in root.elements where body.name == "body" {
            let isNotes = body.value("name").map { ["notes", "comments", "footnotes"].contains($0) } ?? false
            for element in body.elements { add(element, level: 0, isNote: isNotes) }
        }
    }

    private mutating func add(_ element: Element, level: Int, isNote: Bool = false) {
        switch element.name {
        case "section":
            page.html += isNote ? "<aside role=\"doc-footnote\">" : "<section>"
            for inner in element.elements { add(inner, level: min(level + 1, 6)) }
            page.html += isNote ? "</aside>\n" : "</section>\n"
        case "title":
            page.html += "<h\(max(level, 1))>"
            for inner in element.elements where inner.name == "p" {
                addText(of: inner)
                page.html += "<br>"
            }
            page.html += "</h\(max(level, 1))>\n"
        case "p", "v", "subtitle", "text-author", "date": wrap(element, "p")
        case "table": for row in element.elements { wrap(row, "p") }
        case "image": addText(of: element)
        default: for inner in element.elements { add(inner, level: level) }
        }
    }

    private mutating func wrap(_ element: Element, _ name: String) {
        page.html += "<\(name)>"
        addText(of: element)
        page.html += "</\(name)>\n"
    }

    private mutating func addText(of element: Element) {
        if element.name == "image", let alt = element.value("alt") { page.html += "<img alt=\"\(ConvertedPage.escaped(alt))\">" }
        for child in element.children {
            switch child {
            case .text(let text): page.html += ConvertedPage.escaped(text)
            case .element(let inner):
                let isNote = inner.name == "a" && inner.value("type") == "note"
                if isNote { page.html += "<a role=\"doc-noteref\">" } else if inner.name == "sup" { page.html += "<sup>" }
                addText(of: inner)
                if isNote { page.html += "</a>" } else if inner.name == "sup" { page.html += "</sup>" }
                if ["td", "th"].contains(inner.name) { page.html += " " }
            }
        }
    }
}
