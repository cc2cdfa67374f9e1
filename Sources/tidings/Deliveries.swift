import Dispatch
import Fetching
import Foundation
import Logging
import Notifying
import Operating
import Records
import ServiceLifecycle
import Storage
import Synchronization
import Watching

/// Sends queued notices through a child process of this program, which finishes and records the notices in progress even if the server is
/// killed (Decision 24).
///
/// The child is started when a notice is due, woken when more are posted, and ends by itself. If it fails, it is restarted, at growing
/// intervals.
final class Deliveries: Service {
    private static let kinds = ChannelKind.all.map { $0.name }
    /// The longest wait for notices posted by other processes.
    private static let look = Duration.seconds(15)
    /// How long the notices in progress may take at shutdown before the child is left to itself.
    private static let farewell = Duration.seconds(5)
    private static let longestPause = Duration.seconds(60)

    private let store: Store
    private let ownPorts: OwnPorts
    private let now: Now
    private let signal = AsyncSignal()
    /// The task that holds the pipe to the child process; nil if there is no child.
    private let wakingTask = Mutex<Task<Void, Never>?>(nil)
    private let logger = Logger(label: "tidings.sender")

    init(store: Store, ownPorts: OwnPorts, now: @escaping Now = Timestamp.system) {
        (self.store, self.ownPorts, self.now) = (store, ownPorts, now)
    }

    /// Ends the child process after the notices in progress; its successor reads the board files again.
    func beginAnew() { wakingTask.withLock { $0?.cancel() } }

    func run() async throws {
        store.following.onPosted { [signal] in signal.send() }
        await cancelWhenGracefulShutdown { await self.work() }
    }

    private func work() async {
        // An earlier sender may have died while sending notices.
        var isUnsure = true
        var pause = Duration.zero
        while !Task.isCancelled {
            do {
                let next = try await store.following.nextDue(by: Self.kinds)
                let rest = next.map { $0 - now() }
                guard let rest, isUnsure || rest <= .zero else {
                    isUnsure = false
                    await signal.wait(atMost: min(Self.look, rest ?? Self.look))
                    continue
                }
                let status = try await deliver()
                isUnsure = status != 0
                guard isUnsure, !Task.isCancelled else {
                    pause = .zero
                    continue
                }
                logger.error("the process that sends notices has failed", metadata: ["status": "\(status)"])
            } catch {
                logger.error("notices cannot be sent", metadata: ["error": "\(error)"])
            }
            pause = min(max(pause * 2, .seconds(1)), Self.longestPause)
            try? await Task.sleep(for: pause)
        }
    }

    /// The child's exit status; 0 if it was left to itself.
    private func deliver() async throws -> Int32 {
        let child = try ChildProcess(
            "/proc/self/exe",
            CommandLine.arguments.dropFirst() + ["--only-deliver", "--leashed"]
                + ownPorts.all.sorted().flatMap { ["--own-port", "\($0)"] }, input: .pipe, complaints: .ours,
            inGroupOfItsOwn: true, fence: nil)
        guard let pipe = child.input else { return 0 }
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        // The task that writes to the pipe also closes it.
        let waking = Task { [signal] in
            while !Task.isCancelled {
                await signal.wait(atMost: Self.look)
                _ = write(pipe, "!", 1)
            }
            close(pipe)
        }
        wakingTask.withLock { $0 = waking }
        let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
        Thread.detachNewThread {
            ending.yield(child.wait())
            ending.finish()
        }
        let end = Task { await endings.first { _ in true } }
        let status = await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            waking.cancel()
            Task {
                try? await Task.sleep(for: Self.farewell)
                end.cancel()
            }
        }
        waking.cancel()
        return status ?? 0
    }
}
