import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Testing

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

    @Test("a long selector is shortened in the label")
    func longSelector() {
        let secret = BoardSetupModel.SecretField(
            name: "shop", user: nil, selector: String(repeating: "div ", count: 100), place: nil, isStored: false, lock: nil)
        #expect(secret.label(.english).count < 120)
    }
}
