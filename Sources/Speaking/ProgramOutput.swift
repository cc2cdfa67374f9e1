import Foundation
import Glibc
import Operating

/// Runs a program without a shell and returns its standard output, with limits on time, output size and memory.
///
/// Its input is empty, its standard error is discarded, and it doesn't get our environment or open files, nor the network. The program has
/// always ended when this returns.
enum ProgramOutput {
    private static let limits = ChildProcess.Limits(memory: 512 << 20, processorSeconds: 10)
    /// The exit code of the dynamic linker if a library is missing.
    private static let linkFailure: Int32 = 127

    /// The result of a run.
    enum Outcome: Sendable {
        case written([UInt8])
        /// It failed, exceeded the output limit, or timed out.
        case failed(String)
        /// It couldn't be started. Another attempt may succeed.
        case unavailable(String)
    }

    /// Blocks its thread. Throws `SpeechError` (`engine`).
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within timeout: Duration) throws(SpeechError) -> [UInt8] {
        switch run(program, arguments, atMost: limit, within: timeout) {
        case .written(let bytes): return bytes
        case .failed(let detail), .unavailable(let detail): throw SpeechError(.engine, detail)
        }
    }

    /// Blocks its thread.
    static func run(_ program: URL, _ arguments: [String], atMost limit: Int, within timeout: Duration) -> Outcome {
        let name = program.lastPathComponent
        let deadline = ContinuousClock.now + timeout
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
        // The process id can't be reused before it is waited for. SIGKILL can't be ignored.
        child.kill()
        let status = child.wait()
        if isLate { return .failed("\(name) was not ready within \(timeout)") }
        guard end == .whole else { return .failed("\(name) has written more than \(limit) bytes") }
        guard status != linkFailure else { return .unavailable("\(name) cannot be started") }
        guard status == 0 else { return .failed("\(name) has failed with status \(status)") }
        return .written(bytes)
    }
}
