import CLinux
import Dispatch
import Glibc
import Synchronization

/// A thread that starts a program without network access, or with access to one port: neither the program nor its children can open other
/// sockets, or take one from another process (seccomp(2)). Needs no privilege and no helper program.
///
/// The kernel fences single threads, and children inherit the fence. So the thread does only this one piece of work, which must not create
/// threads, and none of our other threads is fenced. It then stays alive until `end`, for programs that are killed with it
/// (`ChildProcess`).
package final class FencedThread: Sendable {
    /// The remaining network access.
    package enum Fence: Sendable {
        /// None.
        case whole
        /// Streams, and only to this port if the kernel supports that (Landlock, Linux 6.7). No datagrams.
        case allButPort(UInt16)
    }

    private let fence: Fence
    private let work: @Sendable (Bool) -> Void
    private let isDone = DispatchSemaphore(value: 0)
    private let isOver = DispatchSemaphore(value: 0)

    /// Whether this kernel and this process's sandbox allow fences. Tested once.
    package static let isPossible: Bool = {
        let answer = Mutex(false)
        let thread = try? FencedThread { isFenced in answer.withLock { $0 = isFenced } }
        thread?.end()
        return answer.withLock { $0 }
    }()

    /// Returns when `work` has finished; its argument says whether there is a fence. Throws if no thread can be created.
    package init(
        _ fence: Fence = .whole, _ work: @escaping @Sendable (_ isFenced: Bool) -> Void
    ) throws(ChildProcess.StartError) {
        (self.fence, self.work) = (fence, work)
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

    /// Ends the thread.
    package func end() { isOver.signal() }

    private func run() {
        let answer =
            switch fence {
            case .whole: fence_thread_from_network()
            case .allButPort(let port): fence_thread_to_port(port)
            }
        work(answer == 0)
        isDone.signal()
        isOver.wait()
    }
}
