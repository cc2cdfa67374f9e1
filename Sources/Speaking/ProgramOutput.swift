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
    /// What the dynamic linker ends with where a library isn't there.
    private static let linkFailure: Int32 = 127

    /// What came of a run.
    enum Outcome: Sendable {
        case written([UInt8])
        /// It failed, wrote too much, or wasn't ready in time.
        case failed(String)
        /// It couldn't be started. Another run may do better.
        case unavailable(String)
    }

    /// Blocks its thread. Throws `SpeechError` (`engine`).
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within patience: Duration) throws(SpeechError) -> [UInt8] {
        switch run(program, arguments, atMost: limit, within: patience) {
        case .written(let bytes): return bytes
        case .failed(let detail), .unavailable(let detail): throw SpeechError(.engine, detail)
        }
    }

    /// Blocks its thread.
    static func run(_ program: URL, _ arguments: [String], atMost limit: Int, within patience: Duration) -> Outcome {
        let name = program.lastPathComponent
        let deadline = ContinuousClock.now + patience
        let child: ChildProcess
        do {
            child = try ChildProcess(program.path, arguments, environment: ChildProcess.bareEnvironment, output: .pipe, limits: limits)
        } catch {
            return .unavailable("\(error)")
        }
        var bytes: [UInt8] = []
        let end = child.readOutput(atMost: limit, until: deadline) { bytes += $0 }
        if let output = child.output { close(output) }
        let isLate = end == .late || end == .whole && !child.ends(by: deadline)
        // It is ours until it has been waited for, so that nobody else has its number. A program that ignores everything else does not ignore this.
        child.kill()
        let status = child.wait()
        if isLate { return .failed("\(name) was not ready within \(patience)") }
        guard end == .whole else { return .failed("\(name) has written more than \(limit) bytes") }
        guard status != linkFailure else { return .unavailable("\(name) cannot be started") }
        guard status == 0 else { return .failed("\(name) has failed with status \(status)") }
        return .written(bytes)
    }
}
