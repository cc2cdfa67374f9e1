import Markup
import Records

/// The table of contents of an EPUB: titles with their targets. Source: EPUB 3.3, section 7 (`nav`); OPF 2.0.1, section 2.4.1 (NCX).
struct EPUBContents {
    struct Entry: Hashable {
        let title: String
        /// The nesting depth, from 0.
        let level: Int
        /// The target: a file name in the archive, and an element in that file.
        let file: String
        let fragment: String?
    }

    let entries: [Entry]

    private static let limit = 5_000

    /// Empty if no table of contents can be read.
    init(of package: EPUBPackage, in archive: EPUBArchive) {
        var entries: [Entry] = []
        if let name = package.navigation, let root = Self.root(archive[name]), let list = Self.tableOfContents(in: root) {
            Self.add(list, level: 0, from: name, in: archive, &entries)
        }
        if entries.isEmpty, let name = package.ncx, let map = Self.root(archive[name])?["navMap"] {
            Self.addPoints(of: map, level: 0, from: name, in: archive, &entries)
        }
        self.entries = entries
    }

    private static func root(_ bytes: [UInt8]?) -> Element? {
        guard let bytes else { return nil }
        return (try? Document(xml: bytes).root?.element) ?? (try? Document(html: bytes).root?.element)
    }

    /// The `nav` that is marked as the table of contents, otherwise the first one.
    private static func tableOfContents(in root: Element) -> Element? {
        var found: [Element] = []
        func look(_ element: Element) {
            if element.name == "nav" { found.append(element) }
            for child in element.elements { look(child) }
        }
        look(root)
        let nav = found.first { $0.kinds.contains("toc") || $0[attribute: "role"] == "doc-toc" } ?? found.first
        return nav?["ol"]
    }

    private static func add(_ list: Element, level: Int, from name: String, in archive: EPUBArchive, _ entries: inout [Entry]) {
        for item in list.elements where item.name == "li" {
            if let link = item["a"], let reference = link[attribute: "href"] {
                add(link.text, level: level, reference, from: name, in: archive, &entries)
            }
            if let inner = item["ol"] { add(inner, level: level + 1, from: name, in: archive, &entries) }
        }
    }

    private static func addPoints(of element: Element, level: Int, from name: String, in archive: EPUBArchive, _ entries: inout [Entry]) {
        for point in element.elements where point.name == "navPoint" {
            if let title = point["navLabel"]?.text, let reference = point["content"]?[attribute: "src"] {
                add(title, level: level, reference, from: name, in: archive, &entries)
            }
            addPoints(of: point, level: level + 1, from: name, in: archive, &entries)
        }
    }

    private static func add(
        _ title: String, level: Int, _ reference: String, from name: String, in archive: EPUBArchive, _ entries: inout [Entry]
    ) {
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: DocumentChapter.titleLimit)
        guard !title.isEmpty, entries.count < limit, let file = archive.find(reference, from: name) else { return }
        entries.append(Entry(title: title, level: level, file: file, fragment: EPUBArchive.fragment(of: reference)))
    }
}
