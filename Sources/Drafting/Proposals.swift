import Boards
import Discovery
package import Foundation
package import Markup
package import Records

/// What a document could be watched as: the lists that were found in it and that a board reads as they were found, the best first.
package struct Proposals: Sendable {
    package struct Proposal: Sendable {
        package let draft: BoardDraft
        /// The board's fields, in the order of the values.
        package let schema: Schema
        /// The first rows, as the board reads them.
        package let rows: [Record]
        package let rowCount: Int
        /// What is left out or read otherwise than it was found, and why; in English.
        package let notes: [String]
    }

    /// Lists that are proved, whatever comes of it.
    private static let mostTries = 6
    package static let most = 3
    package static let shownRows = 5

    /// What the document calls itself; empty if it says nothing.
    package let title: String
    package let all: [Proposal]

    /// - Parameters:
    ///   - document: As `Discovery` takes it.
    ///   - address: Where it is from.
    ///   - charset: What HTTP says of its charset.
    package init(of document: [UInt8], at address: URL, charset: String? = nil) throws(MarkupError) {
        let findings = try Discovery.findings(in: document, address: address, charset: charset)
        let proof = DraftProof(document: document, address: address, charset: charset, findings: findings)
        var all: [Proposal] = []
        for candidate in findings.candidates.prefix(Self.mostTries) where all.count < Self.most {
            let outcome = proof.outcome(of: candidate)
            guard let draft = outcome.draft, let schema = (try? draft.board())?.schema else { continue }
            let rows = Array(outcome.records.prefix(Self.shownRows))
            // Two ways to the same list are one list to a person.
            guard !all.contains(where: { $0.rowCount == outcome.records.count && $0.rows.map(\.values) == rows.map(\.values) }) else {
                continue
            }
            all.append(Proposal(draft: draft, schema: schema, rows: rows, rowCount: outcome.records.count, notes: outcome.notes))
        }
        (title, self.all) = (findings.title, all)
    }
}
