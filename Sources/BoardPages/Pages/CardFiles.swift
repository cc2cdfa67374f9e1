package import Boards
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Watching

/// `…/contacts.vcf` and `…/records/<id>.vcf`: a list's records, or one record with all its details, as vCards.
package struct CardFiles: Sendable {
    private let boards: KnownBoards
    private let board: Board
    private let context: PageContext
    /// The most cards in one file.
    package static let limit = 5_000
    /// The most bytes of a photo in a card. Address books shrink larger ones anyway.
    private static let portraitLimit = 512 << 10

    package init(_ boards: KnownBoards, _ board: Board, _ context: PageContext) {
        self.boards = boards
        self.board = board.translated(for: context.words)
        self.context = context
    }

    package func all(for request: Request) async throws -> Response {
        try refuseOthers()
        let shown = try await boards.feeds(of: board, try boards.choice(request.query, of: board, context.words), for: context)
        guard shown.recordCount <= Self.limit else {
            throw Refusal(.contentTooLarge, "This list has more than \(Self.limit) rows, too many for one file.")
        }
        let (schema, shape) = (board.schema, RecordShape(board.schema))
        var response = RecordStream(boards: boards, board: board, shown: shown, type: Self.type) { record in
            VCard(name: shape.name(of: record), fields: DetailField.fields(of: record, schema)).description
        }.response(to: request)
        response.headers[.contentDisposition] = Attachment.disposition(board.name, "vcf")
        return response
    }

    package func one(_ id: String, for request: Request) async throws -> Response {
        try refuseOthers()
        let (feed, stored) = try await boards.record(id, of: board)
        let (page, pictures) = (DetailPage(boards, board, context), Pictures(boards, board))
        let card = try await request.body.whileClientWaits {
            let whole = await page.whole(stored, feed)
            var card = VCard(name: whole.name, fields: whole.all)
            if let portrait = try await pictures.portrait(of: stored.record, feed, byteLimit: Self.portraitLimit) {
                card.addPhoto(portrait.bytes, portrait.kind.mediaType)
            }
            return card
        }
        return Self.file(card.name.isEmpty ? "\(board.name)-\(stored.id)" : card.name, card.description).closingConnection()
    }

    private func refuseOthers() throws {
        guard boards.views.of(board).hasCards(board) else { throw Refusal(.notFound, "This board has no vCards.") }
    }

    private static let type = "text/vcard; charset=utf-8"

    private static func file(_ name: String, _ text: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: Attachment.disposition(name, "vcf"), .cacheControl: "no-cache, private",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
