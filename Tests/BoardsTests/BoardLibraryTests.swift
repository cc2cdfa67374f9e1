import Boards
import Foundation
import Testing

@Suite("Boards that come along") struct BoardLibraryTests {
    @Test("every board is well-formed, has a page of its own, and its sample gives what is expected")
    func samples() throws {
        let library = BoardLibrary(data: nil)
        #expect(library.problems.isEmpty)
        #expect(library.boards.map(\.name).contains("visa"))
        for board in library.boards {
            let check = try #require(try BoardCheck.run(board), "\(board.name) has no sample")
            #expect(!check.records.isEmpty)
            for file in ["expected.json", "README.md"] {
                #expect(FileManager.default.fileExists(atPath: board.folder.appendingPathComponent(file).path), "\(board.name)/\(file)")
            }
        }
    }

    @Test("a board in the data folder wins over one that comes along; a broken one is said and left out")
    func ownBoards() throws {
        let data = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        let visa = try #require(BoardLibrary(data: nil)["visa"])
        let yaml = try String(contentsOf: visa.folder.appendingPathComponent(BoardFile.name), encoding: .utf8)
        for (name, text) in [("visa", yaml.replacing("en: Visa status", with: "en: Mine")), ("broken", "title: x\n")] {
            let folder = data.appendingPathComponent("boards/\(name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: folder.appendingPathComponent(BoardFile.name))
        }
        let library = BoardLibrary(data: data, sources: ["visa": "https://example.org/other.pdf"])
        #expect(library["visa"]?.title == "Mine")
        #expect(library["visa"]?.source.url.absoluteString == "https://example.org/other.pdf")
        #expect(library["broken"] == nil && library.problems.count == 1)
    }
}
