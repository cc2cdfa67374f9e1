import ArgumentParser
import BoardPages
import Boards
import Drafting
import Fetching
import Foundation
import Records
import Synchronization
import Web

/// `tidings board new URL`: the lists at an address, and a board of one of them in the data folder.
struct BoardNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Find the lists at an address, and make a board of one.",
        discussion: """
            Without --list nothing is stored: the lists are printed with their first rows. A server that runs in the data folder takes \
            the new board within seconds.
            """)

    @Argument(help: "The address: a page, a feed or data; file:PATH is a file.") var url: String
    @Option(help: ArgumentHelp("Make a board of the list of this number, from 1.", valueName: "n")) var list: Int?
    @Option(help: "What the board is called; the page's own title, if it isn't said.") var title: String?
    @Option(
        name: .customLong("allow-host"),
        help: "A host, or HOST:PORT, that may be reached although it is on a private network; may be repeated.")
    var allowedHosts: [String] = []
    @OptionGroup var folder: DataOption

    /// Bytes of a document.
    private static let byteLimit = 8 << 20

    func run() async throws {
        do {
            let address = try Workspace.address(url)
            guard title != "" else { throw Failure(.badUse, "--title is empty") }
            let settings = try Settings(data: folder.data)
            let proposals = try await proposals(at: address, settings)
            guard !proposals.all.isEmpty else {
                throw Failure(.nothingFound, "no list was found at \(url) that a board could read")
            }
            if let list { try take(list, of: proposals, settings) } else { show(proposals) }
        } catch {
            throw Failure(error)
        }
    }

    private func proposals(at address: URL, _ settings: Settings) async throws -> Proposals {
        var configuration = try settings.fetching(named: allowedHosts)
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let body = Mutex([UInt8]())
        let answer: Result<ResponseHead, any Error>
        do {
            answer = .success(
                try await fetcher.job(Request(url: address, bodyLimit: Self.byteLimit), for: "new board").run { part in
                    if case .body(let bytes) = part { body.withLock { $0 += bytes } }
                })
        } catch { answer = .failure(error) }
        try? await fetcher.shutdown()
        let head = try answer.get()
        do { return try Proposals(of: body.withLock { $0 }, at: head.url, charset: head.contentType?.charset) } catch {
            throw Failure(.source, "\(url): \(error)")
        }
    }

    private func take(_ number: Int, of proposals: Proposals, _ settings: Settings) throws {
        guard proposals.all.indices.contains(number - 1) else {
            let count = proposals.all.count
            throw Failure(.badUse, "--list \(number): there \(count == 1 ? "is 1 list" : "are \(count) lists"), counted from 1")
        }
        let proposal = proposals.all[number - 1]
        var draft = proposal.draft
        if let title { draft.title = title }
        let data = settings.folder(folder.data)
        let library = BoardLibrary(data: data, sources: try settings.sources([]), views: Views.forms)
        let taken = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        let name: String
        do {
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            name = try OwnBoards(in: data.appendingPathComponent("boards")).add(draft.yaml, titled: draft.title, besides: taken)
        } catch OwnBoards.Refusal.full {
            throw Failure(.badUse, "there are \(OwnBoards.limit) boards in \(data.path)/boards already; remove one first")
        } catch OwnBoards.Refusal.unwritable(let reason) {
            throw Failure(.badUse, "the board can't be written: \(reason)")
        }
        proposal.notes.forEach { Output.note($0) }
        Output.print("\(name): \(proposal.rowCount) rows, in \(data.path)/boards/\(name)/\(BoardFile.name)")
        Output.note("Read it with: tidings check \(name)")
    }

    private func show(_ proposals: Proposals) {
        let output = Output()
        defer { output.flush() }
        for (place, proposal) in proposals.all.enumerated() {
            let fields = proposal.schema.fields
            output.line(
                "\(place + 1). \(proposal.rowCount) rows: \(fields.map { "\($0.label) (\($0.kind.rawValue))" }.joined(separator: ", "))\n")
            for record in proposal.rows.prefix(3) {
                output.fields(zip(fields.map { "   \($0.label)" }, record.values.map { $0?.text ?? "" }))
            }
        }
        output.flush()
        Output.note("Make a board of one with: tidings board new \(url) --list 1")
    }
}
