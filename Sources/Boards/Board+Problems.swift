import Extraction
package import Foundation
package import Records

extension DeclaredBoard {
    /// All errors in a board's file, in its order; empty: it is valid.
    package static func problems(in folder: URL, views: [ViewForm]? = nil) -> [DeclarationError] {
        let file = folder.appendingPathComponent(BoardFile.name)
        let whole: DeclarationError
        do throws(DeclarationError) {
            _ = try DeclaredBoard(folder: folder, views: views)
            return []
        } catch { whole = error }
        guard let declaration = try? BoardFile.declaration(at: file), !QueueBoard.isDeclared(in: declaration) else { return [whole] }
        let parts = Board.problems(of: declaration, name: folder.lastPathComponent, folder: folder, views: views).map { $0.inFile(file) }
        // The whole file's error is added unless a part has it too: a field that is never read, for example, only shows in the whole.
        let all = parts.isEmpty || !parts.contains(whole) ? parts + [whole] : parts
        return all.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }
}

extension Board {
    /// The errors in the parts of a file, each parsed by itself. A part that needs a faulty part is skipped.
    fileprivate static func problems(
        of declaration: Declaration, name: String, folder: URL, views: [ViewForm]?
    ) -> [DeclarationError] {
        guard case .map(let entries) = declaration.content else { return [] }
        func part(_ entries: [Declaration.Entry], of whole: Declaration) -> Declaration {
            Declaration(.map(entries), line: whole.line, path: whole.path)
        }
        var found = FoundProblems()
        var texts = TranslatedTexts()
        for entry in entries where !keys.contains(entry.key) {
            found.read { _ = try part([entry], of: declaration).entries(knowing: keys) }
        }
        let known = part(entries.filter { keys.contains($0.key) }, of: declaration)
        guard let head = found.read({ try BoardHead(known, knowing: keys, name: name, example: "Visa status", &texts) }) else {
            return found.all
        }
        if let views, let view = head["view"] { found.read { try views.check(view) } }
        let language = head["language"].flatMap { named in found.read { try Self.language(named) } }
        let parameters = head["parameters"].map { declared in
            found.readEach(of: declared) { _ = try Parameter.all(in: part([$0], of: declared)) }
        }
        if parameters ?? true {
            found.read {
                var texts = TranslatedTexts()
                let declared = try head["parameters"].map { try Parameter.all(in: $0, &texts) } ?? []
                _ = try Source(try head.wanted("source", "{ url: https://… }"), declared, declared: head["parameters"])
            }
        }
        let fields = found.read { try head.wanted("fields", "{ name: { type: text } }") }
        let areRead = fields.map { fields in
            found.readEach(of: fields) { entry in
                var texts = TranslatedTexts()
                _ = try Self.field(entry, &texts, in: language)
            }
        }
        let extract = found.read { try head.wanted("extract", "{ pdf: { … } }") }
        if let fields, areRead == true, let schema = found.read({ try Self.schema(fields) }) {
            let joins = head["joins"].map { joins in found.read { try Join.all(in: joins, of: schema, folder: folder) } } ?? []
            if let extract, let joins { found.read { _ = try Extractors.extractor(extract, schema: schema.without(joins)) } }
            if let only = head["only"] { found.read { _ = try RowRule.all(in: only, of: schema) } }
        }
        if let services = head["services"] {
            _ = found.readEach(of: services) { _ = try Self.services(part([$0], of: services), of: name, folder: folder) }
        }
        return found.all
    }
}

private struct FoundProblems {
    private(set) var all: [DeclarationError] = []

    @discardableResult
    mutating func read<Value>(_ read: () throws -> Value) -> Value? {
        do { return try read() } catch {
            if let error = error as? DeclarationError, !all.contains(error) { all.append(error) }
            return nil
        }
    }

    /// Parses each entry of a map by itself. Returns false if one of them is invalid.
    mutating func readEach(of declaration: Declaration, _ read: (Declaration.Entry) throws -> Void) -> Bool {
        guard case .map(let entries) = declaration.content else { return self.read { _ = try declaration.entries() } != nil }
        let before = all.count
        for entry in entries { self.read { try read(entry) } }
        return all.count == before
    }
}
