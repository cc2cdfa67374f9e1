import Glibc
package import Operating
import ServiceLifecycle
import Synchronization

/// Sends the same data to thousands of connections, with one thread and forty bytes per connection.
///
/// ```swift
/// let broadcaster = try Broadcaster(.init(limit: 1000))
/// let words = try broadcaster.words(host: "127.0.0.1", port: 7201, number: 1)
/// words.publish(2)
/// ```
///
/// A `Service`: create feeds and publish to them at any time; it sends while it runs. A slow follower skips updates, and is disconnected if
/// it stalls; it never delays the others. [Docs/Using/QueueFeeds.md](../../Docs/Using/QueueFeeds.md)
package final class Broadcaster: Service {
    package struct Configuration: Sendable {
        /// Limit of followers, in total and per address; nil for no limit.
        package var limit: Int
        package var share: Int?
        /// Connections from these proxies don't count against an address, since a proxy forwards everyone's.
        package var proxies: TrustedProxies
        /// Descriptors from this one on are reserved for other uses.
        package var ceiling: Int32
        /// After this long without data, every follower gets a heartbeat without meaning, so that proxies keep the connection open.
        package var heartbeat: Duration
        /// How long a follower may accept no data before it is disconnected.
        package var stallTimeout: Duration

        package init(
            limit: Int, share: Int? = nil, proxies: TrustedProxies = .nobody, ceiling: Int32 = .max, heartbeat: Duration = .seconds(15),
            stallTimeout: Duration = .seconds(10)
        ) {
            self.limit = limit
            self.share = share
            self.proxies = proxies
            self.ceiling = ceiling
            self.heartbeat = heartbeat
            self.stallTimeout = stallTimeout
        }
    }

    private let configuration: Configuration
    private let board: Switchboard

    package init(_ configuration: Configuration) throws(BroadcastError) {
        self.configuration = configuration
        board = try Switchboard(configuration)
    }

    /// A feed of events. `state` is the current state and `sequence` the number of its last event. `epoch` is any text without a line break
    /// that is unique to this run of the server.
    package func events(epoch: String, sequence: Int64, state: String) -> EventFeed {
        events(epoch: epoch, sequence: sequence, state: [.init(state)])
    }

    /// `remembers`: whether to store events for followers that reconnect. Otherwise they get the state.
    package func events(epoch: String, sequence: Int64, state: [EventFeed.Event], remembers: Bool = true) -> EventFeed {
        let feed = EventFeed(board, epoch: epoch, sequence: sequence, state: state, remembers: remembers)
        board.open(feed)
        return feed
    }

    /// A feed of words on its own port; 0 chooses a free one. Listens at once, and accepts clients while the service runs.
    package func words(host: String, port: Int, number: Int32) throws(BroadcastError) -> WordFeed {
        let feed = try WordFeed(board, host: host, port: port, number: number)
        board.open(feed)
        return feed
    }

    /// Whether the feed would reject another follower from this address.
    package func isFull(for address: InternetAddress?) -> Bool { board.isFull(for: address) }

    package var eventFigures: BroadcastFigures { board.figures(of: .events) }
    package var wordFigures: BroadcastFigures { board.figures(of: .words) }

    /// Sends until the group shuts down, then closes every connection.
    package func run() async throws {
        let (board, configuration) = (board, configuration)
        board.isRunning.store(true, ordering: .relaxed)
        await withTaskCancellationOrGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                Self.startThread {
                    BroadcastLoop(board, heartbeat: configuration.heartbeat, stallTimeout: configuration.stallTimeout).run()
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
        // The thread releases the reference.
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
