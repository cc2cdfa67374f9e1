/// A document's own metadata, except its title. Texts without line breaks; empty if missing.
package struct DocumentAbout: Hashable, Codable, Sendable {
    /// Several are joined by commas. For mail, the sender.
    package let author: String
    /// The series or group of the document.
    package let group: String
    /// A description. For mail, the date.
    package let summary: String

    package init(author: String? = nil, group: String? = nil, summary: String? = nil) {
        self.author = Self.plain(author, StoredDocument.Limits.author)
        self.group = Self.plain(group, StoredDocument.Limits.group)
        self.summary = Self.plain(summary, StoredDocument.Limits.summary)
    }

    private static func plain(_ text: String?, _ limit: Int) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: limit)
    }

    /// A title from a file's metadata; nil if it is a program's placeholder, or the name of another file.
    package static func title(_ title: String?) -> String? {
        let said = plain(title, StoredDocument.Limits.title)
        let name = said.lowercased()
        let isFile = !name.contains(" ") && endings.contains { name.hasSuffix($0) }
        let isNoTitle = said.isEmpty || placeholders.contains(name) || programs.contains { name.hasPrefix($0) } || isFile
        return isNoTitle ? nil : said
    }

    private static let placeholders: Set = ["untitled", "unknown", "(anonymous)", "document1", "no title", "title"]
    private static let programs = ["microsoft word - ", "microsoft powerpoint - ", "untitled-"]
    private static let endings = [".doc", ".docx", ".dvi", ".indd", ".odt", ".pdf", ".ps", ".qxd", ".rtf", ".tex", ".txt"]
}
