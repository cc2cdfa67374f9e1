import BoardPages
import Boards
import Foundation
import Records
import Testing
import Web

@testable import Serving

@Suite("Board files") struct BoardFileTests {
    private static let whole = """
        title: Visa status
        about: Finds your batch number.
        view: lookup
        source:
          url: https://embassy.example/list.pdf
          every: 1h
        extract:
          pdf:
            rows: { starts: '^2[0-9]{10}$', fields: [batch, status, date] }
        fields:
          batch: { type: text, key: true, ask: true, label: Batch number, pattern: '^2[0-8][0-9]{9}$' }
          status: { type: text }
          date: { type: date, format: dd-MMM-yy }
        """

    private func board(_ yaml: String) throws -> Board {
        try Board(try BoardFile.declaration(of: yaml), name: "visa", folder: URL(fileURLWithPath: "/"), views: Views.forms)
    }

    @Test("a whole board is read")
    func whole() throws {
        let board = try board(Self.whole)
        #expect(board.title == "Visa status")
        #expect(board.view.rawValue == "lookup")
        #expect(board.source.every == .seconds(3600))
        #expect(board.schema.fields.map(\.name) == ["batch", "status", "date"])
        #expect(board.schema.asked?.label == "Batch number")
        #expect(board.notFound == "This batch number is not found.")
    }

    @Test(
        "a board has one record that stays the same if its file says that it reads a single row, or one value by name",
        arguments: [
            ("html: { rows: '//b', single: true, fields: { price: . } }", true), ("html: { rows: '//b', fields: { price: . } }", false),
            ("json: { rows: '$' }", true), ("json: { rows: '$.now.offer' }", true), ("json: { rows: '$.offers[*]' }", false),
            ("json: { rows: '$.offers[0]' }", false), ("json: { rows: '$..offer' }", false), ("json: { lines: true }", false),
        ])
    func oneRecord(extract: String, isOne: Bool) throws {
        let yaml = """
            title: { en: Price, de: Preis }
            view: table
            source: { url: https://shop.example/lamp, every: 1h }
            extract: { \(extract) }
            fields: { price: { type: number } }
            """
        let schema = try board(yaml).schema
        #expect(schema.isOne == isOne)
        #expect(schema.keyFields.isEmpty == isOne)
        #expect(try board(yaml).translated(to: "de").schema == schema)
    }

    @Test(
        "texts are in languages, whose tags have letters, and a script or a region at most",
        arguments: [
            ("de", true), ("haw", true), ("pt-BR", true), ("zh-Hant", true), ("es-419", true), ("e", false), ("DE", false), ("engl", false),
            ("de-", false), ("de-a", false), ("de-AT-1996", false), ("de_AT", false), ("d@", false), ("de-B[", false),
        ])
    func languages(tag: String, isKnown: Bool) {
        let yaml = Self.whole.replacingOccurrences(of: "title: Visa status", with: "title: { en: Visa status, '\(tag)': Other }")
        if isKnown {
            #expect(throws: Never.self) { try board(yaml) }
        } else {
            #expect { try board(yaml) } throws: { "\($0)".contains("a language is expected, like de or pt-BR, not '\(tag)'") }
        }
    }

