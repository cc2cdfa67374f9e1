import Foundation
import Records

/// Changes one thing in a board's file. Everything else is preserved as written, including comments.
///
/// Pure. The result is parsed again: nil if the board differs in anything else.
package enum BoardFileEdit {
    /// The fields for which a file says whether they are quiet.
    package static func decided(in file: String) -> Set<String> {
        let fields = (try? entries(of: file)) ?? []
        return Set(fields.filter { field in ((try? field.value.entries()) ?? []).contains { $0.key == "quiet" } }.map(\.key))
    }

    /// Sets whether differences in these fields count as changes.
    package static func file(_ file: String, quiet: Bool, _ names: [String]) -> String? {
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let fields = try? entries(of: file), !names.isEmpty else { return nil }
        for name in names {
            guard let field = fields.first(where: { $0.key == name }), lines.indices.contains(field.line - 1) else { return nil }
            let line = lines[field.line - 1]
            if line.hasSuffix(" }"), line.contains("{ ") {
                lines[field.line - 1] = "\(line.dropLast(2)), quiet: \(quiet) }"
            } else if line.trimmingWhitespace() == "\(name):" {
                // On its own line, but in the same array element as the field's, so that the other indices stay valid.
                lines[field.line - 1] = "\(line)\n\(line.prefix { $0 == " " })  quiet: \(quiet)"
            } else {
                return nil
            }
        }
        return checked(lines.joined(separator: "\n"), file) { $0.isQuiet = names.contains($0.name) ? quiet : $0.isQuiet }
    }

    /// Excludes rows with one of these texts in a field. nil also if the file already has rules.
    package static func file(_ file: String, leavingOut texts: [String], of field: String) -> String? {
        let list = texts.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
        guard let declaration = try? BoardFile.declaration(of: file), let keys = try? declaration.entries(), !texts.isEmpty,
            !keys.contains(where: { $0.key == "only" })
        else { return nil }
        return checked("\(file)\(file.hasSuffix("\n") ? "" : "\n")only:\n  \(field): { lacks: [\(list)] }\n", file) { _ in }
    }

    private static func entries(of file: String) throws -> [Declaration.Entry] {
        let keys = try BoardFile.declaration(of: file).entries()
        return try keys.first { $0.key == "fields" }?.value.entries() ?? []
    }

    private static func checked(_ edited: String, _ file: String, _ change: (inout Field) -> Void) -> String? {
        func fields(_ file: String) -> [Field]? {
            guard let declaration = try? BoardFile.declaration(of: file) else { return nil }
            return try? Board(declaration, name: "edited", folder: URL(fileURLWithPath: "/edited")).schema.fields
        }
        guard var wanted = fields(file), let read = fields(edited) else { return nil }
        for place in wanted.indices { change(&wanted[place]) }
        return read == wanted ? edited : nil
    }
}
