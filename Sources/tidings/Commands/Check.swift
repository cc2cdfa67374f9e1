import ArgumentParser
import BoardPages
import Boards
import Extraction
import Fetching
import Foundation
import Records
import Serving
import Storage
import Synchronization
import Watching
import Web

/// `tidings check visa 20121456171`: fetches one board now and prints the rows of one number, each as soon as it is read.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Fetch a board now and print its records, or only those of NEEDLE, each as soon as it is known.",
        discussion: "Exit status: 0 found, 1 not found, 2 bad use, 3 the source failed, 4 our own fault.")

    @Argument(help: "The board, see 'tidings boards'.") var board: String
    @Argument(help: "What to look for in the field the board asks for.") var needle: String?
    @OptionGroup var feed: FeedOption
    @Flag(help: "Print one JSON object a line.") var json = false
    @Option(help: "Give up when the source is silent for this long, like 10s (default 30s).") var timeout: String?
    @Option(
        name: .customLong("allow-host"),
        help: "A host, or HOST:PORT, that may be fetched from although it is on a private network; may be repeated.")
    var allowedHosts: [String] = []
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let settings = try Settings(data: folder.data)
        let library = BoardLibrary(data: settings.folder(folder.data), sources: try settings.sources([]), views: Views.forms)
        var board = try Workspace.board(board, in: library)
        // Checks everything that a person can get wrong before opening or fetching anything.
        let wanted: Value?
        do { wanted = try needle.map { try board.needle($0) } } catch { throw Failure(error) }
        let address = try feed.url.map(Workspace.address)
        let chosen = try feed.values()
        do { _ = try board.bindings(chosen) } catch { throw Failure(error) }
        let patience = try timeout.map { text in
            guard let duration = Duration(written: text) else {
                throw Failure(.badUse, "timeout: '\(text)' is not a duration like 10s or 2m")
            }
            return duration
        }
        let work = try Workspace(folder, isMaking: true)
        // A person's board is read as the server reads it: what is stored is theirs to see.
        board = board.owned(try await work.store.boards.own(board.name))
        do {
            let feeds = try await feed.feeds(of: board, in: work)
            try await check(board, feeds, for: wanted, address: address, patience, work)
        } catch {
            throw Failure(error)
        }
    }

    private func check(
        _ board: Board, _ feeds: [Feed], for wanted: Value?, address: URL?, _ patience: Duration?, _ work: Workspace
    ) async throws {
        var configuration = try work.settings.fetching(named: allowedHosts + (address.map { [$0.host ?? ""] } ?? []))
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let printer = RowPrinter(board: board, wanted: wanted, json: json)
        var failures: [Failure] = []
        for feed in feeds {
            do { try await fetch(feed, of: board, by: fetcher, patience, printer, work) } catch {
                let failure = Failure(error)
                let kept = try await kept(board, feed, work, printer)
                failures.append(Failure(failure.status, (failure.message ?? "") + Self.advice(on: error, feed.url) + kept))
            }
        }
        printer.finish()
        try? await fetcher.shutdown()
        if let first = failures.first {
            throw Failure(first.status, failures.compactMap(\.message).joined(separator: "\n"))
        }
        guard printer.count > 0 else {
            let message = wanted == nil ? "There are no records." : board.notFound
            if json { Output.note(message) } else { Output.print(message) }
            throw Failure(.nothingFound)
        }
    }

    private func fetch(
        _ feed: Feed, of board: Board, by fetcher: Fetcher, _ patience: Duration?, _ printer: RowPrinter, _ work: Workspace
    ) async throws {
        let refresh = Refresh(
            board: board, feed: feed, store: work.store, secrets: work.settings.secrets, teller: Teller(try work.settings.due),
            places: KnownPlaces([], store: work.store))
        var request = try refresh.request()
        if let patience { (request.timeouts.firstByte, request.timeouts.idle) = (patience, patience) }
        let job = fetcher.job(request, for: "check")
        printer.beginDocument()
        let outcome = try await refresh.run(job, of: fetcher) { extracted in printer.print(extracted, at: job.progress) }
        switch outcome {
        case .unmodified:
            for record in try await work.store.feeds.records(of: feed, board.schema, where: printer.condition) {
                printer.print(record.record)
            }
        case .stored(_, _, let notes):
            printer.finish()
            if let last = printer.lastStop, last <= .system() { Output.note("All programmes are over; the last one ended at \(last).") }
            for words in [notes.notice, notes.leftOutWords, notes.mendedWords, notes.refusedWords, notes.silentWords].compactMap({ $0 }) {
                Output.note(words)
            }
        }
    }

    /// After a refusal: the option that allows this call, and the setting that allows the server.
    static func advice(on error: any Error, _ url: String) -> String {
        // Not if a redirect leads to a private network: that host isn't the board's.
        guard let error = error as? RefreshError, error.failure.kind == .privateHost, let address = URL(string: url),
            var host = address.host
        else { return "" }
        if let port = address.port { host += ":\(port)" }
        return "\nTo check it now, add --allow-host \(host). For the server, set allow-hosts: \(host)"
    }

    /// After a failure: what was known before, so that no one takes silence for "gone".
    private func kept(_ board: Board, _ feed: Feed, _ work: Workspace, _ printer: RowPrinter) async throws -> String {
        guard let updated = feed.lastSuccess else { return "" }
        let records = printer.wanted == nil ? [] : try await work.store.feeds.records(of: feed, board.schema, where: printer.condition)
        let rows = records.map { printer.text(of: $0.record) }.joined(separator: "; ")
        let known = printer.wanted == nil ? "\(feed.recordCount) records" : rows.isEmpty ? "no such row" : rows
        return "\nStill stored, from \(updated): \(known)"
    }
}

