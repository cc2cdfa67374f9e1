import Records

/// Visitors' last lookups on each board, stored by earlier versions. Browsers now store them themselves, so no rows are added; existing
/// ones are deleted 400 days after the lookup.
extension FeedStore {
    static let lookupsAreKept = Duration.seconds(400 * 86_400)

    package func lastNeedle(of visitor: String, on board: String) async throws -> String? {
        try await database.read("recalling a question") {
            try String.fetchOne($0, sql: "SELECT needle FROM lookups WHERE visitor = ? AND board = ?", arguments: [visitor, board])
        }
    }
}
