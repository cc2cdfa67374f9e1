import ArgumentParser
import Boards
import Foundation
import Records
import Storage

/// `tidings import tidings.jsonl`: adds an export's data to the store.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add feeds, records, changes, people and watches of an export.")

    @Argument(help: "Files that tidings export has made; - is standard input.") var files: [String]
    @Flag(help: "Keep administrator roles; without it everyone is imported as a member.") var withAccounts = false
    @Flag(help: "Print one JSON object per file.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let work = try Workspace(folder, isMaking: true)
        do {
            for board in work.library.boards { try await work.store.feeds.prepare(board.name, board.schema) }
            for file in files { try await importFile(file, into: work.store) }
            if try await !work.store.people.hasAdministrator(), !json {
                Output.print("No administrator can sign in yet. When the server starts, it prints a link to set one up.")
            }
        } catch {
            throw Failure(error)
        }
    }

    private func importFile(_ file: String, into store: Store) async throws {
        guard let lines = LineReader(file) else { throw Failure(.badUse, "\(file) cannot be read") }
        let report: ImportReport
        do { report = try await store.importLines(withAccounts: withAccounts) { try lines.next() } } catch let error as ImportError {
            throw Failure(.badUse, "\(file), \(error)")
        }
        guard json else {
            func said(_ counts: [String: Int]) -> String {
                counts.isEmpty ? "nothing" : counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            }
            Output.print("\(file): added \(said(report.added)); known already: \(said(report.known)); left out: \(said(report.leftOut))")
            return
        }
        var line = JSONLine()
        line.add("file", file)
        for (name, counts) in [("added", report.added), ("known", report.known), ("leftOut", report.leftOut)] {
            var members = JSONLine()
            for (table, count) in counts.sorted(by: { $0.key < $1.key }) { members.add(table, count) }
            line.add(name, members)
        }
        Output.print(line.closed)
    }
}

/// A file's lines, read one at a time.
private final class LineReader: Sendable {
    // Used by one import at a time, which reads from start to end.
    private nonisolated(unsafe) let stream: UnsafeMutablePointer<FILE>
    private let file: String

    init?(_ file: String) {
        guard let stream = fopen(file == "-" ? "/dev/stdin" : file, "r") else { return nil }
        self.stream = stream
        self.file = file
    }

    deinit { fclose(stream) }

    /// nil at the end. A folder opens like a file and can't be read.
    func next() throws -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, stream)
        guard ferror(stream) == 0 else { throw Failure(.badUse, "\(file) cannot be read: \(String(cString: strerror(errno)))") }
        guard count > 0, let line else { return nil }
        let bytes = UnsafeRawBufferPointer(start: line, count: count)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
