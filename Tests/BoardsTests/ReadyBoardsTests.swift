import Boards
import Extraction
import Foundation
import Records
import TestSupport
import Testing

@Suite("Ready-made boards") struct ReadyBoardsTests {
    private static let installed = ReadyBoards.installed
    private static let languages = ["ar", "de", "es", "fr", "ja", "pl"]

    private func ready(_ name: String) throws -> ReadyBoard { try #require(Self.installed[name]) }

    @Test("each is well-formed, and its sample gives what is expected")
    func samples() throws {
        #expect(Self.installed.problems.isEmpty)
        #expect(ReadyBoard.Group.allCases.allSatisfy { group in Self.installed.all.contains { $0.group == group } })
        #expect(Set(Self.installed.all.map(\.name)).count == Self.installed.all.count)
        for ready in Self.installed.all {
            let check = try #require(try BoardCheck.run(ready.board), "\(ready.name) has no sample")
            #expect(!check.records.isEmpty)
            let expected = ready.board.folder.appendingPathComponent("expected.json")
            #expect(FileManager.default.fileExists(atPath: expected.path), "\(ready.name)/expected.json")
        }
    }

    @Test("turned on, each is a board without parameters that reads its sample in the same way")
    func turnedOn() throws {
        for ready in Self.installed.all {
            let examples = ready.parameters.compactMap { parameter in parameter.standard.map { (parameter.name, $0) } }
            let made = try ready.made(with: Dictionary(uniqueKeysWithValues: examples))
            #expect(made.board.parameters.isEmpty, "\(ready.name)")
            #expect(!made.yaml.contains("{+"), "\(ready.name)")
            #expect(made.board.source.url == ready.board.source.url, "\(ready.name)")
            #expect(made.board.source.every == ready.board.source.every, "\(ready.name)")
            #expect(made.board.schema.fields.map(\.name) == ready.board.schema.fields.map(\.name), "\(ready.name)")
            let records = try #require(try BoardCheck.run(made.board)).records
            #expect(try records == #require(try BoardCheck.run(ready.board)).records, "\(ready.name)")
        }
    }

    @Test("each says everything in seven languages")
    func languages() throws {
        for ready in Self.installed.all {
            for language in Self.languages {
                let other = ready.translated(to: language)
                #expect(other.about != ready.board.about, "\(ready.name), \(language)")
                for (parameter, english) in zip(other.parameters, ready.parameters) {
                    #expect((parameter.field.hint == nil) == (english.field.hint == nil))
                    #expect(english.field.hint == nil || parameter.field.hint != english.field.hint, "\(ready.name), \(language)")
                }
            }
        }
    }

    @Test("the title ends with what was chosen, in each language; a title that is given takes its place")
    func titles() throws {
        let earthquakes = try ready("earthquakes")
        let made = try earthquakes.made(with: ["period": "day"])
        #expect(made.board.title == "Earthquakes: 4.5 and above, past day")
        #expect(made.board.translated(to: "de").title == "Erdbeben: ab 4.5, letzter Tag")
        #expect(try earthquakes.made(with: [:], titled: "It's  shaking:\n{x}").board.title == "It's shaking: {x}")
    }

    @Test("what is typed in goes into the address encoded, and can't lead elsewhere")
    func addresses() throws {
        let releases = try ready("github-releases")
        let made = try releases.made(with: ["repository": " swiftlang/swift "])
        #expect(made.board.source.url.absoluteString == "https://github.com/swiftlang/swift/releases.atom")
        #expect(made.board.title == "Releases on GitHub: swiftlang/swift")
        for text in ["", "swift", "a/b/c", "../..", "a/..", "a/b?c", "a b/c", "a/b\n- c: d", String(repeating: "a", count: 2000) + "/b"] {
            let error = #expect(throws: ParameterError.self, "\(text)") { try releases.made(with: ["repository": text]) }
            #expect(error?.parameter == "repository")
        }
        #expect(throws: ParameterError.self) { try releases.made(with: ["repository": "a/b", "branch": "main"]) }
        #expect(throws: ParameterError.self) { try ready("earthquakes").made(with: ["period": "year"]) }
    }

    @Test("all mistakes are found at once, one of each parameter")
    func mistakes() throws {
        let weather = try ready("weather-forecast")
        #expect(weather.mistakes(in: ["latitude": "91", "longitude": "east"]).map(\.parameter) == ["latitude", "longitude"])
        #expect(weather.mistakes(in: ["latitude": "", "longitude": "13.41"]).map(\.parameter) == ["latitude"])
        #expect(weather.mistakes(in: ["latitude": "52.52", "longitude": "13.41"]).isEmpty)
        #expect(try ready("earthquakes").mistakes(in: ["period": "year"]).map(\.parameter) == ["period"])
    }

    @Test("a board that reads the same from the same address is known as its twin")
    func twins() throws {
        let made = try ready("earthquakes").made(with: [:]).board
        let other = try ready("earthquakes").made(with: ["period": "day"]).board
        #expect(ReadyBoard.twin(of: made, in: [other]) == nil)
        #expect(ReadyBoard.twin(of: made, in: [other, made])?.title == made.title)
    }

    @Test("a search finds boards with all of its words, in the reader's language and in English, without accents and case")
    func search() throws {
        func names(_ text: String, _ language: String = "en") -> [String] { Self.installed.matching(text, in: language).map(\.name) }
        #expect(names("") == Self.installed.all.map(\.name))
        #expect(names("EARTHQUAKES world") == ["earthquakes"])
        #expect(names("seismes", "fr") == ["earthquakes"])
        #expect(names("Erdbeben", "de") == ["earthquakes"])
        #expect(names("earthquakes euro").isEmpty)
    }
}
