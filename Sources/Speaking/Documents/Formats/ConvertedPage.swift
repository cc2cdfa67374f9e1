import Markup
import Records

/// A document of another format converted to HTML, so that one place (`ReadableText`) handles marks, notes, tables, pictures and headings.
struct ConvertedPage {
    var title: String?
    var about = DocumentAbout()
    /// The declared language (BCP 47).
    var language: String?
    /// The content of the body, with text escaped.
    var html = ""

    /// The text to read and the starts of its sections. Throws `DocumentError`.
    func read(skips: Bool) throws(DocumentError) -> (text: ReadableText, sections: [SpokenDocument.Heading]) {
        let root: Element?
        do { root = try Document(html: Array("\u{FEFF}<!DOCTYPE html><html><body>\(html)</body></html>".utf8)).root?.element } catch {
            throw DocumentError(error)
        }
        var text = ReadableText(skips: skips, language: language, readsPictures: true) {
            $0.name == "nav" ? .silently : NoteMarks.isNote($0) ? .listed(.note) : nil
        }
        if let body = root?["body"] { text.add(body) }
        guard !text.isTooLong else { throw .tooManyWords }
        return (text, Self.sections(text.headings))
    }

    /// The declared title, otherwise the only heading of the first level.
    func title(_ text: ReadableText) -> String? {
        if let title, title.contains(where: { !$0.isWhitespace }) { return title }
        let first = text.headings.filter { $0.level == 1 && !$0.title.isEmpty }
        return first.count == 1 ? first[0].title : nil
    }

    /// Sections made from headings of the first two levels.
    static func sections(_ headings: [ReadableText.Heading]) -> [SpokenDocument.Heading] {
        headings.filter { $0.level <= 2 && !$0.title.isEmpty }.map { .init(title: $0.title, level: $0.level - 1, offset: $0.offset) }
    }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x22 }) else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

extension Element {
    /// The value of an attribute in any namespace.
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The first descendant with this name.
    func first(_ name: String) -> Element? {
        var waiting = [self]
        while let next = waiting.popLast() {
            if next.name == name { return next }
            waiting += next.elements.reversed()
        }
        return nil
    }
}
