import CLinux
import Foundation
import Glibc
import Synchronization

/// A child process: started without a shell, with only its first three descriptors open, and with default signals. The caller waits for it
/// once, and closes our ends of its pipes.
///
/// This is the only way to start a program. A foreign program is fenced and tied to us: it reaches no network (`FencedThread`), gains no
/// privileges (prctl(2), PR_SET_NO_NEW_PRIVS), and is killed with this process, however that ends (PR_SET_PDEATHSIG).
///
/// Uses posix_spawn(3), because Foundation's `Process` iterates over all open descriptors and may crash with more than thirteen hundred.
package struct ChildProcess: Sendable {
    /// The target of one of its first three descriptors.
    package enum Stream: Sendable {
        /// `/dev/null`.
        case nothing
        /// A pipe whose other end is ours.
        case pipe
        /// Our own descriptor with this number.
        case ours
        /// An open descriptor, which we must still close.
        case descriptor(Int32)
        /// For its standard error: the contents of a pipe (64 KB) are buffered for `lastWords`, the rest is dropped.
        case kept
    }

    /// Its resource limits. Allocations beyond the memory limit fail; exceeding the CPU time kills it.
    package struct Limits: Hashable, Sendable {
        /// Bytes of address space, which exceeds the memory in use.
        package var memory: Int
        /// Seconds of CPU time.
        package var processorSeconds: Int

        package init(memory: Int, processorSeconds: Int) {
            self.memory = memory
            self.processorSeconds = processorSeconds
        }
    }

    /// util-linux's program that ties a child's life to the thread that starts it.
    private static let setpriv = "/usr/bin/setpriv"

    package struct StartError: Error, CustomStringConvertible {
        package let description: String
    }

    private let started: Started
    /// The thread that started it: the child is killed when the thread ends.
    private let thread: FencedThread?

    package var id: Int32 { started.id }
    /// Our ends of its standard input and output, if those are pipes. Writing to one and reading from the other are independent.
    package var input: Int32? { started.input }
    package var output: Int32? { started.output }

    /// `arguments` follow the program's name; without `environment` it inherits ours. In its own process group, it doesn't receive signals
    /// of keys typed at our terminal. `limits` apply shortly after its start, to it and its children. Without a fence it may outlive us:
    /// for our own program, and if the caller provides both.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil,
        input: Stream = .nothing, output: Stream = .nothing, complaints: Stream = .nothing, inGroupOfItsOwn hasGroup: Bool = false,
        limits: Limits? = nil, fence: FencedThread.Fence? = .whole
    ) throws(StartError) {
        guard let fence else {
            thread = nil
            started = try Started(program, arguments, environment, (input, output, complaints), inGroupOfItsOwn: hasGroup, limits)
            return
        }
        // If setpriv(1) can't start the program, only its exit status shows it.
        guard access(program, X_OK) == 0 else { throw Self.failure(program, errno) }
        var (file, words) = (program, arguments)
        if access(Self.setpriv, X_OK) == 0 {
            (file, words) = (Self.setpriv, ["--pdeathsig", "KILL", "--no-new-privs", "--", program] + arguments)
        }
        let outcome = Mutex(Result<Started, StartError>.failure(StartError(description: "it isn’t started")))
        let thread = try FencedThread(fence) { [file, words] _ in
            let result = Result { () throws(StartError) in
                try Started(file, words, environment, (input, output, complaints), inGroupOfItsOwn: hasGroup, limits)
            }
            outcome.withLock { $0 = result }
        }
        do throws(StartError) { started = try outcome.withLock { $0 }.get() } catch {
            thread.end()
            throw error
        }
        self.thread = thread
    }

    /// Our end of the pipe of its standard error.
    private final class Complaints: Sendable {
        let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }
    }

    private struct Started: Sendable {
        let id: Int32
        let input: Int32?
        let output: Int32?
        let complaints: Complaints?

        init(
            _ program: String, _ arguments: [String], _ environment: [String: String]?, _ streams: (Stream, Stream, Stream),
            inGroupOfItsOwn hasGroup: Bool, _ limits: Limits?
        ) throws(StartError) {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            var (theirs, opened): ([Int32], [Int32: Int32]) = ([], [:])
            defer { for end in theirs { close(end) } }
            do throws(StartError) {
                for (stream, descriptor) in [(streams.0, STDIN_FILENO), (streams.1, STDOUT_FILENO), (streams.2, STDERR_FILENO)] {
                    switch stream {
                    case .ours: break
                    case .descriptor(let open): posix_spawn_file_actions_adddup2(&actions, open, descriptor)
                    case .nothing:
                        let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
                        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
                    case .pipe, .kept:
                        var ends: [Int32] = [-1, -1]
                        // A program that is started concurrently must not inherit an end: a reader of the pipe would then wait for it, too.
                        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.failure(program, errno) }
                        let (its, our) = descriptor == STDIN_FILENO ? (ends[0], ends[1]) : (ends[1], ends[0])
                        theirs.append(its)
                        opened[descriptor] = our
                        posix_spawn_file_actions_adddup2(&actions, its, descriptor)
                        // A program that writes to it never waits for us.
                        if case .kept = stream { for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) } }
                    }
                }
                posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
                id = try ChildProcess.spawn(program, arguments, environment, &actions, inGroupOfItsOwn: hasGroup)
                if let limits {
                    _ = limit_process(id, limit_of_address_space, UInt(clamping: limits.memory))
                    _ = limit_process(id, limit_of_processor_seconds, UInt(clamping: limits.processorSeconds))
                }
            } catch {
                for end in opened.values { close(end) }
                throw error
            }
            input = opened[STDIN_FILENO]
            output = opened[STDOUT_FILENO]
            complaints = opened[STDERR_FILENO].map(Complaints.init)
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String]?, _ actions: inout posix_spawn_file_actions_t,
        inGroupOfItsOwn hasGroup: Bool
    ) throws(StartError) -> pid_t {
        // The program starts with default signals; this process's own are not inherited.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasGroup ? POSIX_SPAWN_SETPGROUP : 0)))

        var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] =
            (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var child = pid_t()
        let status = posix_spawn(&child, program, &actions, &attributes, &argv, &envp)
        guard status == 0 else { throw failure(program, status) }
        return child
    }

    /// It can't catch this signal.
    package func kill() { _ = Glibc.kill(id, SIGKILL) }

    /// Kills it with its group, which must be its own, and waits for it; for the others at most two seconds. Call it once. Blocks its
    /// thread.
    package func endGroup() {
        _ = Glibc.kill(-id, SIGKILL)
        _ = wait()
        let deadline = ContinuousClock.now + .seconds(2)
        // The first process of a container must wait for its children's orphans.
        while .now < deadline {
            while waitpid(-id, nil, WNOHANG) > 0 {}
            guard ProcessGroup.isRunning(id) else { return }
            usleep(5000)
        }
    }

    /// Whether it ends by the deadline. It must still be waited for, so its id isn't reused. Blocks its thread.
    package func ends(by deadline: ContinuousClock.Instant) -> Bool {
        var about = siginfo_t()
        while waitid(P_PID, id_t(id), &about, WEXITED | WNOWAIT | WNOHANG) == 0 {
            if about.si_signo == SIGCHLD { return true }
            guard .now < deadline else { return false }
            usleep(1000)
        }
        return true
    }

    /// Its output on standard error (`Stream.kept`) since the last call, in one line of at most 500 characters.
    package func lastWords() -> String {
        guard let descriptor = started.complaints?.descriptor else { return "" }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return "" }
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
        return String(lines.joined(separator: "; ").suffix(500))
    }

    /// Its exit status; 128 plus the signal's number if it was killed, as in a shell. Call it once; blocks its thread.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        // Until then the thread's end would kill it.
        thread?.end()
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func failure(_ program: String, _ code: Int32) -> StartError {
        StartError(description: "\(program.split(separator: "/").last ?? "it") cannot be started: \(String(cString: strerror(code)))")
    }
}
