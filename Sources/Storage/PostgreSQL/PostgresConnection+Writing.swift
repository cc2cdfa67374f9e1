import Foundation

extension PostgresConnection {
    /// Limit of attempts of a transaction.
    private static let roundLimit = 5
    /// Seconds. The first pause is random up to this limit, which then doubles each time.
    private static let pause = 0.02

    /// Runs `body` in a writing transaction. If PostgreSQL aborts it because of a collision, it starts again, if the body may be repeated.
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

    /// Takes the lock of `WriteScope.news`, once per transaction.
    func holdNews() throws {
        guard !hasNews else { return }
        if !missing.contains(.news) { try run(WriteScope.news) }
        hasNews = true
    }
}
