import Glibc
import ServiceLifecycle
import Synchronization

/// Tells thousands of connections the same thing: one thread, and for each of them forty bytes.
///
/// ```swift
/// let broadcaster = try Broadcaster()
/// let words = try broadcaster.words(host: "127.0.0.1", port: 7201, number: 1)
/// words.publish(2)
/// ```
///
/// A `Service`: feeds may be made and published to before it runs, and are sent while it does. Whoever is slow is sent less, or nothing, and in
/// the end cut; nobody else waits for them. [Docs/QueueFeeds.md](../../Docs/QueueFeeds.md)
package final class Broadcaster: Service {
    package struct Configuration: Sendable {
        /// How many may follow at once; nil: as many as descriptors are left when a reserve is taken off.
        package var limit: Int?
        /// After so long a silence everybody is told something that means nothing, so that no proxy takes the line for dead.
        package var heartbeat: Duration
        /// Who takes nothing for so long is cut.
        package var patience: Duration

        package init(limit: Int? = nil, heartbeat: Duration = .seconds(15), patience: Duration = .seconds(10)) {
            self.limit = limit
            self.heartbeat = heartbeat
            self.patience = patience
        }
    }

    /// For everything else that a server has open.
    package static let reserve = 512
    private let configuration: Configuration
    private let board: Switchboard

    package init(_ configuration: Configuration = Configuration()) throws(BroadcastError) {
        self.configuration = configuration
        board = try Switchboard(limit: configuration.limit ?? max(64, DescriptorLimit.current - Self.reserve))
    }

    /// A feed of events. `state` is what is so now, and `sequence` that of the last event; the epoch is any text without a line's end that no other
    /// run of the server uses.
    package func events(epoch: String, sequence: Int64, state: String) -> EventFeed {
        let feed = EventFeed(board, epoch: epoch, sequence: sequence, state: state)
        board.open(feed)
        return feed
    }

    /// A feed of words on a port of its own; 0: any that is free. Listens from now on, answers while the service runs.
    package func words(host: String, port: Int, number: Int32) throws(BroadcastError) -> WordFeed {
        let feed = try WordFeed(board, host: host, port: port, number: number)
        board.open(feed)
        return feed
    }

    package var eventFigures: BroadcastFigures { board.figures(of: .events) }
    package var wordFigures: BroadcastFigures { board.figures(of: .words) }

    /// Until the group shuts down, which closes every connection.
    package func run() async throws {
        let (board, configuration) = (board, configuration)
        await withTaskCancellationOrGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                Self.startThread {
                    BroadcastLoop(board, heartbeat: configuration.heartbeat, patience: configuration.patience).run()
                    continuation.resume()
                }
            }
        } onCancelOrGracefulShutdown: {
            board.end()
        }
    }

    private final class Work: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    private static func startThread(_ work: @escaping @Sendable () -> Void) {
        // The thread takes the reference over.
        let context = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, context.toOpaque())
        guard status == 0 else { return context.takeRetainedValue().work() }
        pthread_detach(thread)
    }
}

/// How many descriptors this process may have open (getrlimit(2)).
package enum DescriptorLimit {
    package static var current: Int { Int(clamping: limits().rlim_cur) }

    /// As many as the system allows without asking it for more; most start with 1,024, for the sake of programs that use select(2).
    package static func raise() {
        var limits = limits()
        limits.rlim_cur = limits.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }

    private static func limits() -> rlimit {
        var limits = rlimit(rlim_cur: 1024, rlim_max: 1024)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        return limits
    }
}
