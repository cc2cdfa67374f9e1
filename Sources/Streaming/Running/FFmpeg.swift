package import Foundation
import Operating
import Records
import Synchronization

/// Runs the system's `ffmpeg` and `ffprobe`.
///
/// Each run reads one file through an open descriptor, so file names never appear on the command line. It may open only files and pipes and
/// only listed container formats, so a disguised playlist can't open anything else, and the kernel denies it sockets (`FencedProgram`).
/// Callers limit how many run at once.
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
    func output(_ program: Program, _ arguments: [String], of file: OpenFile, atMost limit: Int, within timeout: Duration) async throws
        -> [UInt8]
    {
        let collected = Mutex<[UInt8]>([])
        try await run(program, arguments, of: file, atMost: limit, within: timeout) { piece in
            collected.withLock { $0 += piece }
        }
        return collected.withLock { $0 }
    }

    /// The output in chunks, read on a separate thread; throws as above.
    func run(
        _ program: Program, _ arguments: [String], of file: OpenFile, atMost limit: Int, within timeout: Duration,
        _ take: @Sendable @escaping (ArraySlice<UInt8>) -> Void
    ) async throws {
        // The program opens the file through our descriptor, which must outlive it.
        defer { withExtendedLifetime(file) {} }
        let name = program.rawValue
        let status: Int32
        do {
            status = try await FencedProgram(folder.appendingPathComponent(name).path, arguments, limits: Self.limits).run(
                reading: file.descriptor, atMost: limit, within: timeout, take)
        } catch let failure as FencedProgram.Failure {
            switch failure {
            case .start(let reason): throw StreamingError(.unavailable, reason)
            case .tooMuchOutput: throw StreamingError(.tooLong, "\(name) has written more than \(limit) bytes")
            case .late: throw StreamingError(.program, "\(name) wasn’t ready within \(timeout)")
            }
        }
        guard status == 0 else { throw StreamingError(.program, "\(name) has failed with status \(status)") }
    }
}
