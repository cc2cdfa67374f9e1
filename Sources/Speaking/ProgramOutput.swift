import Foundation

/// What a program writes to its standard output: started without a shell, with a bound to how long it takes and to how much it writes.
///
/// Its input is empty, what it complains about is thrown away, and it knows nothing of our environment. Whatever happens, it has ended when this returns.
enum ProgramOutput {
    /// Blocks its thread. Throws `SpeechError`.
    static func bytes(of program: URL, _ arguments: [String], atMost limit: Int, within deadline: Duration) throws(SpeechError) -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardOutput = pipe
        let name = program.lastPathComponent
        do { try process.run() } catch { throw SpeechError(.engine, "\(name) cannot be started: \(error)") }
        // A program that ignores everything else does not ignore this.
        let end = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        DispatchQueue.global().asyncAfter(deadline: .now() + (deadline / .seconds(1)), execute: end)
        let output = try? pipe.fileHandleForReading.read(upToCount: limit + 1)
        if output?.count ?? 0 > limit { end.perform() }
        process.waitUntilExit()
        end.cancel()
        guard let output, output.count <= limit else { throw SpeechError(.engine, "\(name) has written more than \(limit) bytes") }
        guard process.terminationReason == .exit else { throw SpeechError(.engine, "\(name) was not ready within \(deadline)") }
        guard process.terminationStatus == 0 else {
            throw SpeechError(.engine, "\(name) has failed with status \(process.terminationStatus)")
        }
        return Array(output)
    }
}
