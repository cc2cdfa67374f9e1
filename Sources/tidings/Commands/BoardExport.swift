import ArgumentParser
import BoardPages
import Boards
import Drafting
import Foundation
import Localisation
import NewBoardPages
import Web

/// `tidings board export NAME`: a board's file, or a link that contains it.
struct BoardExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a board's file, for another installation.",
        discussion: """
            With --link it prints a link that has the file in it: the person who opens it sees what the board reads, and may use it. \
            A board that may not come from elsewhere (with secrets, headers, joins, a stream …) has no link.
            """)

    @Argument(help: "The board’s name.") var name: String
    @Option(help: ArgumentHelp("Print a link to this Tidings, like https://tidings.example.", valueName: "address")) var link: String?
    @OptionGroup var folder: DataOption

    func run() throws {
        do {
            let settings = try Settings(flags: folder.flags)
            let library = try OwnFolder(settings).library
            let found = library[name]?.folder ?? library.queueBoards.first { $0.name == name }?.folder
            guard let board = found else { throw Failure(.badUse, "there is no board '\(name)'; list them with: tidings boards") }
            let file: String
            do { file = try String(contentsOf: board.appendingPathComponent(BoardFile.name), encoding: .utf8) } catch {
                throw Failure(.badUse, "\(name)'s file cannot be read: \(error.localizedDescription)")
            }
            guard let link else { return Output.print(file.hasSuffix("\n") ? String(file.dropLast()) : file) }
            do { _ = try SharedBoard(file, views: Views.forms) } catch { throw refused(error) }
            guard let code = BoardLink.code(of: file) else { throw refused(.tooLarge) }
            Output.print((link.hasSuffix("/") ? String(link.dropLast()) : link) + BoardLink.path(to: code))
        } catch {
            throw Failure(error)
        }
    }

    private func refused(_ refusal: SharedBoard.Refusal) -> Failure {
        Failure(.badUse, "\(name) can't be in a link. \(Words.english.sentence(for: refusal))")
    }
}
