import Boards
import Discovery
import Drafting
import Foundation
import Records
import Testing

struct RepairTests {
    private static let lamps = ["Elm lamp", "Oak chair", "Ash table", "Fir bench", "Yew shelf", "Plum box", "Pear stool", "Lime desk"]

    private static func old() throws -> Drafted {
        let cards = lamps.enumerated().map { place, name in
            """
            <article class="card"><h2><a href="/p/\(place * 17)">\(name)</a></h2><p class="maker">\(["Ada", "Ben", "Cora"][place % 3]) & Co</p>
            <b class="price">\(place + 1).50 €</b></article>
            """
        }
        return try Drafted(page(cards.joined()))
    }

    private func proposal(for drafted: Drafted, on page: String) throws -> Repair.Proposal? {
        let (bytes, url) = (Array(page.utf8), try #require(URL(string: "https://lists.example/page")))
        let findings = try Discovery.findings(in: bytes, address: url)
        let repair = Repair(schema: drafted.board.schema, records: drafted.records)
        return repair.proposal(in: findings, DraftProof(document: bytes, address: url, findings: findings))
    }

    @Test("a list is found again by its keys in another order, other elements and other addresses, and keeps the names of its fields")
    func redesigned() throws {
        let drafted = try Self.old()
        let rows = Self.lamps.enumerated().dropFirst().reversed().map { place, name in
            "<tr><td>\(["Ada", "Ben", "Cora"][place % 3]) & Co</td><td>\(place + 2).75 €</td><td><a href=\"/shop/p/\(place * 17)\">\(name)</a></td></tr>"
        }
        let new = "<table><tr><th>Who</th><th>Cost</th><th>What</th></tr>\(rows.joined())</table>"
        let found = try #require(try proposal(for: drafted, on: page(new)))
        #expect(Set(found.draft.fields.map(\.name)) == Set(drafted.board.schema.fields.map(\.name)))
        #expect(found.draft.fields.filter(\.isKey).map(\.name) == drafted.keys)
        #expect(found.keys == 7.0 / 8)
        #expect(found.values == 1)
        #expect(found.missing == [])
        #expect(found.isSure)
        #expect(found.draft.yaml.contains("//tr"))
    }

    @Test("a field that was made quiet stays so")
    func quiet() throws {
        let drafted = try Self.old()
        var fields = drafted.board.schema.fields
        let price = try #require(fields.firstIndex { $0.kind == .money })
        fields[price].isQuiet = true
        let rows = Self.lamps.enumerated().map { "<li><a href=\"/p/\($0 * 17)\">\($1)</a> <i>\($0 + 1).50 €</i></li>" }
        let (bytes, url) = (Array(page("<ul>\(rows.joined())</ul>").utf8), try #require(URL(string: "https://lists.example/page")))
        let findings = try Discovery.findings(in: bytes, address: url)
        let repair = Repair(schema: Schema(fields: fields), records: drafted.records)
        let found = repair.proposal(in: findings, DraftProof(document: bytes, address: url, findings: findings))
        #expect(found?.draft.yaml.contains("quiet: true") == true)
    }

    @Test("a field that the new page lacks is named, and isn't followed without a question")
    func missing() throws {
        let rows = Self.lamps.enumerated().map { "<li><a href=\"/p/\($0 * 17)\">\($1)</a> <i>\($0 + 1).50 €</i></li>" }
        let found = try #require(try proposal(for: Self.old(), on: page("<ul>\(rows.joined())</ul>")))
        #expect(found.missing == ["maker"])
        #expect(!found.isSure)
    }

    @Test("states that have changed and addresses of one part don't speak against a list")
    func states() throws {
        func rows(_ element: String, _ states: [String]) -> String {
            Self.lamps.enumerated().map {
                "<\(element)><a href=\"/item?id=\($0 * 9)\">\($1)</a> <i class=\"state\">\(states[$0 % states.count])</i></\(element)>"
            }.joined()
        }
        let drafted = try Drafted(page("<ul>\(rows("li", ["works today", "is down"]))</ul>"))
        let found = try proposal(for: drafted, on: page("<section>\(rows("p", ["is down", "works today", "is slow"]))</section>"))
        #expect(found?.keys == 1)
        #expect(found?.isSure == true)
    }

    @Test("another list is no repair, nor one with a few of the same keys")
    func another() throws {
        let others = (1...9).map { "<li><a href=\"/q/\($0)\">Cup \($0) of tin</a> <i>\($0).50 €</i></li>" }
        #expect(try proposal(for: Self.old(), on: page("<ul>\(others.joined())</ul>")) == nil)
        let few = Self.lamps.enumerated().prefix(3).map { "<li><a href=\"/p/\($0 * 17)\">\($1)</a> <i>\($0 + 1).50 €</i></li>" }
        #expect(try proposal(for: Self.old(), on: page("<ul>\((few + others).joined())</ul>")) == nil)
        #expect(try proposal(for: Self.old(), on: page("<p>Sign in to go on.</p>")) == nil)
    }
}
