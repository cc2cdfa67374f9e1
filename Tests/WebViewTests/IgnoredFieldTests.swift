import Boards
import Foundation
import Localisation
import Records
import Testing

@testable import BoardPages
@testable import Following
@testable import Serving
@testable import Web

@Suite("A watch on a field whose changes are ignored") struct IgnoredFieldTests {
    private static let sentence = "Price is ignored on this board, so this watch can’t report when it changes."
    private static let falls = Condition.field("price", .fellBy("5%"))

    private func board(quiet: Bool) throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: Lamps
                source: { url: 'https://lamps.example/list.json' }
                extract: { json: { rows: '$[*]' } }
                fields: { name: { type: text, key: true }, price: { type: number, quiet: \(quiet) }, stock: { type: text } }
                """)
        return try Board(declaration, name: "lamps", folder: URL(fileURLWithPath: "/"))
    }

    private func card(_ condition: Condition, quiet: Bool = true) throws -> String {
        let board = try board(quiet: quiet)
        let settings = Watch.Settings(condition, channels: [])
        let watch = Watch(id: 1, person: 1, board: "lamps", feed: 1, settings: settings, created: Samples.morning, zone: nil)
        let line = WatchLine(watch: watch, board: board, feed: nil, told: nil)
        let model = WatchesModel(lines: [line], alerts: [], reminders: [], boards: [board], hasChannels: true, token: "")
        return WatchesView.page(model, Reader(), assets: "/static/x").text
    }

    @Test("says on its card that it can't report it")
    func card() throws {
        #expect(try card(Self.falls).contains(Self.sentence))
        #expect(try card(.all([.begins(Self.falls), .appeared])).contains(Self.sentence))
        #expect(try !card(Self.falls, quiet: false).contains("is ignored"))
        #expect(try !card(.everything).contains("is ignored"))
        #expect(try !card(.field("stock", .changed)).contains("is ignored"))
    }

    @Test("says so in the editor, with its preview")
    func editor() throws {
        let schema = try board(quiet: true).schema
        let preview = WatchPreview(sentence: "price falls", ignored: Self.falls.ignored(schema, in: .english))
        let model = WatchEditorModel(
            boardName: "lamps", boardTitle: "Lamps", schema: schema, watch: nil, form: WatchForm(), preview: preview, token: "")
        #expect(WatchEditorView(model: model, words: .english).preview.text.contains(Self.sentence))
    }
}
