import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage
import Watching

/// `…/contacts.vcf` and `…/records/<id>.vcf`: a list's records, or one with all that is known of it, as vCards.
struct CardFiles: Sendable {
    private let site: Site
    private let board: Board
    private let context: PageContext
    /// Cards in one file at most.
    static let limit = 5_000

    init(_ site: Site, _ board: Board, _ context: PageContext) {
        self.site = site
        self.board = board.translated(for: context.words)
        self.context = context
    }

    /// A list of something with a name and a picture, or with ways to reach it.
    static func areOffered(by board: Board) -> Bool {
        board.view == .list && board.schema.fields.contains { [.image, .phone, .email].contains($0.kind) }
    }

    func all(for request: Request) async throws -> Response {
        try refuseOthers()
        let shown = try await site.feeds(of: board, try site.choice(request.query, of: board, context.words), for: context)
        guard shown.recordCount <= Self.limit else {
            throw Refusal(.contentTooLarge, "This list has more than \(Self.limit) entries; they are not saved in one file.")
        }
        let shape = RecordShape(board.schema)
        let cards = try await shown.records(in: site.store, board.schema, limit: Self.limit).map { stored in
            VCard(name: shape.name(of: stored.record), fields: DetailField.fields(of: stored.record, board.schema)).description
        }
        return Self.file(board.name, cards.joined())
    }

    func one(_ id: String, for request: Request) async throws -> Response {
        try refuseOthers()
        let (feed, stored) = try await site.record(id, of: board)
        let page = DetailPage(site, board, context)
        let whole = try await request.body.consumeWithCancellationOnInboundClose { _ in await page.whole(stored, feed) }
        return Self.file("\(board.name)-\(stored.id)", VCard(name: whole.name, fields: whole.all).description)
    }

    private func refuseOthers() throws {
        guard Self.areOffered(by: board) else { throw Refusal(.notFound, "This board’s entries are not saved as vCards.") }
    }

    private static func file(_ name: String, _ text: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/vcard; charset=utf-8", .contentDisposition: "attachment; filename=\"\(name).vcf\"",
                .cacheControl: "no-cache, private",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
