import Records
import Synchronization

/// Both clocks of a machine in the hands of a test: time passes, and the wall clock can be set.
final class SetClock: Sendable {
    private let state: Mutex<(wall: Timestamp, instant: ContinuousClock.Instant)>

    init(_ wall: Timestamp = Timestamp(milliseconds: 1_790_000_000_000)) { state = Mutex((wall, .now)) }

    var wall: Timestamp { state.withLock { $0.wall } }
    var instant: ContinuousClock.Instant { state.withLock { $0.instant } }

    func pass(_ time: Duration) { state.withLock { $0 = ($0.wall + time, $0.instant + time) } }
    func set(by step: Duration) { state.withLock { $0.wall = $0.wall + step } }
}

extension Duration {
    static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
