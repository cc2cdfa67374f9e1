import CLinux
import Foundation
import Glibc

/// What a program writes to its standard output: started without a shell, with a bound to how long it takes and to how much it writes.
///
/// Its input is empty, what it complains about is thrown away, and it knows nothing of our environment and our files. Whatever happens, it has ended
/// when this returns. By posix_spawn(3): Foundation's `Process` looks at every descriptor that is open, and may crash where there are more than thirteen hundred.
enum ProgramOutput {
    private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]

    /// Blocks its thread. Throws `SpeechError`.
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within patience: Duration) throws(SpeechError) -> [UInt8] {
        let name = program.lastPathComponent
        let deadline = ContinuousClock.now + patience
        let (child, output) = try start(program, arguments)
        let bytes = read(output, atMost: limit + 1, until: deadline)
        close(output)
        let isLate = bytes == nil || bytes.map { $0.count <= limit } == true && !hasEnded(child, by: deadline)
        // It is ours until it has been waited for, so that nobody else has its number. A program that ignores everything else does not ignore this.
        kill(child, SIGKILL)
        let status = wait(for: child)
        if isLate { throw SpeechError(.engine, "\(name) was not ready within \(patience)") }
        guard let bytes, bytes.count <= limit else { throw SpeechError(.engine, "\(name) has written more than \(limit) bytes") }
        guard status == 0 else { throw SpeechError(.engine, "\(name) has failed with status \(status)") }
        return bytes
    }

    private static func start(_ program: URL, _ arguments: [String]) throws(SpeechError) -> (child: pid_t, output: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure(program, errno) }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        // What this process does with signals is no business of a program's.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var argv: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var child = pid_t()
        let status = posix_spawn(&child, program.path, &actions, &attributes, &argv, &envp)
        guard status == 0 else {
            close(ends[0])
            throw failure(program, status)
        }
        return (child, ends[0])
    }

    /// All that comes, up to the limit; nil: it has not come to its end in time.
    private static func read(_ output: Int32, atMost limit: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return nil }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(rest.rounded(.up))) > 0 else { continue }
            let count = Glibc.read(output, &buffer, min(buffer.count, limit - bytes.count))
            if count == 0 { break }
            if count > 0 { bytes += buffer[..<count] }
        }
        return bytes
    }

    /// Leaves it to be waited for.
    private static func hasEnded(_ child: pid_t, by deadline: ContinuousClock.Instant) -> Bool {
        var about = siginfo_t()
        while waitid(P_PID, id_t(child), &about, WEXITED | WNOWAIT | WNOHANG) == 0 {
            if about.si_signo == SIGCHLD { return true }
            guard .now < deadline else { return false }
            usleep(1000)
        }
        return true
    }

    /// What it ended with; 128 and the signal's number for one that was killed, as a shell says it.
    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func failure(_ program: URL, _ code: Int32) -> SpeechError {
        SpeechError(.engine, "\(program.lastPathComponent) cannot be started: \(String(cString: strerror(code)))")
    }
}
