import Foundation
import Synchronization

/// Writes lines to standard output, and messages to standard error.
///
/// `flush` writes the collected lines, so that a row appears at once but forty thousand rows don't need as many writes. If the reader of a
/// pipe exits (`| head -1`), the rest isn't written and the work continues. A full disk ends the program.
final class Output: Sendable {
    /// UTF-8.
    private let pending = Mutex<[UInt8]>([])
    private let isClosed = Mutex(false)

    func line(_ text: String) { line { $0.append(contentsOf: text.utf8) } }

    /// The line is what `write` appends, in UTF-8.
    func line(_ write: (inout [UInt8]) -> Void) {
        let count = pending.withLock { pending in
            write(&pending)
            pending.append(UInt8(ascii: "\n"))
            return pending.count
        }
        if count > 32 << 10 { flush() }
    }

    /// One row for people: a line for each field, with the labels aligned, then an empty line.
    func fields(_ fields: some Sequence<(String, String)>) {
        let fields = Array(fields)
        let width = min(24, fields.map(\.0.count).max() ?? 0)
        for (label, text) in fields {
            line(label + String(repeating: " ", count: max(0, width - label.count)) + "  " + text.replacing("\n", with: " "))
        }
        line("")
    }

    /// Rows of texts: in columns on a terminal, otherwise separated by tabs. Empty texts at a row's end are left out.
    func columns(_ rows: [[String]]) { Columns(rows).lines(isAligned: isatty(STDOUT_FILENO) == 1).forEach(line) }

    static func columns(_ rows: [[String]]) {
        let output = Output()
        output.columns(rows)
        output.flush()
    }

    func flush() {
        let bytes = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        guard !isClosed.withLock({ $0 }) else { return }
        let problem = bytes.withUnsafeBufferPointer { Self.write($0, to: STDOUT_FILENO) }
        guard let problem else { return }
        isClosed.withLock { $0 = true }
        guard problem != EPIPE else { return }
        Self.complain("standard output cannot be written: \(String(cString: strerror(problem)))")
        exit(Failure.Status.ours.rawValue)
    }

    /// Writes one line at once.
    static func print(_ text: String) {
        let output = Output()
        output.line(text)
        output.flush()
    }

    static func complain(_ message: String) { note("tidings: \(message)") }

    /// Writes to standard error.
    static func note(_ message: String) {
        var text = message + "\n"
        _ = text.withUTF8 { write($0, to: STDERR_FILENO) }
    }

    /// Writes all bytes. Returns `errno` if that fails.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if written >= 0 { rest = UnsafeRawBufferPointer(rebasing: rest[written...]) } else if errno != EINTR { return errno }
        }
        return nil
    }

    /// Whether a person is watching: both streams are terminals.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
}
