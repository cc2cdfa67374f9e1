import Markup
import Records

/// An EPUB's package document: title, language, and the files in reading order. Source: EPUB 3.3, section 5; OPF 2.0.1.
struct EPUBPackage {
    let title: String?
    let about: DocumentAbout
    /// The picture of the cover: its name in the archive.
    let cover: String?
    /// The declared language (BCP 47).
    let language: String?
    /// The files in reading order, without duplicates.
    let spine: [SpineFile]
    /// Files with the table of contents, of EPUB 3 and of EPUB 2.
    let navigation: String?
    let ncx: String?

    struct SpineFile: Hashable {
        /// The name in the archive; nil if the file is missing.
        let name: String?
        /// The reference as written.
        let reference: String
        /// Whether the file belongs to the main reading order (false for `linear="no"`).
        let isLinear: Bool
    }

    /// Limit of files in reading order; a book has several hundred.
    private static let limit = 10_000

    /// Throws `DocumentError`.
    init(of archive: EPUBArchive) throws(DocumentError) {
        guard let container = archive["META-INF/container.xml"] else { throw .unknownFormat }
        let rootfiles = try Self.root(of: container)["rootfiles"]
        guard let path = rootfiles?["rootfile"]?[attribute: "full-path"], let name = archive.find(path, from: ""),
            let bytes = archive[name]
        else { throw .damaged("it has no package document") }
        let package = try Self.root(of: bytes)
        title = Self.said("title", package)
        language = Self.said("language", package)
        var items: [String: (name: String?, reference: String, type: String, properties: String)] = [:]
        for item in package["manifest"]?.elements ?? [] {
            guard let id = item[attribute: "id"], let href = item[attribute: "href"] else { continue }
            items[id] = (archive.find(href, from: name), href, item[attribute: "media-type"] ?? "", item[attribute: "properties"] ?? "")
        }
        let metadata = package["metadata"]
        about = DocumentAbout(
            author: Self.authors(metadata), group: Self.meta(["calibre:series", "belongs-to-collection"], metadata),
            summary: Self.said("description", package).map(Self.plain))
        let marked = Self.meta(["cover"], metadata)
        cover =
            items.values.first { $0.properties.split(separator: " ").contains("cover-image") }?.name ?? marked.flatMap { items[$0]?.name }
        let list = package["spine"]
        var known: Set<String> = []
        spine = (list?.elements ?? []).prefix(Self.limit).compactMap { entry in
            guard let item = entry[attribute: "idref"].flatMap({ items[$0] }), known.insert(item.name ?? item.reference).inserted else {
                return nil
            }
            return SpineFile(name: item.name, reference: item.reference, isLinear: entry[attribute: "linear"] != "no")
        }
        guard !spine.isEmpty else { throw .damaged("its package document names nothing to read") }
        navigation = items.values.first { $0.properties.split(separator: " ").contains("nav") }.flatMap(\.name)
        ncx =
            list?[attribute: "toc"].flatMap { items[$0]?.name }
            ?? items.values.first { $0.type == "application/x-dtbncx+xml" }.flatMap(\.name)
        if try Self.isProtected(spine.compactMap(\.name), archive) { throw .protected }
    }

    /// The value of a Dublin Core element.
    private static func said(_ name: String, _ package: Element) -> String? {
        let text = package["metadata"]?[name]?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text?.isEmpty == false ? text : nil
    }

    /// The authors, without translators, illustrators and other creators (MARC relators, EPUB 3.3, 5.5.3.2.3).
    private static func authors(_ metadata: Element?) -> String? {
        let all = (metadata?.elements ?? []).filter { $0.name == "creator" }
        let authors = all.filter { $0.value("role").map { $0 == "aut" } ?? true }
        return (authors.isEmpty ? all : authors).prefix(5).map { plain($0.text) }.joined(separator: ", ")
    }

    /// The content of the first `meta` with one of these names or properties.
    private static func meta(_ names: [String], _ metadata: Element?) -> String? {
        let found = metadata?.elements.first { element in
            element.name == "meta" && (element[attribute: "name"] ?? element[attribute: "property"]).map { names.contains($0) } ?? false
        }
        return found.map { $0[attribute: "content"] ?? $0.text }
    }

    /// Removes the markup that descriptions may contain.
    private static func plain(_ text: String) -> String {
        guard text.contains("<"), let page = try? Document(html: Array("\u{FEFF}\(text)".utf8)) else { return text }
        return page.root?.element?.shownText ?? text
    }

    /// Whether a file of the reading order is encrypted. Obfuscated fonts don't count.
    private static func isProtected(_ spine: [String], _ archive: EPUBArchive) throws(DocumentError) -> Bool {
        guard let bytes = archive["META-INF/encryption.xml"] else { return false }
        let files = Set(spine)
        for data in try root(of: bytes).elements where data.name == "EncryptedData" {
            let reference = data["CipherData"]?["CipherReference"]?[attribute: "URI"]
            if let reference, let name = archive.find(reference, from: ""), files.contains(name) { return true }
        }
        return false
    }

    static func root(of bytes: [UInt8]) throws(DocumentError) -> Element {
        let document: Document
        do { document = try Document(xml: bytes) } catch { throw DocumentError(error) }
        guard let root = document.root?.element else { throw .damaged("it is empty") }
        return root
    }
}
