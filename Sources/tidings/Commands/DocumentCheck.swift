import Boards
import Extraction
import Fetching
import Foundation
import Records
import Watching

/// `tidings board check PATH --url URL`: fetches one document, parses it as a server does, and prints its first records.
struct DocumentCheck {
    let board: Board
    let address: URL
    /// Hosts on private networks that the fetch may reach in addition to the address's own, as `HOST` or `HOST:PORT`.
    let allowedHosts: [String]
    let json: Bool
    let settings: Settings

    private static let shownAtMost = 3

    /// Throws if the fetch fails, the board can't parse the document, or the document has no records.
    func run() async throws {
        var configuration = try settings.fetching(allowed: allowedHosts, named: [address.host ?? ""])
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let result: Result<[Record], any Error>
        do { result = .success(try await records(by: fetcher, settings.secrets)) } catch { result = .failure(error) }
        try? await fetcher.shutdown()
        try print(try result.get())
    }

    private func records(by fetcher: Fetcher, _ secrets: Secrets) async throws -> [Record] {
        let progress = ProgressLine()
        do {
            let found = try await TrialReading(board, at: address, secrets).found(by: fetcher) { progress.show($0, matches: nil) }
            progress.clear()
            for words in [found.notes.leftOutWords, found.notes.mendedWords].compactMap({ $0 }) { Output.note(words) }
            return found.records
        } catch let error as TrialReading.NoRoom {
            throw Failure(.badUse, "\(error.cause); set TMPDIR to a folder you can write to")
        } catch let error as RefreshError {
            progress.clear()
            throw Failure(Failure(error).status, error.message + advice(on: error))
        }
    }

    private func print(_ records: [Record]) throws {
        let shown = records.prefix(Self.shownAtMost)
        guard !shown.isEmpty else {
            throw Failure(.nothingFound, "\(Self.name(of: address)) has no records. \(mend)")
        }
        let output = Output()
        defer { output.flush() }
        if json {
            for record in shown { output.line(record.json(board.schema).closed) }
        } else {
            let count = records.count == 1 ? "1 record" : "\(records.count) records"
            output.line("\(Self.name(of: address)) has \(count)" + (records.count > shown.count ? ", the first \(shown.count):\n" : ":\n"))
            for record in shown { output.fields(zip(board.schema.fields.map(\.label), record.values.map { $0?.text ?? "" })) }
        }
        for (index, field) in board.schema.fields.enumerated() where records.allSatisfy({ $0.values[index] == nil }) {
            Output.note("The field “\(field.name)” is empty in all records. \(mend)")
        }
    }

    private func advice(on error: RefreshError) -> String {
        if error.isUnreadable { return ". \(mend)" }
        // A redirect leads to a private network.
        if error.isUnlisted, error.failure.kind == .redirects { return ". To reach it, name that host with --allow-host" }
        if error.fault == .sources { return ". Check the address given with --url" }
        return Check.advice(on: error, address.absoluteString)
    }

    private var mend: String {
        "Compare the document with 'extract' and 'fields' in \(board.folder.appendingPathComponent(BoardFile.name).path)"
    }

    private static func name(of address: URL) -> String { FetchError.withoutSecrets(address.absoluteString) }
}
