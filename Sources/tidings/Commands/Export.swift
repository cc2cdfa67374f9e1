import ArgumentParser
import Boards
import Foundation
import Records
import Storage

/// `tidings export > tidings.jsonl`: the stored data, as lines of JSON.
struct ExportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument { case jsonl }

    static let configuration = CommandConfiguration(commandName: "export", abstract: "Print what is stored, as lines of JSON.")

    @Argument(help: "Only these boards, without people and their watches.") var boards: [String] = []
    @Option(help: "Only what is stored of this person.") var person: String?
    @Option(help: "The format: jsonl, one JSON object a line.") var format = Format.jsonl
    @OptionGroup var folder: StoreOption

    func validate() throws {
        guard boards.isEmpty || person == nil else { throw ValidationError("either boards or a person") }
    }

    func run() async throws {
        let work = try Workspace(folder)
        for board in boards { _ = try Workspace.board(board, in: work.library) }
        let output = Output()
        do {
            try await work.store.export(selection(in: work.store)) { output.line($0) }
            output.flush()
        } catch {
            throw Failure(error)
        }
    }

    private func selection(in store: Store) async throws -> ExportSelection {
        if let person { return .person(try await NewPerson.person(person, in: store).name) }
        return boards.isEmpty ? .everything : .boards(boards)
    }
}
