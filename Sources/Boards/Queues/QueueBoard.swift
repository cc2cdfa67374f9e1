package import Foundation
package import Records

/// A board with the view `counter`: people take numbers and are called. It has `queues` instead of a source, an extractor and fields.
/// Nothing is ever fetched for it, so it isn't a `Board`, and code that fetches, stores and compares records doesn't handle it.
package struct QueueBoard: Sendable {
    package static let keys = ["title", "about", "view", "queues", "public", "enabled"]
    /// Its view, in a board file.
    package static let view = "counter"
    private static let queueLimit = 50

    /// The folder's name.
    package let name: String
    package private(set) var title: String
    package private(set) var about: String
    /// In the order of the file; at least one.
    package private(set) var queues: [QueuePlan]
    package let folder: URL
    /// The fingerprint of the file's declarations.
    let edition: Fingerprint
    let translations: [String: BoardTexts]
    /// Whether a server runs its queues.
    package var isEnabled: Bool
    /// Whether strangers may join.
    package var isPublic: Bool { didSet { for index in queues.indices { queues[index].isPublic = isPublic } } }

    /// Whether the file declares such a board: it has queues, or names this view.
    package static func isDeclared(in declaration: Declaration) -> Bool {
        guard case .map(let entries) = declaration.content else { return false }
        return entries.contains { entry in
            if case .scalar(view) = entry.value.content, entry.key == "view" { return true }
            return entry.key == "queues"
        }
    }

    /// Reads the board in a folder. Throws an error in its file with its location and a fix.
    package init(folder: URL) throws(DeclarationError) {
        self = try BoardFile.board(in: folder) { declaration, name throws(DeclarationError) in
            try Self(declaration, name: name, folder: folder)
        }
    }

    package init(_ declaration: Declaration, name: String, folder: URL) throws(DeclarationError) {
        var texts = TranslatedTexts()
        let keys = try BoardHead(declaration, knowing: Self.keys, name: name, example: "Queue", &texts)
        if let view = keys["view"], try view.text() != Self.view { throw view.error("a board with queues has the view '\(Self.view)'") }
        let declared = try keys.wanted("queues", "{ main: {} }")
        self.name = name
        self.folder = folder
        edition = declaration.fingerprint
        (title, about, isEnabled) = (keys.title, keys.about, keys.isEnabled)
        var queues: [QueuePlan] = []
        for entry in try declared.entries() { queues.append(try QueuePlan(entry, board: name, isPublic: keys.isPublic, &texts)) }
        guard (1...Self.queueLimit).contains(queues.count) else { throw declared.error("1 to \(Self.queueLimit) queues are wanted") }
        self.queues = queues
        isPublic = keys.isPublic
        translations = texts.byLanguage
    }

    /// The board with its texts and those of its queues in another language. Texts without a translation are unchanged.
    package func translated(to language: String) -> QueueBoard {
        guard let texts = translations[language] else { return self }
        var board = self
        board.title = texts["title"] ?? title
        board.about = texts["about"] ?? about
        board.queues = queues.map { $0.translated(texts) }
        return board
    }
}
