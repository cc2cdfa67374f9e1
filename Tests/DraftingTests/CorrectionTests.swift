import Boards
import Discovery
import Drafting
import Extraction
import Foundation
import Records
import Testing

@Suite("A draft that a person corrects") struct CorrectionTests {
    private let url = URL(string: "https://lists.example/page") ?? URL(fileURLWithPath: "/")

    private static let table =
        "<table><tr><th>Code</th><th>Wood</th><th>Cost</th><th>Day</th><th>State</th></tr>"
        + woods.enumerated().map { place, wood in
            let states = ["Open", "Closed", "Open", "On hold", "Open"]
            let costs = ["12.50", "9.00", "ask us", "on request", "7.75"]
            return "<tr><td>W-\(place * 7)</td><td>\(wood) \(place < 2 ? "wood" : "plank")</td><td>\(costs[place])</td>"
                + "<td>0\(place + 1)/03/2026</td><td>\(states[place])</td></tr>"
        }.joined() + "</table>"

    private struct Corrected {
        let outcome: DraftCorrection.Outcome
        let draft: BoardDraft

        func place(_ name: String) throws -> Int { try #require(draft.fields.firstIndex { $0.name == name }) }

        func texts(_ name: String) -> [String?]? {
            outcome.schema.index(of: name).map { place in outcome.records.map { $0.values[place]?.text } }
        }
    }

    private func corrected(_ change: (inout Correction, BoardDraft) throws -> Void) throws -> Corrected {
        let document = Array(page(Self.table).utf8)
        let proposals = try Proposals(of: document, at: url)
        let draft = try #require(proposals.all.first).draft
        var correction = draft.uncorrected
        try change(&correction, draft)
        let correcting = DraftCorrection(document: document, address: url, charset: nil, language: proposals.language)
        return Corrected(outcome: correcting.outcome(of: correction, in: draft), draft: draft)
    }

    private func place(_ name: String, _ draft: BoardDraft) throws -> Int { try #require(draft.fields.firstIndex { $0.name == name }) }

    @Test("uncorrected it stays as it is")
    func uncorrected() throws {
        let corrected = try corrected { _, _ in }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.outcome.draft.yaml == corrected.draft.yaml)
        #expect(corrected.outcome.records.count == 5)
    }

    @Test("a field is renamed, others are left out, another names the rows")
    func renamed() throws {
        let corrected = try corrected { correction, draft in
            correction.fields[try place("wood", draft)].label = "Kind of wood"
            correction.heading = try place("wood", draft)
            correction.fields[try place("day", draft)].isLeftOut = true
        }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.outcome.schema.fields.map(\.label).contains("Kind of wood"))
        #expect(corrected.outcome.schema["kind_of_wood"]?.isHeading == true)
        #expect(corrected.outcome.schema["day"] == nil)
        #expect(corrected.outcome.schema["wood"] == nil)
        #expect(corrected.texts("kind_of_wood")?.first == "Elm wood")
        let again = try corrected.outcome.draft.board()
        #expect(again.schema == corrected.outcome.schema)
    }

