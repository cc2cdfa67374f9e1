import Foundation
import Synchronization

/// A wall clock advanced by the test.
final class ManualClock: Sendable {
    private let time: Mutex<Date>

    /// Some Monday in March 2026, on a full second.
    init(_ start: Date = Date(timeIntervalSince1970: 1_772_447_400)) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}
