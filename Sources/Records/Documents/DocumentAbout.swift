/// What a document says of itself beside its title. Texts without line breaks; empty if there are none.
package struct DocumentAbout: Hashable, Codable, Sendable {
    /// Several are joined by commas. The sender of a mail.
    package let author: String
    /// The series or group to which it belongs.
    package let group: String
    /// What it is about. The date of a mail.
    package let summary: String

    package init(author: String? = nil, group: String? = nil, summary: String? = nil) {
        self.author = Self.plain(author, StoredDocument.Limits.author)
        self.group = Self.plain(group, StoredDocument.Limits.group)
        self.summary = Self.plain(summary, StoredDocument.Limits.summary)
    }

    private static func plain(_ text: String?, _ limit: Int) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").limited(to: limit)
    }

    /// A title as files have it, or nil if it is none: a program's placeholder, or the name of another file.
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
