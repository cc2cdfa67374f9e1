import BoardPages
import Hummingbird
import Localisation
import LongJobs
import QueuePages
import Serving
import Watching

extension HomeFeature: BoardFeature {
    static let pageKinds = [PageKind.home, .boards]
    static let jobKinds: [JobKind] = [.reading, .readings, .positions]

    var routes: [Route] {
        [
            // Shows strangers the public boards.
            .get("/", .anyone) { try await HomePage(self, $1).page(for: $0) },
            // Shows strangers the public ones.
            .get(MainWays.boards, .anyone) { try await BoardsPage(self, $1).page(for: $0) },
            .get("/boards/:board", .readers) { request, context in
                guard let board = queues.queueBoard(context.parameters.get("board")) else {
                    let visit = try BoardVisit(boards, context, request)
                    return try await visit.view.page(visit)
                }
                return try await QueuesPage(queues, board, context).page(for: request)
            },
            .post("/boards/:board", .readers) {
                let visit = try BoardVisit(boards, $1, $0)
                return try await visit.view.post(visit)
            },
            .get("/boards/{board}.json", .readers) { try await BoardFiles(boards, $1).json(for: $0) },
            .get("/boards/{board}.csv", .readers) { try await BoardFiles(boards, $1).csv(for: $0) },
            .get("/boards/{board}.atom", .readers) { try await BoardFiles(boards, $1).atom(for: $0) },
            .get("/boards/:board/feed.json", .readers) { try await BoardFiles(boards, $1).jsonFeed(for: $0) },
            .get("/live/boards/:board", .readers) {
                let visit = try BoardVisit(boards, $1, $0)
                return try await visit.view.events(visit)
            },
            .get("/boards/:board/changes", .readers) { try await ChangesPage(boards, $1).page(for: $0) },
            .get("/boards/:board/contacts.vcf", .readers) {
                try await CardFiles(boards, BoardVisit(boards, $1, $0).withRecords().board, $1).all(for: $0)
            },
            .get("/boards/:board/records/:record", .readers) { request, context in
                let visit = try BoardVisit(boards, context, request).withRecords()
                let (board, id) = (visit.board, visit.parameter("record") ?? "")
                guard !id.hasSuffix(".vcf") else {
                    return try await CardFiles(boards, board, context).one(String(id.dropLast(4)), for: request)
                }
                return try await DetailPage(boards, board, context).page(id, for: request)
            },
            .get("/boards/:board/records/:record/:field", .readers) {
                let visit = try BoardVisit(boards, $1, $0).withRecords()
                return try await Pictures(boards, visit.board).picture(visit.parameter("record"), visit.parameter("field"), for: $0)
            },
            .get("/account/boards", .browsers) { try await BoardOrderPage(self, $1).page(for: $0) },
            .post("/account/boards", .browsers) { try await BoardOrderPage(self, $1).move($0) },
        ]
    }

    static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Board", BoardsAPI.boardSchema),
            ("Field", BoardsAPI.fieldSchema),
            ("Parameter", BoardsAPI.parameterSchema),
            ("StoredRecord", BoardsAPI.storedRecordSchema),
            ("Change", ChangeResource.members.schema),
            ("Feed", FeedResource.members.schema),
            ("Method", MethodResource.members.schema),
        ]
    }

    var endpoints: [Endpoint] {
        BoardsAPI.endpoints(boards) + ChangesAPI.endpoints(boards) + FeedsAPI.endpoints(boards) + ServicesAPI.endpoints(boards)
    }
}

extension BoardVisit {
    /// Throws if the board's records have no pages of their own.
    fileprivate func withRecords() throws -> BoardVisit {
        guard view.hasRecordPages else { throw Refusal(.notFound) }
        return self
    }
}
