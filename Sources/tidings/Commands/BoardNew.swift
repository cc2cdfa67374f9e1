import ArgumentParser
import BoardPages
import Boards
import Discovery
import Drafting
import Fetching
import Foundation
import NewBoardPages
import Records
import Web

/// `tidings board new URL`: finds the lists at an address, and makes a board from one of them in the data folder.
struct BoardNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a board from a list at an address, or turn on a ready-made one.",
        discussion: """
            Without --list nothing is stored: the lists are printed with their first rows. With --value the board has one value, found \
            again by what is around it on the page. With --ready Tidings fetches the board's document once, and stores the board if it \
            can be read; `tidings boards --ready` lists these boards. A server that runs in the data folder takes the new board within \
            seconds.
            """)

    @Argument(help: "The address: a page, a feed or data; file:PATH is a file.") var url: String?
    @Option(help: "Turn on the ready-made board of this name.") var ready: String?
    @Option(name: .customLong("set"), help: "A value for a ready-made board: NAME=VALUE. May be repeated.") var pairs: [String] = []
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Make a board of the list of this number, from 1.", valueName: "n"),
        transform: WholeNumber.atLeast(1))
    var list: Int?
    @Option(
        help: ArgumentHelp(
            "Make a board of one value of the page, as the page shows it. If it is there several times, --list chooses.", valueName: "text")
    )
    var value: String?
    @Option(help: "The board's title (default: the page's own).") var title: String?
    @Flag(help: "Open the page in a browser, for pages whose content is loaded by scripts.") var render = false
    @Option(
        name: .customLong("allow-host"),
        help: "A host, or HOST:PORT, on a private network that may be reached; may be repeated.")
    var allowedHosts: [String] = []
    @OptionGroup var folder: StoreOption

    func run() async throws {
        do {
            if let ready {
                guard url == nil, list == nil, value == nil, !render else {
                    throw Failure(.badUse, "--ready takes neither an address nor --list, --value or --render")
                }
                return try await ReadyBoardStart(
                    name: ready, values: pairs, title: title ?? "", allowedHosts: allowedHosts, folder: folder
                ).run()
            }
            guard let url, pairs.isEmpty else {
                throw Failure(.badUse, self.url == nil ? "an address, or --ready NAME, is missing" : "--set goes with --ready")
            }
            let address = try Workspace.address(url)
            guard title != "" else { throw Failure(.badUse, "--title is empty") }
            let settings = try Settings(flags: folder.flags)
            let document = try await document(at: address, settings)
            if let value {
                let proposal = try ValueChoice(text: value, place: list, url: url).proposal(in: document)
                return try await take(proposal, settings)
            }
            let proposals: Proposals
            do { proposals = try document.proposals() } catch { throw Failure(.source, "\(url): \(error)") }
            guard !proposals.all.isEmpty || !proposals.alternates.isEmpty || !proposals.frames.isEmpty else {
                let hint = render ? "" : "; if its content is loaded by scripts, add --render"
                throw Failure(.nothingFound, "no list was found at \(url) that a board could read\(hint)")
            }
            if let list { try await take(list, of: proposals, settings) } else { show(proposals, of: url) }
        } catch {
            let failure = Failure(error)
            throw Failure(failure.status, failure.message.map { $0 + Check.advice(on: error, url ?? "") })
        }
    }

    /// The options that the next command needs too.
    private var reach: String { allowedHosts.map { " --allow-host \($0)" }.joined() + (folder.data.map { " --data \($0)" } ?? "") }

    private func document(at address: URL, _ settings: Settings) async throws -> BoardFinder.Document {
        var configuration = try settings.fetching(allowed: allowedHosts)
        configuration.readsFiles = true
        let fetcher = Fetcher(configuration)
        let answer: Result<BoardFinder.Document, any Error>
        do { answer = .success(try await BoardFinder(fetcher).document(at: address, rendered: render ? BoardFinder.rendering : nil)) } catch
        { answer = .failure(error) }
        try? await fetcher.shutdown()
        return try answer.get()
    }

    private func take(_ number: Int, of proposals: Proposals, _ settings: Settings) async throws {
        guard proposals.all.indices.contains(number - 1) else {
            let count = proposals.all.count
            throw Failure(.badUse, "--list \(number): there \(count == 1 ? "is 1 list" : "are \(count) lists"), counted from 1")
        }
        try await take(proposals.all[number - 1], settings)
    }

    private func take(_ proposal: Proposals.Proposal, _ settings: Settings) async throws {
        var draft = proposal.draft
        if let title { draft.title = title }
        if render { draft.render = "true" }
        let own = try OwnFolder(settings)
        let name = try await own.add(draft.yaml, titled: draft.title)
        proposal.notes.forEach { Output.note($0) }
        let what = proposal.draft.isOne ? proposal.rows.first?.values.first??.text ?? "one value" : "\(proposal.rowCount) rows"
        Output.print("\(name): \(what), in \(own.path(of: name))")
        Output.note("Read it with: tidings check \(name)\(reach)")
    }

    private func show(_ proposals: Proposals, of url: String) {
        let output = Output()
        defer { output.flush() }
        for (place, proposal) in proposals.all.enumerated() {
            let fields = proposal.schema.fields
            let columns = fields.map { "\($0.label) (\($0.kind.rawValue))" }.joined(separator: ", ")
            output.line("\(place + 1). \(proposal.isText ? "The page's text, " : "")\(proposal.rowCount) rows: \(columns)\n")
            for record in proposal.rows.prefix(3) {
                output.fields(zip(fields.map { "   \($0.label)" }, record.values.map { $0?.text ?? "" }))
            }
        }
        output.flush()
        for alternate in proposals.alternates.prefix(3) { Output.note("The page names a feed: \(alternate.address.absoluteString)") }
        for frame in proposals.frames { Output.note("The page shows another page inside itself: \(frame.address.absoluteString)") }
        Output.note("Make a board of one with: tidings board new \(url)\(render ? " --render" : "") --list 1\(reach)")
    }
}
