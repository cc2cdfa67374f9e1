import Foundation

/// How long anything in the tests is waited for before it counts as never: `TIDINGS_PATIENCE` in seconds, ten minutes without it. It bounds a
/// hang and nothing else; no test is about it.
enum Patience {
    static let limit = Duration.seconds(ProcessInfo.processInfo.environment["TIDINGS_PATIENCE"].flatMap { Int($0) } ?? 600)

    static func blockUntil(_ words: String, _ condition: () throws -> Bool) throws {
        var look = Look(words)
        while try !condition() { usleep(UInt32(try look.pause() / .microseconds(1))) }
    }

    /// The pauses between looks at a condition: short at first, then longer, because looking takes time from what it waits for.
    struct Look {
        private let words: String
        private let end = ContinuousClock.now + limit
        private var next = Duration.milliseconds(2)

        init(_ words: String) { self.words = words }

        /// How long to wait before the next look. Throws when it is too late for one.
        mutating func pause() throws -> Duration {
            guard .now < end else { throw WaitedInVain(words: words) }
            defer { next = min(next * 2, .milliseconds(50)) }
            return next
        }
    }
}
