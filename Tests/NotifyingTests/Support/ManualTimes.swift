import Records
import Synchronization

/// A clock that shows a given time at each look, in seconds after the sample's time; the last for good.
final class ManualTimes: Sendable {
    private let seconds: Mutex<[Int]>

    init(_ seconds: [Int]) { self.seconds = Mutex(seconds) }

    @Sendable func next() -> Timestamp {
        seconds.withLock { left in .sample + .seconds(left.count > 1 ? left.removeFirst() : left.first ?? 0) }
    }
}
