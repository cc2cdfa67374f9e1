import Boards
import Discovery
import Drafting
import Extraction
import Foundation
import Records
import Testing

/// The board of a list of a document, and what it reads.
struct Drafted {
    let outcome: DraftProof.Outcome
    let candidate: Candidate
    let board: Board
    let records: [Record]

    /// - Parameter choice: Which list; nil: the first.
    init(_ document: String, address: String = "https://lists.example/page", choice: ((Candidate) -> Bool)? = nil) throws {
        try self.init(bytes: Array(document.utf8), address: address, choice: choice)
    }

    init(bytes: [UInt8], address: String = "https://lists.example/page", choice: ((Candidate) -> Bool)? = nil) throws {
        let url = try #require(URL(string: address))
        let findings = try Discovery.findings(in: bytes, address: url)
        candidate = try #require(findings.candidates.first { choice?($0) ?? true })
        outcome = DraftProof(document: bytes, address: url, findings: findings).outcome(of: candidate)
        let draft = try #require(outcome.draft, "\(outcome.notes)")
        // As if the file were found in a board folder.
        board = try Board(try BoardFile.declaration(of: draft.yaml), name: "draft", folder: URL(fileURLWithPath: "/draft"))
        var hints = DocumentHints.wholeFile
        hints.address = url
        var run = board.begin(hints)
        var records: [Record] = []
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { records.append(record) } }
        try run.append(bytes, keep)
        try run.finish(keep)
        self.records = records
    }

    /// What becomes of a list as a test has changed it.
    static func outcome(_ document: String, of candidate: Candidate) throws -> DraftProof.Outcome {
        let (bytes, url) = (Array(document.utf8), try #require(URL(string: "https://lists.example/page")))
        return DraftProof(document: bytes, address: url, findings: try Discovery.findings(in: bytes, address: url)).outcome(of: candidate)
    }

    func texts(_ name: String) -> [String?]? {
        board.schema.index(of: name).map { place in records.map { $0.values[place]?.text } }
    }

    func kind(_ name: String) -> Records.Field.Kind? { board.schema[name]?.kind }

    var keys: [String] { board.schema.fields.filter(\.isKey).map(\.name) }
}

/// A page with a list in the middle of what usually surrounds lists.
func page(_ main: String, head: String = "", language: String = "en") -> String {
    """
    <!DOCTYPE html><html lang="\(language)"><head><title>Offers of today</title>\(head)</head><body>
    <nav><ul><li><a href="/">Start</a></li><li><a href="/help">Help</a></li><li><a href="/about">About</a></li><li><a href="/shop">Shop</a></li></ul></nav>
    <main><h1>Offers</h1>\(main)</main><footer><p>Made by hand</p></footer></body></html>
    """
}

let woods = ["Elm", "Oak", "Ash", "Fir", "Yew"]
