import Foundation
import Glibc
import Operating

/// What a program writes to its standard output: started without a shell, with a bound to how long it takes, how much
/// it writes, and the memory it has.
///
/// Its input is empty, what it complains about is thrown away, and it knows nothing of our environment and our files. Whatever happens, it has ended
/// when this returns.
enum ProgramOutput {
    private static let limits = ChildProcess.Limits(memory: 512 << 20, processorSeconds: 10)
    private static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

    /// Blocks its thread. Throws `SpeechError`.
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within patience: Duration) throws(SpeechError) -> [UInt8] {
        let name = program.lastPathComponent
        let deadline = ContinuousClock.now + patience
        let child: ChildProcess
        do { child = try ChildProcess(program.path, arguments, environment: environment, output: .pipe, limits: limits) } catch {
            throw SpeechError(.engine, "\(error)")
        }
        guard let output = child.output else { return [] }
        let bytes = read(output, atMost: limit + 1, until: deadline)
        close(output)
        let isLate = bytes == nil || bytes.map { $0.count <= limit } == true && !child.ends(by: deadline)
        // It is ours until it has been waited for, so that nobody else has its number. A program that ignores everything else does not ignore this.
        child.kill()
        let status = child.wait()
        if isLate { throw SpeechError(.engine, "\(name) was not ready within \(patience)") }
        guard let bytes, bytes.count <= limit else { throw SpeechError(.engine, "\(name) has written more than \(limit) bytes") }
        guard status == 0 else { throw SpeechError(.engine, "\(name) has failed with status \(status)") }
        return bytes
    }

    /// All that comes, up to the limit; nil: it has not come to its end in time.
    private static func read(_ output: Int32, atMost limit: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < limit {
            let rest = (deadline - .now) / .milliseconds(1)
            guard rest > 0 else { return nil }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, Int32(exactly: rest.rounded(.up)) ?? .max) > 0 else { continue }
            let count = Glibc.read(output, &buffer, min(buffer.count, limit - bytes.count))
            if count == 0 { break }
            if count > 0 { bytes += buffer[..<count] }
        }
        return bytes
    }
}
