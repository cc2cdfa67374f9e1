package import Foundation
import Glibc

extension ChildProcess {
    /// For programs that must not see our environment.
    package static let bareEnvironment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

    /// The first executable file with that name: in `folders`, then in those of `path`, like a shell.
    package static func installed(
        _ name: String, in folders: [URL] = [], path: String? = ProcessInfo.processInfo.environment["PATH"]
    ) -> URL? {
        let all = folders + (path ?? "").split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        return all.map { $0.appendingPathComponent(name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// How reading its output ended.
    package enum OutputEnd: Hashable, Sendable { case whole, tooLong, late }

    /// Reads its standard output, a pipe, until the program closes it, exceeds `limit` bytes or reaches the deadline, and passes on each
    /// piece within the limit. Blocks its thread.
    package func readOutput(atMost limit: Int, until deadline: ContinuousClock.Instant, _ take: (ArraySlice<UInt8>) -> Void) -> OutputEnd {
        guard let output else { return .whole }
        var (buffer, count) = ([UInt8](repeating: 0, count: 256 << 10), 0)
        while output.isReady(for: POLLIN, by: deadline) {
            let read = Glibc.read(output, &buffer, buffer.count)
            if read == 0 { return .whole }
            guard read > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                return .late
            }
            count += read
            guard count <= limit else { return .tooLong }
            take(buffer[..<read])
        }
        return .late
    }
}

extension Int32 {
    /// Waits until this descriptor is ready for reading or writing (poll(2)); false at the deadline. Blocks its thread.
    package func isReady(for events: Int32, by deadline: ContinuousClock.Instant) -> Bool {
        while true {
            guard case let rest = (deadline - .now) / .milliseconds(1), rest > 0 else { return false }
            var waiting = pollfd(fd: self, events: Int16(truncatingIfNeeded: events), revents: 0)
            if poll(&waiting, 1, Int32(exactly: rest.rounded(.up)) ?? .max) > 0 { return true }
        }
    }
}
