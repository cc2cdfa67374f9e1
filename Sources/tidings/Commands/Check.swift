import ArgumentParser
import BoardPages
import Boards
import Extraction
import Fetching
import Foundation
import Records
import Serving
import Storage
import Watching
import Web

/// `tidings check visa 20121456171`: fetches one board now and prints the rows of one number, each as soon as it has been read.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Fetch a board now and print its records as they arrive, or only those matching NEEDLE.",
        discussion: "Exit status: 0 found, 1 not found, 2 usage error, 3 the source failed, 4 internal error.")

    @Argument(help: "The board, see 'tidings boards'.") var board: String
    @Argument(help: "What to look for in the field the board asks for.") var needle: String?
    @OptionGroup var feed: FeedOption
    @Flag(help: "Print one JSON object per line.") var json = false
    @Option(help: "Give up when the source is silent for this long, like 10s (default 30s).") var timeout: String?
    @Option(
        name: .customLong("allow-host"),
        help: "A host, or HOST:PORT, on a private network that may be fetched from; may be repeated.")
    var allowedHosts: [String] = []
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let settings = try Settings(flags: folder.flags)
        let library = BoardLibrary(data: settings.folder, sources: try settings.sources(), views: Views.forms)
        var board = try Workspace.board(board, in: library)
        // Checks all input before opening or fetching anything.
        let wanted: Value?
        do { wanted = try needle.map { try board.needle($0) } } catch { throw Failure(error) }
        let address = try feed.url.map(Workspace.address)
        let chosen = try feed.values()
        do { _ = try board.bindings(chosen) } catch { throw Failure(error) }
        guard address != nil || !board.source.isExample else {
            let mend = "name the real one with --url, or set it: source \(board.name)=URL"
            throw Failure(.badUse, "\(board.name) has no address yet, \(board.source.url) is an example; \(mend)")
        }
        let timeout = try self.timeout.map { text in
            guard let duration = Duration(written: text) else {
                throw Failure(.badUse, "timeout: '\(text)' is not a duration like 10s or 2m")
            }
            return duration
        }
        let work = try Workspace(folder, isMaking: true)
        // A person's board is read with the owner's rights, as on the server, because its stored data are visible to them.
        board = board.owned(try await work.store.boards.own(board.name))
        do {
            let feeds = try await feed.feeds(of: board, in: work)
            try await check(board, feeds, for: wanted, address: address, timeout, work)
        } catch {
            throw Failure(error)
        }
    }

    private func check(
        _ board: Board, _ feeds: [Feed], for wanted: Value?, address: URL?, _ timeout: Duration?, _ work: Workspace
    ) async throws {
        var configuration = try work.settings.fetching(allowed: allowedHosts, named: address.map { [$0.host ?? ""] } ?? [])
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let printer = RowPrinter(board: board, wanted: wanted, json: json)
        var failures: [Failure] = []
        for feed in feeds {
            do { try await fetch(feed, of: board, by: fetcher, timeout, printer, work) } catch {
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
        _ feed: Feed, of board: Board, by fetcher: Fetcher, _ timeout: Duration?, _ printer: RowPrinter, _ work: Workspace
    ) async throws {
        let refresh = Refresh(
            board: board, feed: feed, store: work.store, secrets: work.settings.secrets, teller: Teller(try work.settings.due),
            places: KnownPlaces([], store: work.store))
        var request = try refresh.request()
        if let timeout { (request.timeouts.firstByte, request.timeouts.idle) = (timeout, timeout) }
        let job = fetcher.job(request, for: "check")
        printer.beginDocument()
        let outcome = try await refresh.run(job, of: fetcher) { extracted in try printer.print(extracted, at: job.progress) }
        await refresh.finishPosting()
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
        // Not if a redirect leads to a private network, because that host isn't the board's.
        let isPrivate =
            switch error {
            case let error as RefreshError: error.failure.kind == .privateHost
            case let error as FetchError: error.code == .refused && error.isUnlisted
            default: false
            }
        guard isPrivate, let address = URL(string: url), var host = address.host else { return "" }
        if let port = address.port { host += ":\(port)" }
        return "\nTo reach it now, add --allow-host \(host). For the server, set allow-hosts: \(host)"
    }

    /// After a failure, prints the stored rows, so that no one takes silence for "gone".
    private func kept(_ board: Board, _ feed: Feed, _ work: Workspace, _ printer: RowPrinter) async throws -> String {
        guard let updated = feed.lastSuccess else { return "" }
        let records = printer.wanted == nil ? [] : try await work.store.feeds.records(of: feed, board.schema, where: printer.condition)
        let rows = records.map { printer.text(of: $0.record) }.joined(separator: "; ")
        let known = printer.wanted == nil ? "\(feed.recordCount) records" : rows.isEmpty ? "no such record" : rows
        return "\nStill stored, from \(updated): \(known)"
    }
}
