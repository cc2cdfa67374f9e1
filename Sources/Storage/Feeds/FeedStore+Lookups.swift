import Records

/// What a visitor's browser last asked of each board, from versions that kept it here. Browsers keep it themselves now, so nothing is
/// added, and what is there goes 400 days after the question.
extension FeedStore {
    static let lookupsAreKept = Duration.seconds(400 * 86_400)

    package func lastNeedle(of visitor: String, on board: String) async throws -> String? {
        try await database.read("recalling a question") {
            try String.fetchOne($0, sql: "SELECT needle FROM lookups WHERE visitor = ? AND board = ?", arguments: [visitor, board])
        }
    }
}
