import Boards
package import Discovery
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
        /// The page's text by paragraphs, and no list.
        package let isText: Bool
        /// Of one value that a person has typed: the text around it on the page.
        package internal(set) var around: String?
    }

    /// The most lists that are tried, with success or not.
    private static let attemptLimit = 6
    package static let limit = 3
    package static let shownRows = 5

    /// The document's own title; empty if it has none.
    package let title: String
    /// Lists; behind them the text of a page, by paragraphs.
    package let all: [Proposal]
    /// Of the page, a tag of BCP 47; nil if it isn't known.
    package let language: String?
    /// Whether the document is a page of HTML.
    package let isPage: Bool
    /// Feeds and other data that the page names.
    package let alternates: [Alternate]
    /// Pages of the same site that the page shows inside itself.
    package let frames: [FramedPage]
    /// In how many places the page shows the value that was asked for; nil: lists were asked for.
    package let places: Int?

    /// - Parameters:
    ///   - document: As `Discovery` takes it.
    ///   - address: Where it is from.
    ///   - charset: What HTTP says of its charset.
    package init(of document: [UInt8], at address: URL, charset: String? = nil) throws(MarkupError) {
        let findings = try Discovery.findings(in: document, address: address, charset: charset)
        let proof = DraftProof(document: document, address: address, charset: charset, findings: findings)
        var all: [Proposal] = []
        for candidate in findings.candidates.prefix(Self.attemptLimit) where all.count < Self.limit {
            guard let found = Self.proposal(proof.outcome(of: candidate)) else { continue }
            // Two ways to the same list are one list to a person.
            guard !all.contains(where: { $0.rowCount == found.rowCount && $0.rows.map(\.values) == found.rows.map(\.values) }) else {
                continue
            }
            all.append(found)
        }
        if let text = findings.text.flatMap({ Self.proposal(proof.outcome(of: $0), isText: true) }) { all.append(text) }
        (title, self.all, alternates, language, isPage) = (findings.title, all, findings.alternates, findings.language, findings.isPage)
        (frames, places) = (findings.frames, nil)
    }

    /// A list that a person has pointed at; nil if no board reads it as it was found.
    package static func pointed(
        _ picked: PagePicking.Picked, on page: PagePicking, _ document: [UInt8], at address: URL, charset: String?
    ) -> Proposal? {
        pointed(picked.candidate, on: page, document, at: address, charset: charset)
    }

    /// The same of one value that a person has pointed at.
    package static func pointed(
        _ candidate: Candidate, on page: PagePicking, _ document: [UInt8], at address: URL, charset: String?
    ) -> Proposal? {
        let proof = DraftProof(document: document, address: address, charset: charset, findings: page.findings)
        return proposal(proof.outcome(of: candidate))
    }

    private static func proposal(_ outcome: DraftProof.Outcome, isText: Bool = false) -> Proposal? {
        guard let draft = outcome.draft, let schema = (try? draft.board())?.schema else { return nil }
        return Proposal(
            draft: draft, schema: schema, rows: Array(outcome.records.prefix(shownRows)), rowCount: outcome.records.count,
            notes: outcome.notes, isText: isText)
    }
}
