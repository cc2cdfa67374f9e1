import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Testing
import Watching

@testable import Serving
@testable import Web

@Suite("The page that sets up a board")
struct BoardSetupTests {
    private static let yaml = """
        title: Orders
        view: table
        source:
          url: https://shop.example/orders
          every: 6h
          render:
            steps:
              - open: /login
              - { fill: '#customer', secret: shop_number }
              - { fill: 'input[name=password]', secret: shop }
              - { fill: '#again', secret: shop }
              - press: button
        extract: { html: { rows: //li, fields: { name: b } } }
        fields: { name: { type: text, key: true } }
        """

    private func board() throws -> Board {
        try Board(BoardFile.declaration(of: Self.yaml), name: "shop", folder: URL(fileURLWithPath: "/"), views: Views.forms)
    }

    @Test("each secret of a page's steps says which it is and which field gets it")
    func labels() throws {
        let board = try board()
        var model = BoardSetupModel(board: board, addresses: [], lock: nil)
        model.secrets = board.neededSecrets.map { secret in
            .init(name: secret.name, user: secret.user, selector: secret.field, place: nil, isStored: false, lock: nil)
        }
        let page = BoardSetupView(words: .english).page(model, Reader(), "/static/x").text
        #expect(page.contains("Secret “shop_number” for the field “#customer”"))
        #expect(page.contains("Secret “shop” for the field “input[name=password]”"))
        #expect(page.matches(of: /type="password"/).count == 2)
    }

    @Test("all that a board lacks is said at once, each at its field")
    func lacks() throws {
        let address = ServerSettings.Address(name: "shop", title: "Orders", declared: "https://shop.example", text: "https:/shop")
        var model = BoardSetupModel(board: try board(), addresses: [address], lock: nil)
        model.secrets = ["key", "pin"].map { .init(name: $0, user: nil, selector: nil, place: nil, isStored: false, lock: nil) }
        model.noteMissingSecrets(.english)
        for refusal in ServerSettings.refusals(of: model.texts) { model.refuse(refusal, .english) }
        #expect(Set(model.problems.keys) == ["secret-key", "secret-pin", "address-shop"])
        model.refuse(.init(.source, board: "shop", reason: "Later."), .english)
        #expect(model.problems["address-shop"]?.hasPrefix("Enter a web address") == true)
    }

    @Test("a long selector is shortened in the label")
    func longSelector() {
        let secret = BoardSetupModel.SecretField(
            name: "shop", user: nil, selector: String(repeating: "div ", count: 100), place: nil, isStored: false, lock: nil)
        #expect(secret.label(.english).count < 120)
    }

    private static let count = 1000

    /// A thousand boards whose source needs a secret, two more that need nothing, and a queue.
    private static func settings() throws -> ServerSettings {
        let declaration = try BoardFile.declaration(of: yaml)
        func choice(_ name: String, secrets: [String]) throws -> ServerSettings.BoardChoice {
            let board = try Board(declaration, name: name, folder: URL(fileURLWithPath: "/"), views: Views.forms)
            return .init(
                name: name, title: board.title, isOn: true, isPublic: false, isOnByFile: true, isPublicByFile: false, secrets: secrets,
                board: board)
        }
        let queue = ServerSettings.BoardChoice(
            name: "queue", title: "Queue", isOn: true, isPublic: false, isOnByFile: true, isPublicByFile: false)
        let choices =
            try (0..<count).map { try choice("board-\($0)", secrets: ["shop"]) } + ["full-0", "full-1"].map { try choice($0, secrets: []) }
        return ServerSettings(
            given: [:], boards: { choices + [queue] }, addresses: { [] },
            board: { name, _ in
                Issue.record("the boards are loaded once more, for \(name)")
                throw ServerSettings.Refusal(.source, board: name)
            },
            secrets: Secrets(), secretLock: { _ in nil }, refusals: { _, _ in [] }, keep: { _, _ in throw ServerSettings.Refusal(nil) },
            sendMail: { _, _, _ in throw ServerSettings.Refusal(.mailHost) }, beginAnew: {})
    }

    private func page(_ settings: ServerSettings, search: String? = nil, from: String? = nil) -> String {
        let list = BoardSetupList(settings.boardsToSetUp, search: search, from: from, .english)
        return BoardSetupView(words: .english).list(list, Reader(), "/static/x").text
    }

    private func names(_ page: String) -> [String] {
        page.matches(of: /href="\/server\/board\?name=([^"]*)"/).map { String($0.output.1) }
    }

    @Test("of a thousand boards to set up twenty are shown at a time, and each is reached")
    func many() throws {
        let settings = try Self.settings()
        var found: [String] = []
        var from: String? = "0"
        while let place = from, found.count <= Self.count {
            let page = page(settings, from: place)
            #expect(page.utf8.count <= 60_000)
            #expect(names(page).count == BoardSetupList.size)
            found += names(page)
            from = page.firstMatch(of: /rel="next" href="\/server\/board\?from=([0-9]+)"/).map { String($0.output.1) }
        }
        #expect(found == (0..<Self.count).map { "board-\($0)" })
    }

    @Test("a search among the boards to set up finds them by name, and keeps to it from page to page")
    func search() throws {
        let settings = try Self.settings()
        #expect(names(page(settings, search: "BOARD-777")) == ["board-777"])
        let first = page(settings, search: "orders")
        #expect(names(first).first == "board-0")
        #expect(first.contains("/server/board?q=orders&amp;from=20"))
        #expect(page(settings, search: "no-such-board").contains("No board matches."))
        // A place beyond the end, or none at all.
        for place in ["100000", "-1", "x"] { #expect(names(page(settings, from: place)).first == "board-0") }
    }

    @Test("without a board that lacks something the page says so, and has no search")
    func nothingToSetUp() {
        let list = BoardSetupList([], search: nil, from: nil, .english)
        let page = BoardSetupView(words: .english).list(list, Reader(), "/static/x").text
        #expect(page.contains("All boards have what they need."))
        #expect(!page.contains("role=\"search\""))
    }
}
