import Dispatch
package import Foundation
import Glibc
import Operating
import Records
import Synchronization

/// The programs `ffmpeg` and `ffprobe`, as the system has them.
///
/// Each run reads one file, which it gets as an open descriptor and not by its name: no name of a file is ever on its command line. It may open files
/// and pipes only, and only containers of the list, so that a playlist in disguise leads nowhere, and the kernel lets it open no socket (`FencedThread`).
/// It knows nothing of our environment, has bounded memory and time, and ends with us, or when whoever waits for it goes away.
package struct FFmpeg: Sendable {
    package enum Program: String, Sendable { case ffmpeg, ffprobe }

    /// The demuxers that may be used.
    private static let formats = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dts", "eac3", "flac", "flv", "h264", "hevc", "ivf", "m4v",
        "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "mpeg", "mpegts", "mpegvideo", "mpc", "mpc8", "ogg", "rm", "tta", "wav", "w64",
        "wv", "xwma",
    ]
    /// Said before `input` by both programs.
    static let readingOptions = ["-protocol_whitelist", "file,pipe", "-format_whitelist", formats.joined(separator: ",")]
    /// The file, which is the program's standard input, opened again so that it can be read in any order (proc(5), `/proc/pid/fd`).
    static let input = "file:/proc/self/fd/0"

    private static let limits = ChildProcess.Limits(memory: 4 << 30, processorSeconds: 600)
    /// What setpriv(1) and the dynamic linker end with. The programs themselves end with others.
    private static let startFailures: ClosedRange<Int32> = 126...127
    /// Many at once, each blocking its thread; who calls us bounds how many.
    private static let threads = DispatchQueue(label: "tidings.streaming", qos: .userInitiated, attributes: .concurrent)

    private let folder: URL

    package init(folder: URL) { self.folder = folder }

    /// Those that are installed, if both are.
    package static func installed(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> FFmpeg? {
        let folders = (path ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        return folders.first { folder in
            [Program.ffmpeg, .ffprobe].allSatisfy {
                FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent($0.rawValue).path)
            }
        }.map { FFmpeg(folder: $0) }
    }

    /// All that a run writes to its standard output. Throws `StreamingError`, and `CancellationError` when its task is cancelled, which kills it.
    func output(_ program: Program, _ arguments: [String], of file: OpenFile, atMost limit: Int, within patience: Duration) async throws
        -> [UInt8]
    {
        let collected = Mutex<[UInt8]>([])
        try await run(program, arguments, of: file, atMost: limit, within: patience) { piece in
            collected.withLock { $0 += piece }
        }
        return collected.withLock { $0 }
    }

    /// The same, piece by piece, on a thread of its own.
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
                            // Before that the thread's end would kill it.
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

    /// One run. Its number is ours until it has been waited for, so that nobody else is killed.
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
