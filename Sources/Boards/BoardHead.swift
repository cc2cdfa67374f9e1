import Foundation
import Records

/// The part of a board file that all views share: the board's name and description, and whether it is enabled and public.
struct BoardHead {
    let title: String
    let about: String
    let credit: String
    let isPublic: Bool
    let isEnabled: Bool
    private let declaration: Declaration
    private let keys: [String: Declaration]

    /// `known`: the keys that the file may have; `example`: a sample title for errors; `texts`: collects the texts in other languages.
    init(
        _ declaration: Declaration, knowing known: [String], name: String, example: String, _ texts: inout TranslatedTexts
    ) throws(DeclarationError) {
        self.declaration = declaration
        keys = try declaration.entries(knowing: known)
        guard Board.isName(name, including: "-") else {
            throw declaration.error("a board's folder is named with lower-case letters, digits and hyphens, not '\(name)'")
        }
        title = try texts.read(try Self.wanted("title", in: keys, of: declaration, example))
        if let text = keys["about"] { about = try texts.read(text) } else { about = "" }
        if let text = keys["credit"] { credit = try texts.read(text) } else { credit = "" }
        isPublic = try keys["public"]?.flag() ?? false
        isEnabled = try keys["enabled"]?.flag() ?? true
    }

    /// nil if the file doesn't have it.
    subscript(key: String) -> Declaration? { keys[key] }

    /// Covers only these keys.
    func fingerprint(of names: [String]) -> Fingerprint {
        var fingerprint = Fingerprint()
        for name in names { fingerprint.add("\(name) \(keys[name]?.fingerprint.description ?? "")\n") }
        return fingerprint
    }

    func wanted(_ key: String, _ example: String) throws(DeclarationError) -> Declaration {
        try Self.wanted(key, in: keys, of: declaration, example)
    }

    private static func wanted(
        _ key: String, in keys: [String: Declaration], of declaration: Declaration, _ example: String
    ) throws(DeclarationError) -> Declaration {
        guard let value = keys[key] else { throw declaration.error("'\(key)' is missing; for example \(key): \(example)") }
        return value
    }
}

extension BoardFile {
    /// Reads the board in a folder. Throws an error in its file with its location and a fix.
    static func board<Made>(
        in folder: URL, _ make: (_ declaration: Declaration, _ name: String) throws(DeclarationError) -> Made
    ) throws(DeclarationError) -> Made {
        let file = folder.appendingPathComponent(name)
        let declaration = try declaration(at: file)
        do throws(DeclarationError) { return try make(declaration, folder.lastPathComponent) } catch { throw error.inFile(file) }
    }
}

extension Declaration {
    /// Covers all keys and values, but not line breaks and comments.
    var fingerprint: Fingerprint {
        var fingerprint = Fingerprint()
        add(to: &fingerprint)
        return fingerprint
    }

    /// Each text is preceded by its length, so that two different trees can't give the same bytes.
    private func add(to fingerprint: inout Fingerprint) {
        func add(_ text: String, _ kind: String) { fingerprint.add("\(kind)\(text.utf8.count) \(text)") }
        switch content {
        case .scalar(let text): add(text, "=")
        case .list(let parts):
            add("\(parts.count)", "[")
            for part in parts { part.add(to: &fingerprint) }
        case .map(let entries):
            add("\(entries.count)", "{")
            for entry in entries {
                add(entry.key, ":")
                entry.value.add(to: &fingerprint)
            }
        }
    }
}
