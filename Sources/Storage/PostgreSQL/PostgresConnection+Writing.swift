import Foundation

extension PostgresConnection {
    /// How often a transaction begins again.
    private static let roundLimit = 5
    /// Seconds before the first time, by chance up to this; then twice as long.
    private static let pause = 0.02

    /// Runs `body` in a transaction that writes. If PostgreSQL ends it because it collides with another, it begins again,
    /// provided that its body may.
    func write<Result>(_ scope: WriteScope, _ body: (PostgresConnection) throws -> Result) throws -> Result {
        var round = 0
        while true {
            do {
                return try transaction(scope.beginning(without: missing), hasNews: scope.hasNews, body)
            } catch let error as PostgresError where error.isCollision {
                guard scope.mayRepeat, round < Self.roundLimit, isGivenUp?() != true else { throw error }
                Thread.sleep(forTimeInterval: Double.random(in: 0...Self.pause) * Double(1 << round))
                round += 1
            }
        }
    }

    /// The lock of `WriteScope.news`, once a transaction.
    func holdNews() throws {
        guard !hasNews else { return }
        if !missing.contains(.news) { try run(WriteScope.news) }
        hasNews = true
    }
}