    @Test(
        "a mistake is named with its line, and with the mend where there is one",
        arguments: [
            ("view: lookup", "view: lists", 3, "there are lookup, list"),
            ("title: Visa status", "titel: Visa status", 1, "Did you mean 'title'?"),
            ("every: 1h", "every: hourly", 6, "a duration like"),
            ("every: 1h", "every: 5s", 6, "once a minute"),
            ("https://embassy.example/list.pdf", "embassy.example/list.pdf", 5, "does not begin as a web address does"),
            ("https://embassy.example/list.pdf", "file:///etc/passwd", 5, "does not begin as a web address does"),
            ("  pdf:", "  dpf:", 8, "Did you mean 'pdf'?"),
            ("'^2[0-9]{10}$'", "'^2[0-9{10}$'", 9, "character"),
            ("[batch, status, date]", "[batch, status, day]", 9, "there is no field 'day'"),
            ("[batch, status, date]", "[batch, status]", 9, "'date' is never read"),
            ("type: text, key: true", "typ: text, key: true", 11, "Did you mean 'type'?"),
            ("status: { type: text }", "status: { type: txet }", 12, "there are text, number"),
            ("status: { type: text }", "Status: { type: text }", 12, "lower-case"),
            ("status: { type: text }", "status: { type: text, ask: true }", 11, "only one field"),
            ("ask: true", "ask: maybe", 11, "true or false"),
            ("format: dd-MMM-yy", "format: dd-MMM", 13, "needs one year"),
            ("status: { type: text }", "status: { type: text, scale: 10 }", 12, "only a number or a position has a scale"),
            ("status: { type: text }", "status: { type: number, scale: half }", 12, "a number to multiply by"),
            ("status: { type: text }", "status: { type: number, digits: 5 }", 12, "from 1 to 40"),
            ("status: { type: text }", "status: { type: text, ordinal: true }", 12, "only a number is an ordinal"),
            ("status: { type: text }", "status: { type: number, separator: x }", 12, "only a list has a separator, and a text"),
            ("key: true", "key: true, quiet: true", 11, "a key cannot be quiet"),
            ("status: { type: text }", "status: { type: list, around: x }", 12, "a list and a position have no text around them"),
            ("status: { type: text }", "status: { type: text, 'true': x }", 12, "only a flag has words for 'true'"),
            ("status: { type: text }", "status: { type: flag, 'true': [Open], 'false': [open] }", 12, "can't be both true and false"),
            ("status: { type: text }", "status: { type: text, relative: empty }", 12, "only a date or a timestamp can be relative"),
            ("format: dd-MMM-yy", "format: dd-MMM-yy, relative: quiet", 13, "'empty' is expected"),
            ("type: date, format", "type: date, relative: empty, key: true, format", 13, "a key can't be left empty"),
            ("format: dd-MMM-yy", "format: dd-MMM-yy, language: tlh", 13, "the language 'tlh' is not known; there are en, de"),
            ("view: lookup", "view: lookup\nlanguage: xx", 4, "the language 'xx' is not known"),
            ("status: { type: text }", "status: { type: text, language: de }", 12, "only a date, a timestamp or a flag has a language"),
            ("status: { type: text }", "status: { type: text, without: tracking }", 12, "only a url has parts to leave out"),
            ("status: { type: text }", "status: { type: url, without: 'a=b' }", 12, "the name of a parameter is expected"),
            ("title: Visa status", "title: [a", 2, "not YAML"),
        ])
    func mistakes(found: String, replacement: String, line: Int, message: String) {
        let error = #expect(throws: DeclarationError.self) { try board(Self.whole.replacing(found, with: replacement)) }
        #expect(error?.line == line)
        #expect(error?.detail.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a board says how its source's words are read: in which language, around what, and what they mean")
    func words() throws {
        let yaml = Self.whole.replacing("view: lookup", with: "view: lookup\nlanguage: de-AT").replacing(
            "dd-MMM-yy", with: "d. MMMM yyyy, relative: empty"
        ).replacing(
            "status: { type: text }",
            with: """
                status: { type: flag, 'true': [bewilligt], 'false': [abgelehnt, zurückgezogen] }
                  weight: { type: number, decimal: ',', around: [kg, etwa] }
                  opened: { type: timestamp, format: 'd MMM yyyy, HH:mm', zone: Europe/Paris, language: fr }
                  link: { type: url, without: [tracking, ref, fragment] }
                """)
        let board = try board(yaml.replacing("[batch, status, date]", with: "[batch, status, weight, opened, link, date]"))
        func read(_ name: String, _ text: String) throws -> String? { try #require(board.schema[name]).value(from: text)?.text }
        #expect(try read("date", "14. Jänner 2026") == "2026-01-14")
        #expect(try read("date", "gestern") == nil)
        #expect(try read("status", "Bewilligt") == "true")
        #expect(try read("status", "Zurückgezogen") == "false")
        #expect(try read("status", "ja") == "true")
        #expect(try read("weight", "etwa 4,5 kg") == "4.5")
        #expect(try read("opened", "14 févr. 2026, 09:30") == "2026-02-14T08:30:00Z")
        #expect(try read("link", "/a?utm_source=x&id=7&ref=y#z") == "/a?id=7")
    }

    @Test("a lookup without an asked field is refused")
    func nothingAsked() {
        #expect(throws: DeclarationError.self) { try board(Self.whole.replacing("ask: true, ", with: "")) }
    }

    @Test(
        "a file that would grow without end is stopped",
        arguments: [
            String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000),
            "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]",
        ])
    func bombs(yaml: String) { #expect(throws: DeclarationError.self) { try BoardFile.declaration(of: yaml) } }

    @Test(
        "a number is refused with its reason before anything is fetched",
        arguments: ["", "123", "30000000000", "29000000000", "2012145617a", "201214561711"])
    func needles(text: String) throws {
        let board = try board(Self.whole)
        #expect(throws: NeedleError.self) { try board.needle(text) }
    }

    @Test("a refusal says what was typed and what is expected, and does not repeat a novel")
    func refusals() throws {
        let board = try board(Self.whole.replacing("label: Batch number", with: "label: Batch number, hint: It has 11 digits."))
        func refusal(_ text: String) -> String {
            do { return "accepted \(try board.needle(text))" } catch { return "\(error)" }
        }
        #expect(refusal(" 2012 ") == "“2012” is not a valid batch number. It has 11 digits.")
        #expect(refusal(" ") == "Enter your batch number first. It has 11 digits.")
        #expect(refusal(String(repeating: "9", count: 500)).count < 120)
    }

    @Test("a good number is read, blanks around it aside", arguments: ["20121456171", " 20000000000 ", "28999999999"])
    func goodNeedles(text: String) throws {
        #expect(try board(Self.whole).needle(text) == .text(text.trimmingWhitespace()))
    }
}
