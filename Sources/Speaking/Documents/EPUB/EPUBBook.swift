import Markup
import Records

/// The text of an EPUB book: its files in reading order, with the table of contents as sections.
struct EPUBBook {
    let text: ReadableText
    let sections: [SpokenDocument.Heading]
    let title: String?
    let about: DocumentAbout
    let cover: DocumentCover?
    let pictures: EPUBPictures
    /// The declared language (BCP 47).
    let language: String?

    /// Without `skips`, notes are read too. Throws `DocumentError`.
    init(_ archive: EPUBArchive, of bytes: [UInt8], skips: Bool = true) throws(DocumentError) {
        var archive = archive
        let package = try EPUBPackage(of: archive)
        try archive.add(Set(package.spine.compactMap(\.name)), from: bytes)
        let contents = EPUBContents(of: package, in: archive)
        let wanted = Dictionary(grouping: contents.entries, by: \.file).mapValues { Set($0.compactMap(\.fragment)) }
        // Separate notes and the table of contents aren't part of the text.
        var text = ReadableText(skips: skips, language: package.language, readsPictures: true) { element in
            element.name == "nav" ? .silently : NoteMarks.isNote(element) ? .listed(.note) : nil
        }
        var (starts, places, found): ([String: Int], [String: [String: Int]], Int) = ([:], [:], 0)
        var shown: [(offset: Int, name: String, alt: String)] = []
        for file in package.spine {
            guard let name = file.name, let bytes = archive[name], let root = Self.root(of: bytes) else {
                text.leave(file.reference, .missing)
                continue
            }
            found += 1
            let body = root["body"] ?? root
            text.endParagraph()
            starts[name] = text.text.count
            if skips, !file.isLinear {
                text.leave(Self.paragraphs(of: body))
                continue
            }
            text.add(body, of: root, placesOf: wanted[name] ?? [])
            text.endParagraph()
            places[name] = text.takePlaces()
            for picture in text.takePictures() {
                if let file = archive.find(picture.source, from: name) { shown.append((picture.offset, file, picture.alt)) }
            }
            guard !text.isTooLong else { throw .tooManyWords }
        }
        guard found > 0 else { throw .damaged("the files that it names aren’t in it") }
        let listed = contents.entries.compactMap { entry -> SpokenDocument.Heading? in
            guard let start = starts[entry.file] else { return nil }
            let offset = entry.fragment.flatMap { places[entry.file]?[$0] } ?? start
            return SpokenDocument.Heading(title: entry.title, level: entry.level, offset: offset)
        }
        (self.text, title, language, about) = (text, package.title, package.language, package.about)
        pictures = EPUBPictures(shown, of: bytes)
        cover = package.cover.flatMap { name in (try? EPUBArchive(bytes) { $0 == name })?[name].flatMap { DocumentCover($0) } }
        sections = listed.isEmpty ? ConvertedPage.sections(text.headings) : listed
    }

    /// The paragraphs of a file outside the reading order.
    private static func paragraphs(of body: Element) -> [String] {
        var text = ReadableText(skips: false, readsPictures: true)
        text.add(body)
        return String(String.UnicodeScalarView(text.text)).split(separator: "\n\n").map(String.init)
    }

    /// Parses XHTML, leniently if the file isn't well-formed XML.
    private static func root(of bytes: [UInt8]) -> Element? {
        (try? Document(xml: bytes).root?.element) ?? (try? Document(html: bytes).root?.element)
    }
}
