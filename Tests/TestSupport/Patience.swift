import Foundation

/// How long anything in the tests is waited for before it counts as never. Far longer than it takes on a busy machine.
enum Patience {
    static let limit: Duration = .seconds(60)

    static func blockUntil(_ words: String, _ condition: () throws -> Bool) throws {
        let end = ContinuousClock.now + limit
        while try !condition() {
            guard .now < end else { throw WaitedInVain(words: words) }
            usleep(2_000)
        }
    }
}
