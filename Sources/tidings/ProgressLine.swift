import Fetching
import Foundation
import Records

/// One line on a terminal that is overwritten: bytes, total, rate, matches so far. Writes nothing if there is no terminal.
///
/// Without a total it shows the bytes received instead of a percentage.
final class ProgressLine: Sendable {
    private let isShown: Bool

    init(isShown: Bool = Output.isTerminal) { self.isShown = isShown }

    func show(_ progress: JobProgress, matches: Int?) {
        guard isShown else { return }
        write("\r\u{1B}[K" + Self.text(of: progress, matches: matches))
    }

    /// Shows a share from 0 to 1, and text beside it.
    func show(share: Double, _ words: String) {
        if isShown { write("\r\u{1B}[K\(Self.bar(share))  \(words)") }
    }

    /// Clears the line for output.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    static func text(of progress: JobProgress, matches: Int?) -> String {
        var parts: [String] = []
        if let total = progress.expectedBytes, total > 0 {
            parts.append(bar(min(1, Double(progress.receivedBytes) / Double(total))))
            parts.append("\(bytes(progress.receivedBytes)) of \(bytes(total))")
        } else {
            parts.append("\(bytes(progress.receivedBytes))")
        }
        if let rate = progress.bytesPerSecond { parts.append("\(bytes(rate))/s") }
        if let matches { parts.append(matches == 1 ? "1 record found" : "\(matches) records found") }
        return parts.joined(separator: "  ")
    }

    private static func bar(_ share: Double) -> String {
        let filled = Int(clamping: share.clamped(to: 0...1) * 24)
        return "[\(String(repeating: "█", count: filled))\(String(repeating: "░", count: 24 - filled))] \(Int(clamping: share * 100)) %"
    }

    /// Decimal units, as for files and networks.
    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(count) B"
        case ..<1_000_000: "\(count / 1000) kB"
        default: "\(count / 1_000_000).\(count / 100_000 % 10) MB"
        }
    }

    private func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Output.write($0, to: STDERR_FILENO) }
    }
}
