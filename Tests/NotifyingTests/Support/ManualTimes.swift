import Records
import Synchronization

/// A clock that returns the given times in turn, in seconds after the sample's time, and then repeats the last.
final class ManualTimes: Sendable {
    private let seconds: Mutex<[Int]>

    init(_ seconds: [Int]) { self.seconds = Mutex(seconds) }

    @Sendable func next() -> Timestamp {
        seconds.withLock { left in .sample + .seconds(left.count > 1 ? left.removeFirst() : left.first ?? 0) }
    }
}
