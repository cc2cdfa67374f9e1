import Foundation
import Logging
import Testing

@testable import Operating

@Suite("Log lines") struct LogLinesTests {
    private func line(_ format: LogLines.Format, _ message: Logger.Message, _ metadata: Logger.Metadata = [:]) -> String {
        let lines = LogLines(label: "tidings.watcher", format: format, level: .info) { _ in }
        let event = LogEvent(
            level: .warning, message: message, metadata: metadata, source: "Watching", file: #fileID, function: #function, line: #line)
        return lines.line(event, at: Date(timeIntervalSince1970: 1_772_876_400.125))
    }

    @Test("a line for people: the time, the level, who says it, what, and the facts in the order of their names")
    func text() {
        #expect(
            line(.text, "not read", ["feed": "1", "board": "visa", "why": "it is \"gone\""])
                == #"2026-03-07T09:40:00.125Z warning tidings.watcher: not read board=visa feed=1 why="it is \"gone\"""#)
    }

    @Test("a line for programs is one object of JSON")
    func json() throws {
        let text = line(.json, "a \"b\"\n\u{1}", ["feed": "1\\2"])
        let object = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(object["message"] == "a \"b\"\n\u{1}")
        #expect(object["feed"] == "1\\2")
        #expect(object["level"] == "warning")
        #expect(object["time"] == "2026-03-07T09:40:00.125Z")
    }

    @Test("a line for the journal begins with its priority and has no time")
    func journal() { #expect(line(.journal, "not read") == "<4>tidings.watcher: not read") }

    @Test("nobody writes a line of their own by a line feed", arguments: LogLines.Format.allCases)
    func oneLine(format: LogLines.Format) {
        let text = line(format, "a\nb", ["c\n": "d\r\ne"])
        #expect(!text.contains("\n"))
        #expect(!text.contains("\r"))
    }
}
