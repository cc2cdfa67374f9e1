import BoardPages
import Boards
import Foundation
import Hummingbird
import Records
import Testing

@testable import Serving
@testable import Web

/// The list of views, and what it has boards be held to.
@Suite("Views")
struct ViewsTests {
    private static func board(_ view: String, _ more: String = "") throws -> Board {
        let file = """
            title: Board
            \(view)
            source: { url: 'https://a.example/' }
            extract: { json: { rows: '$[*]' } }
            fields: { id: { type: text, key: true\(more) }, price: { type: number, optional: true } }
            """
        return try Board(
            try BoardFile.declaration(of: file), name: "board", folder: URL(fileURLWithPath: "/"), views: Views.forms)
    }

    @Test("each has a name of its own, a kind of page that is linked, and a line in the documentation")
    func names() throws {
        let names = Views.forms.map(\.view.rawValue)
        #expect(Set(names).count == names.count)
        #expect(!names.contains(QueueBoard.view))
        for kind in Views.kinds { #expect(Views.pageKinds.contains(kind), "\(kind.name)") }
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Docs/Using/Boards.md")
        let documentation = try String(contentsOf: folder, encoding: .utf8)
        for name in names { #expect(documentation.contains("- `\(name)`"), "Docs/Using/Boards.md lacks the view \(name)") }
    }

    @Test("an address that several views have is of the same people in each, and has a line in the map of access")
    func addresses() async throws {
        try await withHouse(Source()) { house in
            let views = house.web.parts.boards.views
            for route in views.all.flatMap({ $0.routes }) {
                #expect(views.routes.contains { $0.address == route.address && $0.method == route.method && $0.access == route.access })
                #expect(
                    house.web.features.access.contains { $0.path == route.address && $0.access == route.access }, "\(route.address)")
            }
        }
    }

    @Test("a file that names another view is told which there are")
    func unknown() {
        let error = #expect(throws: DeclarationError.self) { _ = try Self.board("view: shop") }
        #expect(
            "\(error, default: "")".contains(
                "'shop' is not known here; there are \(Views.forms.map(\.view.rawValue).joined(separator: ", "))"))
        #expect("\(error, default: "")".contains("view"))
    }

    @Test(
        "what a view wants and a board lacks is said",
        arguments: [
            ("view: lookup", "the view 'lookup' needs a field with ask: true"), ("", "the view 'lookup' needs a field with ask: true"),
            ("view: map", "the view 'map' needs 'stations'"),
        ])
    func lack(view: String, sentence: String) {
        let error = #expect(throws: DeclarationError.self) { _ = try Self.board(view) }
        #expect("\(error, default: "")".contains(sentence))
    }

    @Test("what a board has that its view wants, it is shown by", arguments: ["view: lookup", ""])
    func fits(view: String) async throws {
        try await withHouse(Source()) { house in
            let board = try Self.board(view, ", ask: true")
            #expect(house.web.parts.boards.views.of(board).form.view.rawValue == "lookup")
        }
    }
}