/// Prints rows as they come, over the progress line.
///
/// Marks a row that isn't certain yet and prints it again once it is. Also says when a row is withdrawn.
final class RowPrinter: Sendable {
    let board: Board
    let wanted: Value?
    private let json: Bool
    private let asked: Int?
    private let stop: Int?
    private let output = Output()
    private let progress = ProgressLine()
    private let shown = Mutex<Shown>(Shown())

    private struct Shown {
        var certain = 0
        /// When the last programme of a guide ends.
        var lastStop: Timestamp?
        /// The printed rows, which an update at the end of the document may withdraw.
        var rows: [Int: (record: Record, isCertain: Bool)] = [:]
    }

    init(board: Board, wanted: Value?, json: Bool) {
        self.board = board
        self.wanted = wanted
        self.json = json
        asked = board.schema.fields.firstIndex { $0.isAsked }
        stop = board.schema.slotChannel == nil ? nil : board.schema.slot?.stop
    }

    /// How many certain rows were printed.
    var count: Int { shown.withLock { $0.certain } }

    /// When the last programme ends that was printed; nil of what is no guide.
    var lastStop: Timestamp? { shown.withLock { $0.lastStop } }

    var condition: [(field: String, value: Value)] {
        guard let wanted, let asked else { return [] }
        return [(board.schema.fields[asked].name, wanted)]
    }

    /// Starts another document, whose rows have their own numbers.
    func beginDocument() { shown.withLock { $0.rows = [:] } }

    func print(_ extracted: [Extracted], at state: JobProgress) {
        progress.clear()
        for event in extracted { print(event) }
        output.flush()
        progress.show(state, matches: wanted == nil ? nil : count)
    }

    func print(_ record: Record) {
        shown.withLock { $0.certain += 1 }
        line(record, nil)
    }

    func finish() {
        progress.clear()
        output.flush()
    }

    private func print(_ event: Extracted) {
        switch event {
        case .final(let row, let record):
            guard matches(record) else { return }
            shown.withLock {
                $0.certain += 1
                $0.rows[row] = (record, true)
                if let stop, case .timestamp(let time)? = record.values[stop] { $0.lastStop = max($0.lastStop ?? time, time) }
            }
            line(record, nil)
        case .provisional(let row, let record):
            guard matches(record) else { return }
            shown.withLock { $0.rows[row] = (record, false) }
            line(record, "provisional")
        case .withdrawn(let row):
            let taken = shown.withLock { shown in
                let taken = shown.rows.removeValue(forKey: row)
                if taken?.isCertain == true { shown.certain -= 1 }
                return taken
            }
            if let taken { line(taken.record, "withdrawn") }
        }
    }

    private func matches(_ record: Record) -> Bool {
        guard let wanted, let asked else { return true }
        return record.values[asked] == wanted
    }

    private func line(_ record: Record, _ mark: String?) {
        guard json else { return output.line(text(of: record) + (mark.map { " (\($0))" } ?? "")) }
        var line = record.json(board.schema)
        if let mark { line.add(mark, true) }
        output.line(line.closed)
    }

    /// "status, date", without the field that was searched by.
    func text(of record: Record) -> String {
        record.values.enumerated().filter { wanted == nil || $0.offset != asked }.map { $0.element?.text ?? "" }.joined(separator: ", ")
    }
}
