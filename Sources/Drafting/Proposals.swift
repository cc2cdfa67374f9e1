import Boards
package import Discovery
package import Foundation
package import Markup
package import Records

/// The boards that could watch a document: its detected lists that a board reads correctly, best first.
package struct Proposals: Sendable {
    package struct Proposal: Sendable {
        package let draft: BoardDraft
        /// The board's fields, in the order of the values.
        package let schema: Schema
        /// The first rows, read by the board.
        package let rows: [Record]
        package let rowCount: Int
        /// Fields that are left out or read differently, with the reasons; in English.
        package let notes: [String]
        /// Whether it is the page's text by paragraphs instead of a list.
        package let isText: Bool
        /// For a value that a person typed: the text around it on the page.
        package internal(set) var around: String?
    }

    /// The most lists that are tried, successfully or not.
    private static let attemptLimit = 6
    package static let limit = 3
    package static let shownRows = 5

    /// The document's own title; empty if it has none.
    package let title: String
    /// The lists, followed by a page's text by paragraphs.
    package let all: [Proposal]
    /// The page's language as a BCP 47 tag; nil if unknown.
    package let language: String?
    /// Whether the document is an HTML page.
    package let isPage: Bool
    /// Feeds and other data that the page links.
    package let alternates: [Alternate]
    /// Pages of the same site that the page embeds.
    package let frames: [FramedPage]
    /// How often the page shows the requested value; nil: lists were requested.
    package let places: Int?

    /// - Parameters:
    ///   - document: Any format that `Discovery` supports.
    ///   - address: The document's address.
    ///   - charset: The charset in the HTTP response.
    package init(of document: [UInt8], at address: URL, charset: String? = nil) throws(MarkupError) {
        let findings = try Discovery.findings(in: document, address: address, charset: charset)
        let proof = DraftProof(document: document, address: address, charset: charset, findings: findings)
        var all: [Proposal] = []
        for candidate in findings.candidates.prefix(Self.attemptLimit) where all.count < Self.limit {
            guard let found = Self.proposal(proof.outcome(of: candidate)) else { continue }
            // To a person, two ways to the same list are one list.
            guard !all.contains(where: { $0.rowCount == found.rowCount && $0.rows.map(\.values) == found.rows.map(\.values) }) else {
                continue
            }
            all.append(found)
        }
        if let text = findings.text.flatMap({ Self.proposal(proof.outcome(of: $0), isText: true) }) { all.append(text) }
        (title, self.all, alternates, language, isPage) = (findings.title, all, findings.alternates, findings.language, findings.isPage)
        (frames, places) = (findings.frames, nil)
    }

    /// A list that a person has pointed at; nil if no board reads it correctly.
    package static func pointed(
        _ picked: PagePicking.Picked, on page: PagePicking, _ document: [UInt8], at address: URL, charset: String?
    ) -> Proposal? {
        pointed(picked.candidate, on: page, document, at: address, charset: charset)
    }

    /// The same for one value that a person has pointed at.
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
