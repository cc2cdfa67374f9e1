import Foundation
import Synchronization

/// Standard output, line by line, and standard error beside it.
///
/// Lines leave when `flush` is called, so that a row is seen at once and forty thousand do not cost as many writes. A reader that
/// goes away (`| head -1`) is its own affair: the rest is not written, and the work is done to its end. A disk that is full is not.
final class Output: Sendable {
    private let pending = Mutex("")
    private let isClosed = Mutex(false)

    func line(_ text: String) {
        let count = pending.withLock { pending in
            pending += text + "\n"
            return pending.utf8.count
        }
        if count > 32 << 10 { flush() }
    }

    func flush() {
        var text = pending.withLock { pending in
            defer { pending = "" }
            return pending
        }
        guard !isClosed.withLock({ $0 }) else { return }
        let problem = text.withUTF8 { Self.write($0, to: STDOUT_FILENO) }
        guard let problem else { return }
        isClosed.withLock { $0 = true }
        guard problem != EPIPE else { return }
        Self.complain("standard output cannot be written: \(String(cString: strerror(problem)))")
        exit(Failure.Status.ours.rawValue)
    }

    /// One line, at once.
    static func print(_ text: String) {
        let output = Output()
        output.line(text)
        output.flush()
    }

    static func complain(_ message: String) { note("tidings: \(message)") }

    /// To standard error.
    static func note(_ message: String) {
        var text = message + "\n"
        _ = text.withUTF8 { write($0, to: STDERR_FILENO) }
    }

    /// Writes all of it; returns `errno` if that cannot be done.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if written >= 0 { rest = UnsafeRawBufferPointer(rebasing: rest[written...]) } else if errno != EINTR { return errno }
        }
        return nil
    }

    /// Whether a person watches: both streams are terminals.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
}
