package import Foundation
import Records
import Synchronization

/// The String Catalogs of an installation, each language read when it is first asked for and then kept.
///
/// A file is a table: `Pages`, `Watches`, …; together they are one catalogue, and a key stands in one of them. `Scripts` is what the
/// browser gets.
package final class Catalogues: Sendable {
    private let folder: URL?
    private let read = Mutex<[String: Catalogue]>([:])

    /// Those that come along.
    package static let installed = Catalogues(in: Installation.folder("Catalogs", of: "Localisation"))

    /// Without a folder everything is said in English as it stands in the source.
    package init(in folder: URL?) { self.folder = folder }

    package func catalogue(for language: Language) -> Catalogue {
        read.withLock { read in
            if let known = read[language.code] { return known }
            let catalogue = Catalogue(language, tables: Self.tables(in: folder, for: language))
            read[language.code] = catalogue
            return catalogue
        }
    }

    /// A file that cannot be read is left out: the English of its keys is said, as for any that is missing.
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

/// Every sentence of one language, by key. Immutable.
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

    /// A key that nobody has translated is its own English.
    package func sentence(for key: String) -> Sentence {
        let sentence = sentences[key] ?? Sentence(Self.withoutSense(key))
        return language.pseudo.map { pseudo in sentence.mapped { pseudo.changed($0) } } ?? sentence
    }

    /// What scripts say, by key.
    package var ofScripts: [(key: String, sentence: Sentence)] { scripts.map { ($0, sentence(for: $0)) } }

    /// `Open ‹verb›`
    static func key(_ key: String, sense: String?) -> String { sense.map { "\(key) ‹\($0)›" } ?? key }

    private static func withoutSense(_ key: String) -> String {
        guard key.hasSuffix("›"), let mark = key.lastIndex(of: "‹") else { return key }
        return String(key[..<mark].dropLast())
    }
}
