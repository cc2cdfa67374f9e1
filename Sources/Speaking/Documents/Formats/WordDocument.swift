import Markup
import Records

/// A word-processor document (`.docx`): ECMA-376, part 1, sections 11.3 and 17. Skips deleted and hidden text, field codes and tables of
/// contents; notes are inserted at their marks.
struct WordDocument {
    private(set) var page = ConvertedPage()
    /// Heading levels by style, and the styles of tables of contents.
    private var levels: [String: Int] = [:]
    private var contents: Set<String> = []

    /// Throws `DocumentError`.
    init(_ archive: EPUBArchive) throws(DocumentError) {
        guard let bytes = archive["word/document.xml"] else { throw .unknownFormat }
        readStyles(archive["word/styles.xml"])
        let core = archive["docProps/core.xml"].flatMap { try? EPUBPackage.root(of: $0) }
        page.title = core?["title"]?.text
        page.about = DocumentAbout(author: core?["creator"]?.text, summary: (core?["description"] ?? core?["subject"])?.text)
        guard let body = try EPUBPackage.root(of: bytes)["body"] else { throw .damaged("it has no body") }
        for element in body.elements { add(block: element) }
        for (file, kind) in [("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote")] {
            for note in archive[file].flatMap({ try? EPUBPackage.root(of: $0) })?.elements ?? []
            where note.name == kind && note.value("type") == nil {
                page.html += "<aside role=\"doc-\(kind)\">"
                for element in note.elements { add(block: element) }
                page.html += "</aside>\n"
            }
        }
    }

    private mutating func readStyles(_ bytes: [UInt8]?) {
        guard let root = bytes.flatMap({ try? EPUBPackage.root(of: $0) }) else { return }
        page.language = root["docDefaults"]?["rPrDefault"]?["rPr"]?["lang"]?.value("val")
        for style in root.elements where style.name == "style" {
            guard let id = style.value("styleId"), let name = style["name"]?.value("val")?.lowercased() else { continue }
            if name == "title" { levels[id] = 1 }
            if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) { levels[id] = min(max(level, 1), 6) }
            if name.hasPrefix("toc ") { contents.insert(id) }
        }
    }

    private mutating func add(block element: Element) {
        switch element.name {
        case "p": addParagraph(element)
        case "tbl", "tr", "tc":
            let name = ["tbl": "table", "tr": "tr", "tc": "td"][element.name] ?? "div"
            page.html += "<\(name)>"
            for inner in element.elements { add(block: inner) }
            page.html += "</\(name)>"
        case "sdt", "sdtContent", "customXml", "ins", "moveTo": for inner in element.elements { add(block: inner) }
        default: break
        }
    }

    private mutating func addParagraph(_ paragraph: Element) {
        let properties = paragraph["pPr"]
        let style = properties?["pStyle"]?.value("val") ?? ""
        guard !contents.contains(style) else { return }
        let outline = properties?["outlineLvl"]?.value("val").flatMap { Int($0) }.flatMap { (0..<6).contains($0) ? $0 + 1 : nil }
        let name = (levels[style] ?? outline).map { "h\($0)" } ?? "p"
        page.html += "<\(name)>"
        for element in paragraph.elements { add(inline: element) }
        page.html += "</\(name)>\n"
    }

    private mutating func add(inline element: Element) {
        switch element.name {
        case "r":
            let properties = element["rPr"]
            if let hidden = properties?["vanish"], !["0", "false"].contains(hidden.value("val") ?? "") { return }
            let isRaised = properties?["vertAlign"]?.value("val") == "superscript"
            if isRaised { page.html += "<sup>" }
            for inner in element.elements { add(inline: inner) }
            if isRaised { page.html += "</sup>" }
        case "t": page.html += ConvertedPage.escaped(element.text)
        case "tab", "ptab": page.html += " "
        case "br", "cr": page.html += "<br>"
        case "noBreakHyphen": page.html += "-"
        case "footnoteReference", "endnoteReference":
            page.html += "<a role=\"doc-noteref\">\(ConvertedPage.escaped(element.value("id") ?? ""))</a>"
        case "drawing", "pict":
            if let text = element.first("docPr")?.value("descr") { page.html += "<img alt=\"\(ConvertedPage.escaped(text))\">" }
        case "AlternateContent": for inner in (element["Choice"] ?? element["Fallback"])?.elements ?? [] { add(inline: inner) }
        case "del", "moveFrom", "delText", "instrText", "pPr", "rPr", "footnoteRef", "endnoteRef": break
        default: for inner in element.elements { add(inline: inner) }
        }
    }
}
