import CLinux
import Foundation
import Glibc
import Synchronization

/// A child process: started without a shell, with only its first three descriptors open, and with default signals. The caller waits for it
/// once, and closes our ends of its pipes.
///
/// This is the one way to start a program. A foreign one is fenced and tied to us: it reaches no network (`FencedThread`), gets no rights
/// beyond ours (prctl(2), PR_SET_NO_NEW_PRIVS), and is killed with this process, however that ends (PR_SET_PDEATHSIG).
///
/// Uses posix_spawn(3), because Foundation's `Process` goes through all open descriptors and may crash with more than thirteen hundred.
package struct ChildProcess: Sendable {
    /// What one of its first three descriptors is.
    package enum Stream: Sendable {
        /// `/dev/null`.
        case nothing
        /// The other end is ours.
        case pipe
        /// Our own descriptor of this number.
        case ours
        /// An open descriptor, which stays ours to close.
        case descriptor(Int32)
        /// Of its standard error: what fits into a pipe (64 KB) is kept for `lastWords`, the rest is lost.
        case kept
    }

    /// Its resource limits. More memory is refused; more processor time means that it is killed.
    package struct Limits: Hashable, Sendable {
        /// Bytes of address space, which is more than the memory in use.
        package var memory: Int
        /// Seconds of processor time.
        package var processorSeconds: Int

        package init(memory: Int, processorSeconds: Int) {
            self.memory = memory
            self.processorSeconds = processorSeconds
        }
    }

    /// Where util-linux has the program that has another one killed with the thread that starts it.
    private static let setpriv = "/usr/bin/setpriv"

    package struct StartError: Error, CustomStringConvertible {
        package let description: String
    }

    private let started: Started
    /// The thread that has started it: the child is killed when it ends.
    private let thread: FencedThread?

    package var id: Int32 { started.id }
    /// Our ends of its standard input and output, if those are pipes; writing into the one and reading from the other don't block others.
    package var input: Int32? { started.input }
    package var output: Int32? { started.output }

    /// `arguments`: those after the program's name; without `environment` it has ours. In a process group of its own, keys typed at our
    /// terminal don't end it. `limits` hold from a moment after its start, for it and its children. Without a fence it may outlive us
    /// too: for our own program, and where the caller has both.
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
        // What setpriv(1) can't start would only be a status.
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
                        // A program that is started meanwhile must not inherit an end: a reader of the pipe would then wait for it, too.
                        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.failure(program, errno) }
                        let (its, our) = descriptor == STDIN_FILENO ? (ends[0], ends[1]) : (ends[1], ends[0])
                        theirs.append(its)
                        opened[descriptor] = our
                        posix_spawn_file_actions_adddup2(&actions, its, descriptor)
                        // Nothing of it ever waits for us.
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

    /// Kills it with its group, which it has to have of its own, and waits for it; two seconds at most for the others. Call once. Blocks
    /// its thread.
    package func endGroup() {
        _ = Glibc.kill(-id, SIGKILL)
        _ = wait()
        let deadline = ContinuousClock.now + .seconds(2)
        // The first process of a container has to wait for what its children leave behind.
        while .now < deadline {
            while waitpid(-id, nil, WNOHANG) > 0 {}
            guard ProcessGroup.isRunning(id) else { return }
            usleep(5000)
        }
    }

    /// Whether it ends by the deadline. It still has to be waited for, so its number isn't reused. Blocks its thread.
    package func ends(by deadline: ContinuousClock.Instant) -> Bool {
        var about = siginfo_t()
        while waitid(P_PID, id_t(id), &about, WEXITED | WNOWAIT | WNOHANG) == 0 {
            if about.si_signo == SIGCHLD { return true }
            guard .now < deadline else { return false }
            usleep(1000)
        }
        return true
    }

    /// What it has said on its standard error (`Stream.kept`) since this was asked last, in one line of 500 characters at most.
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
        // Before that the thread's end would kill it.
        thread?.end()
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func failure(_ program: String, _ code: Int32) -> StartError {
        StartError(description: "\(program.split(separator: "/").last ?? "it") cannot be started: \(String(cString: strerror(code)))")
    }
}
