import Boards
import Extraction
import Foundation
import Records
import Testing

@Suite("Only some rows of a document") struct RowRuleTests {
    private static let rows = #"[{"n":"Lamp","s":"Open"},{"n":"Désk","s":"sold"},{"n":"Chair","s":"OPEN"},{"n":"Lampion"}]"#

    private func names(_ only: String) throws -> [String] {
        let yaml = """
            title: T
            view: table
            source: { url: 'https://lists.example/' }
            extract: { json: { rows: '$[*]' } }
            fields: { n: { type: text, key: true }, s: { type: text, optional: true } }
            only: \(only)
            """
        let board = try Board(try BoardFile.declaration(of: yaml), name: "t", folder: URL(fileURLWithPath: "/t"))
        var (names, run) = ([String](), board.begin(.wholeFile))
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { names.append(record.values[0]?.text ?? "") } }
        try run.append(Array(Self.rows.utf8), keep)
        try run.finish(keep)
        return names
    }

    @Test(
        "texts are compared without regard to case and accents; a row has to fit all rules",
        arguments: [
            ("{ s: { is: open } }", ["Lamp", "Chair"]), ("{ s: { is: [open, sold] } }", ["Lamp", "Désk", "Chair"]),
            ("{ s: { not: open } }", ["Désk", "Lampion"]), ("{ n: { contains: LAMP } }", ["Lamp", "Lampion"]),
            ("{ n: { lacks: [lamp, desk] } }", ["Chair"]), ("{ n: { contains: lamp }, s: { is: open } }", ["Lamp"]),
            ("{ s: { is: none } }", []),
        ])
    func rules(only: String, expected: [String]) throws {
        #expect(try names(only) == expected)
    }

    @Test(
        "a rule that is none is refused",
        arguments: [
            ("{ x: { is: open } }", "there is no field 'x'"), ("{ s: { like: open } }", "there is no key 'like'"),
            ("{ s: {} }", "a test is expected"), ("{ s: { is: [] } }", "a text is expected"),
        ])
    func refused(only: String, words: String) throws {
        let error = #expect(throws: DeclarationError.self) { try names(only) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
