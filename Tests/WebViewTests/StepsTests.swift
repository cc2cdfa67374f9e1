import BoardPages
import Boards
import Fetching
import Foundation
import Localisation
import Records
import Testing

@testable import NewBoardPages
@testable import Serving
@testable import Web

@Suite("The editor of a browser's steps")
struct StepsTests {
    private static let steps = [TypedStep(.open, "/login"), TypedStep(.secret, "#password", "shop"), TypedStep(.press, "button")]

    private func page(_ model: StepsModel) throws -> String {
        let yaml = """
            title: Orders
            view: table
            source: { url: 'https://shop.example/orders', every: 6h, render: true }
            extract: { html: { rows: //li, fields: { name: b } } }
            fields: { name: { type: text, key: true } }
            """
        let board = try Board(BoardFile.declaration(of: yaml), name: "orders", folder: URL(fileURLWithPath: "/"), views: Views.forms)
        return StepsView(board: board, model: model, words: .english).page(Reader(), "/static/x").text
    }

    @Test("its buttons add, move and remove steps, within the bounds of a board's file")
    func changed() {
        var model = StepsModel(Self.steps)
        let acts = ["up-1", "remove-1", "up-0", "remove-2", "remove--1", "remove", "drop-1", ""].map { model.change($0) }
        #expect(acts == [true, true, false, false, false, false, false, false])
        #expect(model.steps.map(\.kind) == [.secret, .press])
        for _ in 0..<30 { model.add() }
        #expect(model.steps.count == RenderOrder.stepLimit)
        #expect(!model.canAdd)
        var one = StepsModel([Self.steps[0]])
        _ = one.change("remove-0")
        #expect(one.steps == [TypedStep()])
    }

    @Test("steps that are left empty aren't steps, and a wrong one says so at its field")
    func read() throws {
        var model = StepsModel(Self.steps + [TypedStep()])
        let read = model.read(.english)
        #expect(read == [.open("/login"), .fill(selector: "#password", .secret("shop")), .press(selector: "button")])
        var wrong = StepsModel([TypedStep(.value, "", "ada"), TypedStep(.secret, "#password", "Geheim 1!")])
        let none = wrong.read(.english)
        #expect(none == nil)
        #expect(Set(wrong.problems.keys) == ["place.0", "input.1"])
        #expect(try page(wrong).contains("id=\"field-input.1-problem\""))
    }

    @Test("an administrator gets from a private address to the setting that allows it")
    func setting() throws {
        var model = StepsModel(Self.steps)
        model.problem = "Tidings isn’t allowed to reach it."
        #expect(try !page(model).contains("/server#hosts"))
        model.isForSettings = true
        #expect(try page(model).contains("/server#hosts"))
    }

    @Test("the picture of a trial is in the page itself, and no label is there twice")
    func shown() throws {
        var model = StepsModel(Self.steps)
        model.picture = [1, 2, 3]
        let page = try page(model)
        #expect(page.contains("src=\"data:image/webp;base64,AQID\""))
        let labels = page.matches(of: /<button[^>]* aria-label="([^"]*)"/).map { String($0.output.1) }
        #expect(Set(labels).count == labels.count)
        #expect(labels.contains("Remove: Step 3"))
    }
}
