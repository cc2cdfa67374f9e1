import Dispatch
package import Foundation
import Glibc
import Operating
import Records
import Synchronization

/// Runs the system's `ffmpeg` and `ffprobe`.
///
/// Each run reads one file through an open descriptor, so file names never appear on the command line. It may open only files and pipes and
/// only listed container formats, so a disguised playlist leads nowhere, and the kernel denies it sockets (`FencedThread`). It doesn't get
/// our environment, has limits on memory and time, and ends with this process or when its caller cancels.
package struct FFmpeg: Sendable {
    package enum Program: String, Sendable { case ffmpeg, ffprobe }

    /// The permitted demuxers.
    private static let formats = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dts", "eac3", "flac", "flv", "h264", "hevc", "ivf", "m4v",
        "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "mpeg", "mpegts", "mpegvideo", "mpc", "mpc8", "ogg", "rm", "tta", "wav", "w64",
        "wv", "xwma",
    ]
    /// Options of both programs before `input`.
    static let readingOptions = ["-protocol_whitelist", "file,pipe", "-format_whitelist", formats.joined(separator: ",")]
    /// The file is the program's standard input, reopened so that it is seekable (proc(5), `/proc/pid/fd`).
    static let input = "file:/proc/self/fd/0"

    private static let limits = ChildProcess.Limits(memory: 4 << 30, processorSeconds: 600)
    /// Exit codes of setpriv(1) and the dynamic linker, which the programs themselves don't use.
    private static let startFailures: ClosedRange<Int32> = 126...127
    /// Each run blocks a thread; callers limit their number.
    private static let threads = DispatchQueue(label: "tidings.streaming", qos: .userInitiated, attributes: .concurrent)

    private let folder: URL

    package init(folder: URL) { self.folder = folder }

    /// The installed programs, if both are present.
    package static func installed(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> FFmpeg? {
        let folders = (path ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        return folders.first { folder in
            [Program.ffmpeg, .ffprobe].allSatisfy {
                FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent($0.rawValue).path)
            }
        }.map { FFmpeg(folder: $0) }
    }

    /// The whole standard output. Throws `StreamingError`, and `CancellationError` when its task is cancelled, which kills the program.
    func output(_ program: Program, _ arguments: [String], of file: OpenFile, atMost limit: Int, within patience: Duration) async throws
        -> [UInt8]
    {
        let collected = Mutex<[UInt8]>([])
        try await run(program, arguments, of: file, atMost: limit, within: patience) { piece in
            collected.withLock { $0 += piece }
        }
        return collected.withLock { $0 }
    }

    /// The output piece by piece, on a separate thread.
    func run(
        _ program: Program, _ arguments: [String], of file: OpenFile, atMost limit: Int, within patience: Duration,
        _ take: @Sendable @escaping (ArraySlice<UInt8>) -> Void
    ) async throws {
        let path = folder.appendingPathComponent(program.rawValue).path
        let run = Run()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Self.threads.async {
                    continuation.resume(
                        with: Result {
                            let (child, thread) = try Self.start(path, arguments, file)
                            // Not earlier, because the thread's end would kill it.
                            defer { thread.end() }
                            try run.follow(child, program.rawValue, atMost: limit, within: patience, take)
                        })
                }
            }
        } onCancel: {
            run.cancel()
        }
    }

    private static func start(_ path: String, _ arguments: [String], _ file: OpenFile) throws -> (ChildProcess, FencedThread) {
        let child = Mutex(Result<ChildProcess, StreamingError>.failure(StreamingError(.unavailable, "it isn’t started")))
        do {
            let thread = try FencedThread { _ in
                let started = Result { () throws(ChildProcess.StartError) in
                    try ChildProcess(
                        path, arguments, environment: ChildProcess.bareEnvironment, input: .descriptor(file.descriptor), output: .pipe,
                        limits: limits, onLeash: true)
                }
                child.withLock { $0 = started.mapError { StreamingError(.unavailable, "\($0)") } }
            }
            do { return (try child.withLock { try $0.get() }, thread) } catch {
                thread.end()
                throw error
            }
        } catch let error as ChildProcess.StartError { throw StreamingError(.unavailable, "\(error)") }
    }

    /// A run. Its process id can't be reused before it is waited for, so a kill can't hit another process.
    private final class Run: Sendable {
        private let state = Mutex<(child: ChildProcess?, isCancelled: Bool)>((nil, false))

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.child?.kill()
            }
        }

        /// Blocks its thread until the program has ended.
        func follow(
            _ child: ChildProcess, _ name: String, atMost limit: Int, within patience: Duration, _ take: (ArraySlice<UInt8>) -> Void
        ) throws {
            state.withLock { state in
                state.child = child
                if state.isCancelled { child.kill() }
            }
            let deadline = ContinuousClock.now + patience
            let end = child.readOutput(atMost: limit, until: deadline, take)
            if let output = child.output { close(output) }
            let isReady = end == .whole && child.ends(by: deadline)
            if !isReady { child.kill() }
            let (status, isCancelled) = state.withLock { state in
                state.child = nil
                return (child.wait(), state.isCancelled)
            }
            if isCancelled { throw CancellationError() }
            guard end != .tooLong else { throw StreamingError(.tooLong, "\(name) has written more than \(limit) bytes") }
            guard isReady else { throw StreamingError(.program, "\(name) wasn’t ready within \(patience)") }
            guard !FFmpeg.startFailures.contains(status) else { throw StreamingError(.unavailable, "\(name) can’t be started") }
            guard status == 0 else { throw StreamingError(.program, "\(name) has failed with status \(status)") }
        }
    }
}
