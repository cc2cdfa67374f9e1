import Foundation
import Localisation
import Testing

@Suite("Catalogues") struct CatalogueTests {
    /// A catalogue with one table, in the tools' format.
    private func words(_ tag: String, _ strings: String) throws -> Words {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-catalogues-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = #"{"sourceLanguage": "en", "version": "1.0", "strings": {\#(strings)}}"#
        try Data(file.utf8).write(to: folder.appendingPathComponent("Scripts.xcstrings"))
        return Words(language: tag, catalogues: Catalogues(in: folder))
    }

    private static let rows = """
        "%lld rows": {"comment": "A count.", "localizations": {
          "en": {"variations": {"plural": {"one": {"stringUnit": {"state": "translated", "value": "%lld row"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld rows"}}}}},
          "pl": {"variations": {"plural": {"one": {"stringUnit": {"state": "translated", "value": "%lld wiersz"}},
            "few": {"stringUnit": {"state": "translated", "value": "%lld wiersze"}},
            "many": {"stringUnit": {"state": "translated", "value": "%lld wierszy"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld wiersza"}}}}}}}
        """

    @Test("a count takes the form that its language has for it, and is written as the language writes numbers")
    func plurals() throws {
        let (english, polish) = (try words("en", Self.rows), try words("pl", Self.rows))
        #expect([0, 1, 2, 1000].map { english("\($0) rows") } == ["0 rows", "1 row", "2 rows", "1,000 rows"])
        #expect([1, 3, 5, 12, 22].map { polish("\($0) rows") } == ["1 wiersz", "3 wiersze", "5 wierszy", "12 wierszy", "22 wiersze"])
    }

    @Test("values go where the translation wants them, and are never taken for specifiers")
    func positions() throws {
        let words = try words(
            "ja", #""%@ of %@, 100 %%": {"localizations": {"ja": {"stringUnit": {"state": "translated", "value": "%2$@の%1$@、100 %%"}}}}"#)
        #expect(words("\("%@ a") of \("b"), 100 %") == "bの%@ a、100 %")
    }

    @Test("two counts in one sentence have each their own form")
    func substitutions() throws {
        let words = try words(
            "de",
            """
            "%lld rows in %lld lists": {"localizations": {"de": {
              "stringUnit": {"state": "translated", "value": "%#@rows@ in %#@lists@"},
              "substitutions": {
                "rows": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                  "one": {"stringUnit": {"state": "translated", "value": "eine Zeile"}},
                  "other": {"stringUnit": {"state": "translated", "value": "%arg Zeilen"}}}}},
                "lists": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                  "one": {"stringUnit": {"state": "translated", "value": "einer Liste"}},
                  "other": {"stringUnit": {"state": "translated", "value": "%arg Listen"}}}}}}}}}
            """)
        #expect(words("\(1) rows in \(2) lists") == "eine Zeile in 2 Listen")
        #expect(words("\(1200) rows in \(1) lists") == "1.200 Zeilen in einer Liste")
    }

    @Test("a sense tells apart what is one word in English; it is never shown")
    func senses() throws {
        let words = try words(
            "de", #""Open ‹verb›": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Öffnen"}}}}"#)
        #expect(words("Open", sense: "verb") == "Öffnen")
        #expect(words("Open", sense: "adjective") == "Open")
        #expect(words("Open") == "Open")
    }

    @Test("what is not translated, or empty, is said in English; a file that is none changes nothing")
    func missing() throws {
        let empty = #""All": {"localizations": {"de": {"stringUnit": {"state": "new", "value": ""}}}}"#
        #expect(try words("de", empty)("All") == "All")
        #expect(try words("fr", empty)("All") == "All")
        #expect(try words("de", "nonsense")("\(2) rows") == "2 rows")
    }

    @Test("pseudo-locales change every letter and no value")
    func pseudo() throws {
        #expect(try words("en-XA", "")("\(3) of \("Łódź")") == "[3 öƒ Łódź one]")
        let mirrored = try words("ar-XB", "")
        #expect(mirrored("All boards") == "\u{202E}All\u{202C} \u{202E}boards\u{202C}")
        #expect(mirrored.direction == "rtl")
    }

    @Test("a value stands by itself among words written from the right")
    func isolated() throws {
        #expect(try words("ar", "")("By \("Ada")") == "By \u{2068}Ada\u{2069}")
    }

    @Test("a value written from the right stands by itself among our words, and no other does")
    func isolatedAmongOurs() throws {
        #expect(try words("en", "")("By \("أحمد")") == "By \u{2068}أحمد\u{2069}")
        #expect(try words("en", "")("By \("Łódź 日本")") == "By Łódź 日本")
    }

    @Test("a sentence in a sentence is written from the right too, whatever it begins with")
    func nested() throws {
        let arabic = try words("ar", "")
        #expect(arabic("By \(arabic("\("Ada") ← \("Bo")"))") == "By \u{2067}\u{2068}Ada\u{2069} ← \u{2068}Bo\u{2069}\u{2069}")
    }
}
