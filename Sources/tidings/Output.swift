import Foundation
import Synchronization

/// Standard output, line by line, and standard error beside it.
///
/// Lines leave when `flush` is called, so that a row is seen at once and forty thousand do not cost as many writes.
final class Output: Sendable {
    private let pending = Mutex("")

    func line(_ text: String) {
        pending.withLock { $0 += text + "\n" }
        if pending.withLock({ $0.utf8.count }) > 32 << 10 { flush() }
    }

    func flush() {
        let text = pending.withLock { pending in
            defer { pending = "" }
            return pending
        }
        guard !text.isEmpty else { return }
        // A closed pipe is the reader's good right.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }

    static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("tidings: \(message)\n".utf8))
    }

    static func note(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    }

    /// Whether a person watches: both streams are terminals.
    static var isTerminal: Bool { isatty(1) == 1 && isatty(2) == 1 }
}