    @Test("a text becomes a price in the currency that is said, and what is none stays empty")
    func price() throws {
        let without = try corrected { $0.fields[try place("cost", $1)].kind = .money }
        #expect(without.outcome.problems == [.noCurrency(try without.place("cost"))])
        let corrected = try corrected { correction, draft in
            let cost = try place("cost", draft)
            (correction.fields[cost].kind, correction.fields[cost].currency) = (.money, "EUR")
        }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.texts("cost") == ["12.50 EUR", "9.00 EUR", nil, nil, "7.75 EUR"])
        #expect(corrected.outcome.misread[try corrected.place("cost")] == DraftCorrection.Misread(read: 3, unread: 2, example: "ask us"))
    }

    @Test("a type that most values don't have is refused at its field")
    func unreadable() throws {
        let corrected = try corrected { $0.fields[try place("wood", $1)].kind = .date }
        guard case .unreadable(let place, let misread)? = corrected.outcome.problems.first else {
            Issue.record("\(corrected.outcome.problems)")
            return
        }
        #expect(place == (try corrected.place("wood")))
        #expect(misread.read == 0)
        #expect(misread.example == "Elm wood")
    }

    @Test("days that can be read in two ways are read as the person says")
    func order() throws {
        let corrected = try corrected { _, _ in }
        let day = try corrected.place("day")
        #expect(corrected.outcome.known[day].orders.count == 2)
        for order in corrected.outcome.known[day].orders {
            let chosen = try self.corrected { correction, _ in correction.fields[day].format = order.source }
            #expect(chosen.texts("day")?.first == (order.source.hasPrefix("d") ? "2026-03-01" : "2026-01-03"), "\(order.source)")
        }
    }

    @Test("rows are left out by conditions; several texts of one test are alternatives")
    func rows() throws {
        let corrected = try corrected { correction, draft in
            let state = try place("state", draft)
            correction.rules = [.init(field: state, test: .is, text: "open"), .init(field: state, test: .is, text: "Closed")]
            correction.rules.append(.init(field: try place("wood", draft), test: .lacks, text: "plank"))
        }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.texts("wood") == ["Elm wood", "Oak wood"])
        #expect(corrected.outcome.passedOver == 3)
        #expect(corrected.outcome.draft.yaml.contains("state: { is: [open, Closed] }"))
        #expect(corrected.outcome.draft.uncorrected.rules.count == 3)
        let nothing = try self.corrected { $0.rules = [.init(field: try place("state", $1), test: .is, text: "gone")] }
        #expect(nothing.outcome.problems == [])
        #expect(nothing.outcome.records.isEmpty)
        #expect(nothing.outcome.passedOver == 5)
    }

    @Test("what identifies a row has to be there in all, and once")
    func key() throws {
        func chosen(_ names: [String]) throws -> Corrected {
            try corrected { correction, draft in
                for place in correction.fields.indices { correction.fields[place].isKey = false }
                for name in names { correction.fields[try place(name, draft)].isKey = true }
            }
        }
        let shared = try chosen(["state"])
        #expect(shared.outcome.problems == [.keyIsShared([try shared.place("state")], "Open")])
        let together = try chosen(["state", "wood"])
        #expect(together.outcome.problems == [])
        #expect(together.outcome.schema.fields.filter(\.isKey).map(\.name) == ["wood", "state"])
        #expect(try chosen([]).outcome.schema.fields.allSatisfy { !$0.isKey })
    }

    @Test("a field without a name, and a list without fields, are refused")
    func refused() throws {
        #expect(try corrected { correction, _ in correction.fields[0].label = "" }.outcome.problems == [.noLabel(0)])
        let nothing = try corrected { correction, _ in
            for place in correction.fields.indices { correction.fields[place].isLeftOut = true }
        }
        #expect(nothing.outcome.problems == [.noFields])
    }

    @Test("a text becomes yes and no by the word that means yes")
    func flag() throws {
        let corrected = try corrected { correction, draft in
            let state = try place("state", draft)
            (correction.fields[state].kind, correction.fields[state].yes) = (.flag, "Open")
        }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.texts("state") == ["true", "false", "true", "false", "true"])
    }

    @Test("labels and conditions of any signs are written down as they are")
    func signs() throws {
        let label = #"Größe: {"a"} # 'b' \ - [c]"#
        let corrected = try corrected { correction, draft in
            correction.fields[try place("wood", draft)].label = label
            correction.rules = [.init(field: try place("wood", draft), test: .lacks, text: #"': } "x" # - é"#)]
        }
        #expect(corrected.outcome.problems == [])
        #expect(corrected.outcome.records.count == 5)
        #expect(corrected.outcome.schema.fields.contains { $0.label == label })
    }
}
