import Boards
import Fetching
import Foundation
import Records
import Testing

@testable import Watching

@Suite("Secrets of boards")
struct SecretsTests {
    private let stored = Secrets { $0 == "prices" ? "stored" : nil }

    @Test("a secret that was typed is used in place of the stored one, for that reading only")
    func typed() throws {
        let typed = stored.with(["prices": SecretText("typed")])
        #expect(try Self.header(typed) == SecretHeader(name: "X-Api-Key", value: "typed"))
        #expect(try Self.header(stored) == SecretHeader(name: "X-Api-Key", value: "stored"))
        #expect(throws: MissingSecret.self) { try Self.header(Secrets()) }
    }

    @Test("whether there is one is said without it")
    func has() {
        #expect(stored.has("prices"))
        #expect(!stored.has("other"))
        #expect(!Secrets { _ in "" }.has("prices"))
        #expect(!Secrets { throw MissingSecret(name: $0, unreadable: "/none") }.has("prices"))
    }

    private static func header(_ secrets: Secrets) throws -> SecretHeader? {
        var request = Request(url: try #require(URL(string: "https://prices.example/list")))
        try secrets.apply(.header(name: "X-Api-Key", secret: "prices"), to: &request)
        return request.secretHeader
    }
}
