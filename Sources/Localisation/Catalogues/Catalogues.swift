package import Foundation
import Records
import Synchronization

/// The String Catalogs of an installation; each language is loaded on first use and cached.
///
/// Each file is a table: `Pages`, `Watches`, …; together they form one catalogue, and each key is in exactly one of them. `Scripts` is for
/// the browser.
package final class Catalogues: Sendable {
    private let folder: URL?
    private let read = Mutex<[String: Catalogue]>([:])

    /// The bundled catalogs.
    package static let installed = Catalogues(in: Installation.folder("Catalogs", of: "Localisation"))

    /// Without a folder, all texts are the source's English.
    package init(in folder: URL?) { self.folder = folder }

    package func catalogue(for language: Language) -> Catalogue {
        read.withLock { read in
            if let known = read[language.code] { return known }
            let catalogue = Catalogue(language, tables: Self.tables(in: folder, for: language))
            read[language.code] = catalogue
            return catalogue
        }
    }

    /// An unreadable file is skipped: its keys are shown in English, like missing ones.
    private static func tables(in folder: URL?, for language: Language) -> [String: [String: Sentence]] {
        guard let folder, let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) else {
            return [:]
        }
        var tables: [String: [String: Sentence]] = [:]
        for file in files where file.pathExtension == "xcstrings" {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            tables[file.deletingPathExtension().lastPathComponent] = try? CatalogueFile.sentences(in: bytes, for: language.catalogue)
        }
        return tables
    }
}

/// All sentences of a language, by key. Immutable.
package final class Catalogue: Sendable {
    package let language: Language
    private let sentences: [String: Sentence]
    private let scripts: [String]
    package let plurals: PluralRules

    init(_ language: Language, tables: [String: [String: Sentence]]) {
        self.language = language
        plurals = PluralRules(language.catalogue)
        sentences = tables.values.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        scripts = tables["Scripts"]?.keys.sorted() ?? []
    }

    /// An untranslated key is used as the English text.
    package func sentence(for key: String) -> Sentence {
        let sentence = sentences[key] ?? Sentence(Self.withoutSense(key))
        return language.pseudo.map { pseudo in sentence.mapped { pseudo.changed($0) } } ?? sentence
    }

    /// The sentences for scripts, by key.
    package var ofScripts: [(key: String, sentence: Sentence)] { scripts.map { ($0, sentence(for: $0)) } }

    /// `Open ‹verb›`
    static func key(_ key: String, sense: String?) -> String { sense.map { "\(key) ‹\($0)›" } ?? key }

    private static func withoutSense(_ key: String) -> String {
        guard key.hasSuffix("›"), let mark = key.lastIndex(of: "‹") else { return key }
        return String(key[..<mark].dropLast())
    }
}
