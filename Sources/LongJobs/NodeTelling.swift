import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Tells the other servers what has changed here, and parts of this server what has changed there (Decision 66).
///
/// A service. Without a channel, parts only compare versions from time to time.
package final class NodeTelling: Service {
    private let channel: NodeChannel?
    private let look: Duration
    private let inboxes = Mutex<[NodeInbox]>([])
    private let hears = Mutex(false)
    private let logger = Logger(label: "tidings.nodes")

    /// `look`: how long a lost message may go unnoticed.
    package init(_ channel: NodeChannel?, look: Duration = .seconds(5)) { (self.channel, self.look) = (channel, look) }

    package func tell(_ news: NodeNews) { channel?.tell(news) }

    /// Whether it has a connection on which it hears the other servers.
    package var isHearing: Bool { hears.withLock { $0 } }

    /// An inbox for one part of this server, which gets all news from now on.
    package func inbox() -> NodeInbox {
        let inbox = NodeInbox(look: look)
        inboxes.withLock { $0.append(inbox) }
        return inbox
    }

    func hear(_ heard: NodeHearing) {
        hears.withLock { $0 = true }
        for inbox in inboxes.withLock({ $0 }) { inbox.add(heard) }
    }

    package func run() async throws {
        guard let channel else { return try await gracefulShutdown() }
        await withTaskCancellationOrGracefulShutdownHandler {
            await withCheckedContinuation { continuation in
                // The channel blocks its thread.
                Thread.detachNewThread { [self] in
                    channel.run(hear) { [self] in
                        hears.withLock { $0 = false }
                        logger.warning("other servers hear nothing from this one, nor it from them: it looks for news instead: \($0)")
                    }
                    continuation.resume()
                }
            }
        } onCancelOrGracefulShutdown: {
            channel.end()
        }
    }
}

/// Collects news for one part of a server until it asks for them.
package final class NodeInbox: Sendable {
    private struct State {
        var news: Set<NodeNews> = []
        var isUnsure = false
        var looked = ContinuousClock.now
    }

    private let look: Duration
    private let state = Mutex(State())
    private let signal = AsyncSignal()

    init(look: Duration) { self.look = look }

    package func add(_ heard: NodeHearing) {
        state.withLock { state in
            switch heard {
            case .news(let news): state.news.formUnion(news)
            case .anything: state.isUnsure = true
            }
        }
        signal.send()
    }

    /// Waits for news since the last call. After `look` at the latest, everything has to be compared. No news if the task is cancelled. For
    /// one caller.
    package func next() async -> NodeHearing {
        while !Task.isCancelled {
            let now = ContinuousClock.now
            let (heard, rest) = state.withLock { state in
                let rest = look - state.looked.duration(to: now)
                if state.isUnsure || rest <= .zero {
                    state = State(looked: now)
                    return (NodeHearing?.some(.anything), rest)
                }
                defer { state.news = [] }
                return (state.news.isEmpty ? nil : .news(state.news), rest)
            }
            if let heard { return heard }
            await signal.wait(atMost: rest)
        }
        return .news([])
    }
}
