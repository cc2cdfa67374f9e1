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

    /// Blocks its thread. Throws `SpeechError`.
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within patience: Duration) throws(SpeechError) -> [UInt8] {
        let name = program.lastPathComponent
        let deadline = ContinuousClock.now + patience
        let child: ChildProcess
        do {
            child = try ChildProcess(program.path, arguments, environment: ChildProcess.bareEnvironment, output: .pipe, limits: limits)
        } catch {
            throw SpeechError(.engine, "\(error)")
        }
        var bytes: [UInt8] = []
        let end = child.readOutput(atMost: limit, until: deadline) { bytes += $0 }
        if let output = child.output { close(output) }
        let isLate = end == .late || end == .whole && !child.ends(by: deadline)
        // It is ours until it has been waited for, so that nobody else has its number. A program that ignores everything else does not ignore this.
        child.kill()
        let status = child.wait()
        if isLate { throw SpeechError(.engine, "\(name) was not ready within \(patience)") }
        guard end == .whole else { throw SpeechError(.engine, "\(name) has written more than \(limit) bytes") }
        guard status == 0 else { throw SpeechError(.engine, "\(name) has failed with status \(status)") }
        return bytes
    }
}
