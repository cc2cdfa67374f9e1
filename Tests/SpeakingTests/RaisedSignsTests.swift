import Foundation
import PDFText
import Records
import Testing

@testable import Speaking

@Suite("Footnote marks, powers and formulas") struct RaisedSignsTests {
    private func document(_ body: String, _ head: String = "<html lang=en>") throws -> SpokenDocument {
        try DocumentFile(Array("<!DOCTYPE html>\(head)<body>\(body)</body></html>".utf8)).document
    }

    private func said(_ document: SpokenDocument) -> String {
        document.sentences.map { $0.words.map(\.spoken).joined(separator: " ") }.joined(separator: " ")
    }

    private func marks(_ document: SpokenDocument) -> [String] {
        document.skipped.filter { $0.reason == .footnoteMark }.map(\.text)
    }

    @Test(
        "raised digits behind letters, units, functions and numbers are powers, whatever notes there are",
        arguments: [
            ("sin<sup>2</sup>θ is small.", "sin²θ is small."), ("It has 10<sup>9</sup> stars.", "It has 10⁹ stars."),
            ("It is 10<sup>−3</sup> m.", "It is 10⁻³ m."), ("x<sup>2</sup> + y<sup>2</sup> = 1.", "x² + y² = 1."),
            ("The sea has 5 km<sup>2</sup>.", "The sea has 5 km²."), ("f(x)<sup>2</sup> is known.", "f(x)² is known."),
            ("The 1<sup>st</sup> of M<sup>me</sup> Roux.", "The 1st of Mme Roux."),
        ])
    func powers(_ written: String, _ expected: String) throws {
        let document = try document("<p>\(written)</p><p><sup>2</sup> A note.</p><p><sup>9</sup> Another note.</p>")
        #expect(said(document).hasPrefix(expected), "\(said(document))")
        #expect(marks(document).isEmpty)
    }

    @Test("a raised sign without a link is a mark behind a word or a stop, if its note is on the page")
    func unlinked() throws {
        let noted = try document("<p>The tide rises.<sup>1</sup> It falls<sup>2</sup> later.</p><p><sup>1</sup> So it does.</p>")
        #expect(marks(noted) == ["1"])
        #expect(said(noted).hasPrefix("The tide rises. It falls² later."))
        let bracketed = try document("<p>The tide rises.[1] It falls [2] later[3].</p><p>[1] So it does.</p>")
        #expect(marks(bracketed) == ["[1]"])
        #expect(bracketed.skipped.map(\.text) == ["[1]", "[1] So it does."])
        #expect(said(bracketed) == "The tide rises. It falls [2] later[3].")
    }

    @Test(
        "a link to a note is a mark, raised inside or outside, or in brackets",
        arguments: [
            ("<a href=\"#f1\"><sup>1</sup></a>", true), ("<sup><a href=\"#f1\">[1]</a></sup>", true), ("<a href=\"#f1\">[1]</a>", true),
            ("<a href=\"#f1\">*</a>", true), ("<a href=\"notes.html#n\" role=\"doc-noteref\">12</a>", true),
            (" <a href=\"#c1\">1</a>", false), (" <a href=\"#c1\">[1]</a>", false),
        ])
    func linked(_ mark: String, _ isMark: Bool) throws {
        let document = try document("<p>The tide rises\(mark) and falls.</p>")
        #expect(marks(document).count == (isMark ? 1 : 0), "\(mark)")
        #expect((said(document) == "The tide rises and falls.") == isMark)
    }

    @Test("a text's marks in brackets are left out with their notes, and only with them")
    func texts() throws {
        let text = "The boat had gone.[1] Nobody[2] came, a[1] said.\n\n[1] In the\nfirst edition.\n[2] Or so.\n\nThe end [1].\n"
        let document = try DocumentFile(Array(text.utf8)).document
        #expect(said(document) == "The boat had gone. Nobody came, a[1] said. The end [1].")
        #expect(document.skipped.map(\.text) == ["[1]", "[2]", "[1] In the\nfirst edition.", "[2] Or so."])
        #expect(document.skipped.map(\.reason) == [.footnoteMark, .footnoteMark, .note, .note])
        // Places are those of the text.
        let scalars = Array(text.unicodeScalars)
        for word in document.sentences.flatMap(\.words) { #expect(scalars[word.offset] == word.text.unicodeScalars.first) }
        let list = try DocumentFile(Array("See list.[4] It goes on.".utf8)).document
        #expect(said(list) == "See list.[4] It goes on.")
        let many = (0..<20_000).map { "Word.[\($0 % 10)]\n\n[\($0 % 10)] note" }.joined(separator: "\n\n")
        let long = try DocumentFile(Array(many.utf8)).document
        #expect(long.skipped.count == 40_000)
    }

    @Test(
        "a formula is said by its alttext, its annotation or its signs, else as one, and listed",
        arguments: [
            ("<math alttext=\"x squared\"><msup><mi>x</mi><mn>2</mn></msup></math>", "x squared", ""),
            ("<math alttext=\"\\frac{1}{2}\"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2", ""),
            (
                "<math><semantics><mrow><mi>x</mi><mo>=</mo><msup><mn>10</mn><mn>3</mn></msup></mrow><annotation>x^3</annotation></semantics></math>",
                "x = 10³", ""
            ),
            ("<math><semantics><mi>x</mi><annotation>the unknown</annotation></semantics></math>", "the unknown", ""),
            ("<math alttext=\"\\sqrt{2}\"><msqrt><mn>2</mn></msqrt></math>", "formula", "\\sqrt{2}"),
            ("<math><munder><mo>∑</mo><mi>i</mi></munder></math>", "formula", "∑i"),
            ("<script type=\"math/tex\">\\int x</script>", "formula", "\\int x"),
        ])
    func formulas(_ markup: String, _ expected: String, _ listed: String) throws {
        let document = try document("<p>Let \(markup) be known.</p>")
        #expect(said(document) == "Let \(expected) be known.")
        #expect(document.skipped.map(\.text) == (listed.isEmpty ? [] : [listed]))
        #expect(document.skipped.allSatisfy { $0.reason == .formula })
    }

    @Test("a formula's word is of the document's language, and a huge one is no work")
    func formulaLanguage() throws {
        let document = try document("<p>Es sei <math><msqrt><mi>x</mi></msqrt></math>.</p>", "<html lang=de-AT>")
        #expect(said(document) == "Es sei Formel.")
        let huge = "<math><mrow>" + String(repeating: "<mi>x</mi>", count: 50_000) + "</mrow></math>"
        let long = try self.document("<p>Let \(huge) be.</p>")
        #expect(said(long) == "Let formula be.")
    }

    private func pdf(_ runs: [(String, Double, Double, Double)]) -> SpokenDocument {
        let runs = runs.map { TextRun(text: $0.0, x: $0.1, y: $0.2, endX: $0.1 + Double($0.0.count) * $0.3 / 2, fontSize: $0.3) }
        return SpokenDocument([PDFPageText(id: 1, pageNumber: 1, runs: runs)])
    }

    @Test("raised digits of a PDF are powers behind numbers, units and functions, and marks behind words")
    func pages() {
        let document = pdf([
            ("It has 10", 50, 700, 10), ("9", 95, 704, 6), (" litres, and 10", 98, 700, 10), ("−3", 173, 704, 6), (" of sin", 179, 700, 10),
            ("2", 214, 704, 6), (" here", 217, 700, 10), ("1", 242, 704, 6),
        ])
        #expect(said(document) == "It has 10⁹ litres, and 10⁻³ of sin² here")
        #expect(marks(document) == ["1"])
    }
}
