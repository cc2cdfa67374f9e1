import Foundation
import PDFText
import Records
import Testing

@testable import Speaking

@Suite("What may be left out") struct PassagesTests {
    private static let everything = LeavingOut(Set(DocumentPassage.Kind.allCases))
    private static let nothing = LeavingOut([])

    private func run(_ text: String, _ x: Double, _ y: Double, _ size: Double) -> TextRun {
        TextRun(text: text, x: x, y: y, endX: x + Double(text.count) * size / 2, fontSize: size)
    }

    /// Pages with a header, a number, and a sentence that continues across page breaks.
    private var book: SpokenDocument {
        let pages = ["Here the sea rises", "and goes on over", "all the land."].enumerated().map { index, body in
            PDFPageText(
                id: index + 1, pageNumber: index + 1,
                runs: [run("The Tides", 100, 780, 9), run(body, 50, 400, 10), run("Page \(index + 1)", 250, 30, 9)])
        }
        return SpokenDocument(pages)
    }

    private func parts(_ text: String) -> [DocumentPart] { DocumentContents.parts(of: SpokenDocument(text: Array(text.unicodeScalars))) }

    /// The skipped passages of a text as written.
    private func marked(_ text: String) -> [String] { parts(text).flatMap { $0.leftOut(by: Self.everything) } }

    private func said(_ text: String, _ leaving: LeavingOut, _ rules: [Pronunciation.Rule] = []) -> [SaidSentence] {
        parts(text).flatMap { ReadingManner(Pronouncing(rules), leaving: leaving).said($0) }
    }

    @Test("headers and page numbers are shown where they stood, in the middle of a sentence too, and aren't said")
    func places() throws {
        let part = try #require(DocumentContents.parts(of: book).first)
        let words = part.sentences.flatMap(\.words).joined(separator: " ")
        #expect(words == "The Tides Here the sea rises Page 1 The Tides and goes on over Page 2 The Tides all the land. Page 3")
        // At its first occurrence, a header is a title.
        #expect(part.leftOut(by: .standard) == ["Page 1", "The Tides", "Page 2", "The Tides", "Page 3"])
        let said = ReadingManner().said(part)
        #expect(said.map { $0.words.joined(separator: " ") } == ["The Tides", "Here the sea rises and goes on over all the land.", ""])
        #expect(part.readStarts(leaving: .standard) == [0, 2])
        #expect(part.readStarts(leaving: Self.nothing) == [0, 2, 21])
        let all = ReadingManner(leaving: Self.nothing).said(part).flatMap(\.words).joined(separator: " ")
        #expect(all == words)
        // Each page begins with its header.
        #expect(part.pages.map { start in part.sentences.flatMap(\.words)[start.word] } == ["The", "The", "The"])
    }

    @Test("one passage is read though its kind isn't, by the word with which it begins")
    func exceptions() throws {
        let part = try #require(DocumentContents.parts(of: book).first)
        let second = try #require(part.sentences.flatMap(\.passages).filter { $0.kind == .running }.dropFirst().first)
        let leaving = LeavingOut.standard.reading(second.start, true)
        let (before, after) = (ReadingManner().said(part), ReadingManner(leaving: leaving).said(part))
        #expect(after.flatMap(\.words).count == before.flatMap(\.words).count + second.words.count)
        // Words keep their numbers.
        #expect(before.map(\.shown) == after.map(\.shown))
        #expect(leaving.reading(second.start, false) == .standard)
        let many = (0..<3_000).reduce(LeavingOut.standard) { $0.reading($1, true) }
        #expect(many.read.count == LeavingOut.limit)
        #expect(many.read.last == 2_999)
    }

