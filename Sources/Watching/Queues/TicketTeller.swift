import Logging
package import Notifying
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Sends guests of queues the messages they requested: empties the outbox of `Store+TicketWords` over Web Push.
///
/// At most once: a message is noted as under way before it is sent, and if the outcome is unknown it is not sent again, however the server
/// ended. A message that a push service didn't accept is tried again, under the same id and topic, for `TicketWord.lifetime`. At most
/// `underWayLimit` messages are under way, turns before the rest. One per data folder; its owner holds `DataLock`. Several servers over one
/// database have one each, and each gives up only its own messages.
package final class TicketTeller: Service {
    private static let underWayLimit = 16
    /// Another process may have written to the outbox.
    private static let look = Duration.seconds(15)
    /// How long to retry recording an outcome while the database is away.
    private static let outage = Duration.seconds(10 * 60)
    /// Timeout of running sends when the server ends.
    private static let farewell = Duration.seconds(5)
    static let retryLimits = DeliverySchedule.RetryLimits(first: .seconds(5), longest: .seconds(60), giveUpAfter: TicketWord.lifetime)

    private let store: Store
    /// The server's name among several that share the store; empty: it is the only one.
    private let node: String
    private let notifiers: Notifiers
    private let writer: TicketWriter
    private let signal: AsyncSignal
    private let now: Now
    private let state = Mutex((isStopping: false, underWay: 0))
    private let logger = Logger(label: "tidings.queues")

    /// `signal` is sent when the outbox may have new messages.
    package init(
        store: Store, node: String = "", notifiers: Notifiers, writer: TicketWriter, signal: AsyncSignal = AsyncSignal(),
        now: @escaping Now = Timestamp.system
    ) {
        (self.store, self.node) = (store, node)
        self.notifiers = notifiers
        self.writer = writer
        self.signal = signal
        self.now = now
    }

    package func run() async throws {
        await withFarewell(of: Self.farewell) {
            self.state.withLock { $0.isStopping = true }
            self.signal.send()
        } _: {
            await self.work()
        }
    }

    private var isAtWork: Bool { !Task.isCancelled && !state.withLock { $0.isStopping } }

    private func work() async {
        do { try await store.queues.giveUpClaimedTicketWords(of: node) } catch {
            logger.error("words to guests of queues cannot be sent", metadata: ["error": "\(error)"])
        }
        await withDiscardingTaskGroup { group in
            while isAtWork {
                let free = Self.underWayLimit - state.withLock { $0.underWay }
                do {
                    let next = free > 0 ? try await store.queues.nextTicketWord() : nil
                    guard let next, next <= now() else {
                        await signal.wait(atMost: min(Self.look, next.map { max(.milliseconds(1), $0 - now()) } ?? Self.look))
                        continue
                    }
                    for word in try await store.queues.claimTicketWords(upTo: free, on: node, at: now()) {
                        state.withLock { $0.underWay += 1 }
                        group.addTask {
                            await self.send(word)
                            self.state.withLock { $0.underWay -= 1 }
                            self.signal.send()
                        }
                    }
                } catch {
                    logger.error("the words to guests of queues cannot be read", metadata: ["error": "\(error)"])
                    await signal.wait(atMost: Self.look)
                }
            }
        }
    }

    private func send(_ word: TicketWord) async {
        let delivery = await notifiers.send(writer.notice(word), over: ChannelKind(WebPush.self), toStored: word.listener.address)
        // Aborted by our own shutdown: it is unknown whether the message was accepted.
        if case .later = delivery, Task.isCancelled { return }
        var schedule = DeliverySchedule(Self.retryLimits, created: word.made, attempts: word.attempts - 1)
        var chance = SystemRandomNumberGenerator()
        let outcome: TicketWord.Outcome =
            switch schedule.ended(delivery, at: now(), using: &chance) {
            case .done: .sent
            case .again(let time, let reason): .failed(reason: reason, retryAt: time)
            case .forget: .gone
            case .failed(let reason): .failed(reason: reason, retryAt: nil)
            }
        if delivery != .delivered {
            logger.warning("a guest of a queue was not told", metadata: ["ticket": "\(word.label)", "outcome": "\(delivery)"])
        }
        do { try await outlasting(Self.outage) { try await store.queues.note(outcome, of: word) } } catch {
            logger.error("a word to a guest of a queue cannot be noted", metadata: ["error": "\(error)"])
        }
    }
}
