import Boards
import Foundation
import Records
import Testing

@Suite("Parameters of a service method") struct ParameterTests {
    /// A parameter from the text after its name.
    private func parameter(_ yaml: String) throws -> Parameter {
        let all = try Parameter.all(in: BoardFile.declaration(of: "town: \(yaml)"))
        return try #require(all.first)
    }

    private func refusal(_ yaml: String, _ text: String?) throws -> String? {
        let parameter = try parameter(yaml)
        do { return "accepted: \(try parameter.value(text) ?? "nothing")" } catch { return "\(error)" }
    }

    @Test(
        "a text is taken as its type has it, blanks around it aside",
        arguments: [
            ("{ type: text }", " Köln ", "Köln"), ("{}", "a b", "a b"), ("{ type: number }", "12.50", "12.5"),
            ("{ type: flag }", "yes", "true"), ("{ type: date }", "2026-03-07", "2026-03-07"),
            ("{ type: date, format: dd-MMM-yy }", "07-Mar-26", "07-Mar-26"), ("{ choices: [a, b] }", "b", "b"),
            ("{ pattern: '^[0-9]+$' }", "7", "7"),
        ])
    func values(yaml: String, text: String, value: String) throws { #expect(try parameter(yaml).value(text) == value) }

    @Test(
        "what cannot be is refused in words, with the parameter's name and its hint",
        arguments: [
            ("{ type: number }", "many", "parameter 'town' found “many”"),
            ("{ type: date }", "7.3.2026", "parameter 'town' found “7.3.2026”"),
            ("{ type: flag, hint: Yes or no. }", "perhaps", "parameter 'town' found “perhaps”. Yes or no."),
            ("{ choices: [a, b] }", "c", "parameter 'town' “c” isn't one of a, b"),
            ("{ pattern: '^[0-9]+$', hint: A number. }", "x", "parameter 'town' “x” does not match ^[0-9]+$. A number."),
            ("{ type: number, least: -1, most: 25 }", "25.1", "parameter 'town' must be at least -1 and at most 25, found “25.1”"),
            ("{ type: number, least: 1, hint: A radius. }", "0", "parameter 'town' must be at least 1, found “0”. A radius."),
            ("{ type: number, least: 1, most: 25 }", "25", "accepted: 25"),
            ("{}", "", "parameter 'town' is missing"), ("{ hint: A town. }", nil, "parameter 'town' is missing. A town."),
            ("{}", String(repeating: "x", count: 1001), "parameter 'town' has more than 1000 bytes"),
        ] as [(String, String?, String)])
    func refusals(yaml: String, text: String?, words: String) throws { #expect(try refusal(yaml, text) == words) }

    @Test("what is left out is the default, or nothing where it is optional")
    func leftOut() throws {
        #expect(try parameter("{ default: Bern }").value(nil) == "Bern")
        #expect(try parameter("{ default: Bern }").value(" ") == "Bern")
        #expect(try parameter("{ optional: true }").value(nil) == nil)
        #expect(try !parameter("{ default: Bern }").isRequired)
        #expect(try parameter("{}").isRequired)
    }

    @Test(
        "what is wrong with a declaration is said",
        arguments: [
            ("{ type: txet }", "there are text, number"), ("{ labl: Town }", "Did you mean 'label'?"), ("{ format: yyyy }", "only a date"),
            ("{ choices: [a], default: b }", "the default is not one of its own values: parameter 'town' “b” isn't one of a"),
            ("{ type: number, default: many }", "the default is not one of its own values"),
            ("{ type: number, least: 10, most: 5 }", "nothing is between them"), ("{ pattern: '[' }", "pattern"),
        ])
    func declarations(yaml: String, words: String) {
        let error = #expect(throws: DeclarationError.self) { try parameter(yaml) }
        #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.line == 1)
    }

    @Test("names are plain, and thirty parameters are enough")
    func names() throws {
        #expect(throws: DeclarationError.self) { try Parameter.all(in: BoardFile.declaration(of: "Town: {}")) }
        let many = (0...30).map { "p\($0): {}" }.joined(separator: "\n")
        #expect(throws: DeclarationError.self) { try Parameter.all(in: BoardFile.declaration(of: many)) }
    }
}
