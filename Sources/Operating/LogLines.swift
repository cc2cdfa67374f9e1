import Foundation
package import Logging

/// The log: one line per event on standard error, for people or for programs.
///
///     2026-03-07T09:30:00.125Z warning tidings.watcher: the source does not answer board=visa feed=1
///     {"time":"2026-03-07T09:30:00.125Z","level":"warning","logger":"tidings.watcher","message":"the source …","board":"visa","feed":"1"}
///
/// Under the journal (`JOURNAL_STREAM`) a text line begins with its priority (sd-daemon(3)) and has no time, which the journal adds. A line
/// never contains a line feed, so logged text can't forge lines.
package struct LogLines: LogHandler {
    package enum Format: String, Sendable, CaseIterable { case text, json, journal }

    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    private let label: String
    private let format: Format
    private let write: @Sendable (String) -> Void

    package init(label: String, format: Format, level: Logger.Level, write: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.format = format
        self.write = write
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) { write(line(event, at: Date())) }

    func line(_ event: LogEvent, at date: Date) -> String {
        var all = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        let facts = all.sorted { $0.key < $1.key }.map { (name: $0.key, value: "\($0.value)") }
        let time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        switch format {
        case .json:
            let members = [("time", time), ("level", event.level.rawValue), ("logger", label), ("message", "\(event.message)")] + facts
            return "{" + members.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}"
        case .text: return "\(time) \(event.level.rawValue) \(label): \(Self.plain("\(event.message)"))\(Self.words(facts))"
        case .journal: return "<\(Self.priority(event.level))>\(label): \(Self.plain("\(event.message)"))\(Self.words(facts))"
        }
    }

    /// The levels of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    private static func words(_ facts: [(name: String, value: String)]) -> String {
        facts.map { fact in
            let isPlain = !fact.value.isEmpty && fact.value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
            return " \(plain(fact.name))=\(isPlain ? fact.value : quoted(fact.value))"
        }.joined()
    }

    private static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }

    /// RFC 8259, section 7.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
