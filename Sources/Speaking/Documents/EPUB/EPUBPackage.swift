import Markup

/// What an EPUB's package document says: the title, the language, and the files that are read, in order. Source: EPUB 3.3, section 5; OPF 2.0.1.
struct EPUBPackage {
    let title: String?
    /// As it says (BCP 47).
    let language: String?
    /// Names in the archive.
    let spine: [String]
    /// Lists of contents: that of EPUB 3, that of EPUB 2.
    let navigation: String?
    let ncx: String?

    /// Files in the order of reading; a book has some hundred.
    private static let most = 10_000

    /// Throws `DocumentError`.
    init(of archive: EPUBArchive) throws(DocumentError) {
        guard let container = archive["META-INF/container.xml"] else { throw .unknownFormat }
        let rootfiles = try Self.root(of: container)["rootfiles"]
        guard let path = rootfiles?["rootfile"]?[attribute: "full-path"], let name = EPUBArchive.name(of: path, from: ""),
            let bytes = archive[name]
        else { throw .damaged("it has no package document") }
        let package = try Self.root(of: bytes)
        title = Self.said("title", package)
        language = Self.said("language", package)
        var items: [String: (name: String, type: String, properties: String)] = [:]
        for item in package["manifest"]?.elements ?? [] {
            guard let id = item[attribute: "id"], let href = item[attribute: "href"], let file = EPUBArchive.name(of: href, from: name)
            else {
                continue
            }
            items[id] = (file, item[attribute: "media-type"] ?? "", item[attribute: "properties"] ?? "")
        }
        let list = package["spine"]
        var known: Set<String> = []
        let read = (list?.elements ?? []).prefix(Self.most).filter { $0[attribute: "linear"] != "no" }
            .compactMap { $0[attribute: "idref"].flatMap { items[$0]?.name } }
        spine = read.filter { known.insert($0).inserted }
        guard !spine.isEmpty else { throw .damaged("its package document names nothing to read") }
        navigation = items.values.first { $0.properties.split(separator: " ").contains("nav") }?.name
        ncx = list?[attribute: "toc"].flatMap { items[$0]?.name } ?? items.values.first { $0.type == "application/x-dtbncx+xml" }?.name
        if try Self.isProtected(spine, archive) { throw .protected }
    }

    /// Of the Dublin Core.
    private static func said(_ name: String, _ package: Element) -> String? {
        let text = package["metadata"]?[name]?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text?.isEmpty == false ? text : nil
    }

    /// Whether a file that is read is encrypted. Fonts may be scrambled, which says nothing.
    private static func isProtected(_ spine: [String], _ archive: EPUBArchive) throws(DocumentError) -> Bool {
        guard let bytes = archive["META-INF/encryption.xml"] else { return false }
        let files = Set(spine)
        for data in try root(of: bytes).elements where data.name == "EncryptedData" {
            let reference = data["CipherData"]?["CipherReference"]?[attribute: "URI"]
            if let reference, let name = EPUBArchive.name(of: reference, from: ""), files.contains(name) { return true }
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
