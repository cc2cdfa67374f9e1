import BoardPages
import Hummingbird
import QueuePages
import Serving
import Watching

extension Feature {
    /// The first page, boards, and what every view of a board has.
    static let home = Feature(
        "home", pageKinds: [.home], jobKinds: [.reading, .readings, .positions],
        routes: [
            // Shows strangers the public boards.
            .get("/", .anyone) { try await HomePage($0, $2).page(for: $1) },
            .get("/boards/:board", .readers) { engine, request, context in
                guard let queues = engine.queueBoard(context.parameters.get("board")) else {
                    let visit = try BoardVisit(engine, context, request)
                    return try await visit.view.page(visit)
                }
                return try await QueuesPage(engine, queues, context).page(for: request)
            },
            .post("/boards/:board", .readers) {
                let visit = try BoardVisit($0, $2, $1)
                return try await visit.view.post(visit)
            },
            .get("/boards/{board}.json", .readers) { try await BoardFiles($0, $2).json(for: $1) },
            .get("/boards/{board}.csv", .readers) { try await BoardFiles($0, $2).csv(for: $1) },
            .get("/boards/{board}.atom", .readers) { try await BoardFiles($0, $2).atom(for: $1) },
            .get("/boards/:board/feed.json", .readers) { try await BoardFiles($0, $2).jsonFeed(for: $1) },
            .get("/live/boards/:board", .readers) {
                let visit = try BoardVisit($0, $2, $1)
                return try await visit.view.events(visit)
            },
            .get("/boards/:board/changes", .readers) { try await ChangesPage($0, $2).page(for: $1) },
            .get("/boards/:board/contacts.vcf", .readers) {
                try await CardFiles($0, BoardVisit($0, $2, $1).withRecords().board, $2).all(for: $1)
            },
            .get("/boards/:board/records/:record", .readers) { engine, request, context in
                let visit = try BoardVisit(engine, context, request).withRecords()
                let (board, id) = (visit.board, visit.parameter("record") ?? "")
                guard !id.hasSuffix(".vcf") else {
                    return try await CardFiles(engine, board, context).one(String(id.dropLast(4)), for: request)
                }
                return try await DetailPage(engine, board, context).page(id, for: request)
            },
            .get("/boards/:board/records/:record/:field", .readers) {
                let visit = try BoardVisit($0, $2, $1).withRecords()
                return try await Pictures($0, visit.board).picture(visit.parameter("record"), visit.parameter("field"), for: $1)
            },
            .get("/account/boards", .browsers) { try await BoardOrderPage($0, $2).page(for: $1) },
            .post("/account/boards", .browsers) { try await BoardOrderPage($0, $2).move($1) },
        ],
        endpoints: BoardsAPI.endpoints + ChangesAPI.endpoints + FeedsAPI.endpoints + ServicesAPI.endpoints + GeocodingAPI.endpoints)
}

extension BoardVisit {
    /// Throws where records have no pages of their own.
    fileprivate func withRecords() throws -> BoardVisit {
        guard view.hasRecordPages else { throw Refusal(.notFound) }
        return self
    }
}
