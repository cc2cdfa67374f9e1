import CLinux
import Dispatch
import Glibc
import Synchronization

/// A thread from which a program is started that reaches no network: neither it nor what it starts can open a socket, or look into another process
/// to borrow one (seccomp(2)). No privilege is needed, and nothing else is started for it.
///
/// The kernel fences threads, and what a fenced thread makes is fenced too. So it does nothing but its one piece of work, which must not make threads:
/// none of ours gets a fence. Then it stays until `end`, for what is on a leash (`ChildProcess`).
package final class FencedThread: Sendable {
    private let work: @Sendable (Bool) -> Void
    private let isDone = DispatchSemaphore(value: 0)
    private let isOver = DispatchSemaphore(value: 0)

    /// Whether this kernel, and what confines this process, allow fences. Tried once.
    package static let isPossible: Bool = {
        let answer = Mutex(false)
        let thread = try? FencedThread { isFenced in answer.withLock { $0 = isFenced } }
        thread?.end()
        return answer.withLock { $0 }
    }()

    /// Returns when the work is done, which is told whether there is a fence. Throws if there can't be another thread.
    package init(_ work: @escaping @Sendable (_ isFenced: Bool) -> Void) throws(ChildProcess.StartError) {
        self.work = work
        // The thread releases the reference.
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<FencedThread>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            throw ChildProcess.StartError(description: "there can’t be another thread: \(String(cString: strerror(status)))")
        }
        pthread_detach(thread)
        isDone.wait()
    }

    /// The thread ends.
    package func end() { isOver.signal() }

    private func run() {
        work(fence_thread_from_network() == 0)
        isDone.signal()
        isOver.wait()
    }
}
