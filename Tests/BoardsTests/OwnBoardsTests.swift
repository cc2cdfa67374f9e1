import Foundation
import TestSupport
import Testing

@testable import Boards

@Suite("Own boards")
struct OwnBoardsTests {
    @Test(
        "a name is made of a title, and is free",
        arguments: [
            ("Nike shoes, men", [], "nike-shoes-men"), ("Nike shoes, men", ["nike-shoes-men"], "nike-shoes-men-2"),
            ("Übersicht: Größen", [], "ubersicht-grossen"), ("2026 prices", [], "page-2026-prices"), ("番組表", [], "page"),
            ("", ["page"], "page-2"),
            ("Guide words", ["guide"], "page-guide-words"),
        ] as [(String, Set<String>, String)])
    func names(title: String, taken: Set<String>, name: String) {
        #expect(OwnBoards.name(of: title, besides: taken) == name)
    }

    @Test("a long title makes a name that a board may have")
    func longName() {
        let name = OwnBoards.name(of: String(repeating: "lamp ", count: 100), besides: [])
        #expect(Board.isName(name, including: "-"))
        #expect(Board.isName(name + "-201", including: "-"))
    }

    @Test("a file is there whole, beside those that are there, and no more than may be")
    func files() throws {
        let folder = try TemporaryFolder()
        let own = OwnBoards(in: folder.url.appendingPathComponent("boards"))
        #expect(try own.add("title: One\n", titled: "One", besides: []) == "one")
        #expect(try own.add("title: Two\n", titled: "One", besides: []) == "one-2")
        let text = try String(contentsOf: folder.url.appendingPathComponent("boards/one-2/board.yaml"), encoding: .utf8)
        #expect(text == "title: Two\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["boards"])
        for number in 2..<OwnBoards.limit { _ = try own.add("", titled: "Board \(number)", besides: []) }
        #expect(throws: OwnBoards.Refusal.full) { try own.add("", titled: "One more", besides: []) }
    }
}