    @Test(
        "citations are numbers in square brackets, and names with years",
        arguments: [
            ("As shown [12], it is so.", ["[12],"]), ("As shown [3, 4; 7–9].", ["[3, 4; 7–9]."]), ("As shown[12].", ["[12]."]),
            ("As shown [1][2].", ["[1][2]."]), ("It rises (Miller, 1999).", ["(Miller, 1999)."]),
            ("It rises (Miller 1999, p. 12) here.", ["(Miller 1999, p. 12)"]),
            (
                "It rises (see Miller & Jones, 1999; van der Berg et al., 2020b), they say.",
                ["(see Miller & Jones, 1999; van der Berg et al., 2020b),"]
            ),
            ("Es steigt (vgl. Müller und Groß 1999, S. 12–14).", ["(vgl. Müller und Groß 1999, S. 12–14)."]),
            ("It was (May 2020) late.", []), ("It is (as I said in 1999) late.", []), ("It is [sic] late.", []),
            ("A list [a] of (1999).", []),
            ("It rises (Miller", []), ("Take a[i] of it.", []),
        ])
    func citations(_ text: String, _ expected: [String]) { #expect(marked(text) == expected) }

    @Test("addresses are those of the web, a long one whole")
    func addresses() {
        #expect(marked("See https://example.com/a. Or (www.example.org) now.") == ["https://example.com/a.", "(www.example.org)"])
        let long = "https://example.com/" + String(repeating: "abcdefghij", count: 12)
        #expect(marked("See \(long) for more.").map { $0.replacing(" ", with: "") } == [long])
        #expect(marked("It is https or www. of http://").isEmpty)
    }

    @Test("citations and addresses are read unless somebody leaves them out; then pauses stay, and words have places without time")
    func silence() {
        let text = "As shown [12], it rises. See https://example.com/a."
        #expect(said(text, .standard).flatMap(\.words).joined(separator: " ") == text)
        let left = said(text, Self.everything)
        #expect(left.map { $0.words.joined(separator: " ") } == ["As shown, it rises.", "See."])
        #expect(left[0].places == [.at(0), .at(1), .silent, .at(2), .at(3)])
        #expect(left[0].shown.count == 5)
        let times = left[0].times(WordTimes(starts: [0, 10, 20, 30], isOwn: [true, true, true, true]), sampleCount: 40)
        #expect(times.starts == [0, 10, 20, 20, 30])
        // Rules match the remaining text across skipped passages.
        let rules = [Pronunciation.Rule(.word, "shown, it", said: "seen, it")]
        #expect(said(text, Self.everything, rules).first?.words.joined(separator: " ") == "As seen, it rises.")
    }

    @Test("a sentence of which nothing is read makes no pause of its own, and loses none")
    func pauses() {
        let text = "It rises. [12]\n\nhttps://example.com/a\n\nThe end."
        let left = said(text, Self.everything)
        #expect(left.filter(\.endsParagraph).count == 2)
        #expect(left.last?.endsParagraph == true)
        #expect(left.flatMap(\.words).joined(separator: " ") == "It rises. The end.")
    }

    @Test("parts that were stored before there were passages are read as they are")
    func older() throws {
        let stored = #"{"number":0,"firstWord":0,"sentences":[{"w":["See","[1]."],"j":[],"p":true}],"pages":[],"skipped":["Page 1"]}"#
        let part = try JSONDecoder().decode(DocumentPart.self, from: Data(stored.utf8))
        #expect(part.sentences[0].passages.isEmpty)
        #expect(part.leftOut(by: Self.everything) == ["Page 1"])
        #expect(ReadingManner(leaving: Self.everything).said(part).first?.words == ["See", "[1]."])
        let marked = try #require(parts("See [1].").first)
        #expect(try JSONDecoder().decode(DocumentPart.self, from: try JSONEncoder().encode(marked)) == marked)
    }

    /// For all sample documents.
    @Test("what is said is the text of the document but for what is shown as left out")
    func whole() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "PDFTextTests/Fixtures")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        var passages = 0
        for file in files.filter({ $0.pathExtension == "pdf" }) {
            guard let pdf = try? PDFDocument(contentsOf: file) else { continue }
            let document = SpokenDocument(pdf)
            let parts = DocumentContents.parts(of: document)
            for leaving in [Self.nothing, .standard, Self.everything] {
                let said = parts.flatMap { ReadingManner(leaving: leaving).said($0) }.flatMap(\.words)
                let left = parts.flatMap { $0.leftOut(by: leaving) }
                #expect(Self.plain(said + left) == Self.plain([document.plain]), "\(file.lastPathComponent)")
                // All words are displayed, independent of what is spoken.
                #expect(parts.reduce(0) { $0 + $1.wordCount } == parts.flatMap(\.sentences).flatMap(\.words).count)
            }
            // Positions are in order, without overlaps, each in its sentence.
            for sentence in parts.flatMap(\.sentences) {
                var end = 0
                for passage in sentence.passages {
                    #expect(passage.words.lowerBound >= end)
                    #expect(!passage.words.isEmpty)
                    #expect(passage.words.upperBound <= sentence.words.count)
                    end = passage.words.upperBound
                    passages += 1
                }
            }
            #expect(Self.plain(parts.flatMap { $0.leftOut(by: .standard) }) == Self.plain(document.skipped.map(\.text)))
        }
        #expect(passages > 10)
    }

    private static func plain(_ texts: [String]) -> [Unicode.Scalar] {
        texts.flatMap { Array($0.unicodeScalars) }.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.sorted()
    }
}

extension SpokenDocument {
    fileprivate var plain: String { String(String.UnicodeScalarView(text)) }
}
