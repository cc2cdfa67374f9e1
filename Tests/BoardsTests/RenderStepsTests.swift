import BoardPages
import Boards
import Fetching
import Foundation
import Records
import Testing
import Web

@Suite("Steps of a page in a browser") struct RenderStepsTests {
    private static let steps = """
        [{ open: /login }, { fill: '#user', value: ada }, { fill: "input[name='password']", secret: shop }, { press: 'button[type=submit]' },
            { wait: //nav }, { wait: { address: https://shop.example/account } }]
        """

    private func source(_ render: String) throws -> Board.Source {
        let yaml = """
            title: Lamps
            view: table
            source:
              url: https://shop.example/lamps
              every: 1h
              render: \(render)
            extract: { html: { rows: //li, fields: { name: b } } }
            fields:
              name: { type: text, key: true }
            """
        return try Board(try BoardFile.declaration(of: yaml), name: "lamps", folder: URL(fileURLWithPath: "/"), views: Views.forms).source
    }

    @Test("steps are read in their order, and written again as they were")
    func whole() throws {
        let source = try source("{ steps: \(Self.steps) }")
        let order = try #require(source.render)
        #expect(
            order.steps == [
                .open("/login"), .fill(selector: "#user", .value("ada")),
                .fill(selector: "input[name='password']", .secret("shop")), .press(selector: "button[type=submit]"),
                .wait(selector: "//nav"), .arrive("https://shop.example/account"),
            ])
        #expect(order.secretNames == ["shop"])
        #expect(order.beginsElsewhere)
        #expect(order.secrets.isEmpty)
        #expect(try self.source(try #require(source.renderText)).render == order)
    }

    @Test("a step that is typed into a form is the one that was read")
    func typed() throws {
        let steps = try #require(try source("{ steps: \(Self.steps) }").render).steps
        #expect(try steps.map { try TypedStep($0).step() } == steps)
    }

    @Test("a step that can't be carried out says what is wrong with it")
    func wronglyTyped() {
        let wrong: [(step: TypedStep, problem: TypedStep.Problem)] = [
            (TypedStep(.press, ""), .noPlace), (TypedStep(.value, "#a"), .noInput), (TypedStep(.secret, "#a"), .noInput),
            (TypedStep(.secret, "#a", "My password!"), .notSecretName), (TypedStep(.open, "login"), .notAddress),
            (TypedStep(.open, "//other.example"), .notAddress), (TypedStep(.arrive, "file:///etc/passwd"), .notAddress),
            (TypedStep(.wait, String(repeating: "a", count: 501)), .tooLong),
            (TypedStep(.value, "#a", String(repeating: "é", count: 501)), .tooLong),
        ]
        for (step, problem) in wrong { #expect(throws: problem) { try step.step() } }
    }

    @Test("steps that don't open an address begin on the page")
    func onPage() throws {
        let order = try #require(try source("{ steps: [{ press: '#more' }], wait: '#all' }").render)
        #expect(!order.beginsElsewhere)
        #expect(order.selector == "#all")
    }

    @Test(
        "a mistake in a step is named with its mend",
        arguments: [
            ("[]", "a list of 1 to 20 steps"),
            ("{ press: x }", "a list of 1 to 20 steps"),
            ("[{ click: button }]", "there is no key 'click'"),
            ("[{ pres: button }]", "Did you mean 'press'?"),
            ("[{ press: button, wait: nav }]", "a step is one of open, fill, press, wait"),
            ("[{ secret: shop }]", "a step is one of"),
            ("[{ fill: '#user' }]", "either a 'value' or the name of a 'secret'"),
            ("[{ fill: '#user', value: ada, secret: shop }]", "either a 'value' or the name of a 'secret'"),
            ("[{ fill: '#user', secret: 'pa55 word' }]", "not the secret itself"),
            ("[{ press: button, value: ada }]", "'value' goes with 'fill'"),
            ("[{ open: login }]", "isn't an address like"),
            ("[{ open: 'file:///etc/passwd' }]", "isn't an address like"),
            ("[{ open: //shop.example/login }]", "isn't an address like"),
            ("[{ wait: { addres: /x } }]", "Did you mean 'address'?"),
            ("[{ wait: { address: 'javascript:alert(1)' } }]", "isn't an address like"),
            ("[\(Array(repeating: "{ press: b }", count: 21).joined(separator: ", "))]", "a list of 1 to 20 steps"),
        ])
    func mistakes(steps: String, said: String) {
        #expect { try source("{ steps: \(steps) }") } throws: { "\($0)".contains(said) && "\($0)".contains("line 6") }
    }

    @Test("a secret has no description, and an order without it none either")
    func silent() {
        var order = RenderOrder(steps: [.fill(selector: "#password", .secret("shop"))])
        order.secrets["shop"] = RenderSecret("correct horse")
        var written = ""
        dump(order, to: &written)
        #expect(!"\(order) \(written)".contains("correct horse"))
    }
}
