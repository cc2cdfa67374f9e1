import BoardPages
import Boards
package import Drafting
import Foundation
package import Localisation
import Records
import Serving

struct SharedBoardModel: Sendable {
    /// The text in the link.
    let code: String
    let shared: SharedBoard
    /// Translated for the reader.
    let board: Board
    var problem: String?
    /// Whether the problem is a server setting, which the person can change.
    var isForSettings = false
    /// The title and page of an existing board that does the same.
    var twin: (title: String, page: String)?
    var found: TrialForm.Found?

    init(code: String, shared: SharedBoard, language: String) {
        (self.code, self.shared) = (code, shared)
        board = shared.board.translated(to: language)
    }
}

/// What a shared board reads and stores, *Try it* with the first rows below, and *Use this board*.
struct SharedBoardView: Sendable {
    let words: Words

    func page(_ model: SharedBoardModel, _ reader: Reader, _ assets: String) -> HTML {
        let board = model.board
        let trial = TrialForm(
            words, action: NewBoardPaths.shared, [FormView.hidden("board", model.code)], take: words("Use this board"))
        return PageShell(title: board.title, assets: assets, kind: .readyBoards, reader: reader).page(
            """
            <div class="account"><h1><bdi>\(board.title)</bdi></h1>
            \(board.about.isEmpty ? nil : #"<p class="lead">\#(board.about)</p>"# as HTML)
            <p>\(words("This board comes from a link. Tidings hasn’t read anything yet: see where it reads, try it, then use it."))</p>
            \(FormView.problem(model.problem, link: model.isForSettings ? FormView.hostSettings(words) : nil))\(model.twin.map(twin))
            \(declaration(board))
            \(trial.html(model.found, reader))</div>
            """)
    }

    /// Its address, its interval, and what it stores.
    private func declaration(_ board: Board) -> HTML {
        let every = board.source.every.map { words.every($0) }
        let times = board.source.clock.map(\.description).joined(separator: ", ")
        let clock = times.isEmpty ? nil : "\(times) (\(board.source.zone.identifier))"
        let often = [every, clock].compactMap { $0 }.joined(separator: ", ")
        let fields = board.schema.fields.map { "<bdi>\($0.label)</bdi>" as HTML }
        return """
            <dl class="shared-board">\(FactList.fact(words("Address"), #"<bdi dir="ltr">\#(board.source.url.absoluteString)</bdi>"#))
            \(often.isEmpty ? nil : FactList.fact(words("Checked"), "\(often)"))
            \(FactList.fact(words("Fields"), fields.joined(by: ", ")))</dl>

            """
    }

    private func twin(_ twin: (title: String, page: String)) -> HTML {
        Callout.block(
            .error,
            """
            <span>\(words("You already have this board: “\(twin.title)”."))</span>\
            <a href="\(twin.page)">\(words("Open the board"))</a>
            """)
    }
}

extension Words {
    package func sentence(for refusal: BoardLink.Refusal) -> String {
        switch refusal {
        case .damaged: self("This link is damaged or incomplete. Ask for it again, or for the board’s file.")
        case .board(let refusal): sentence(for: refusal)
        }
    }

    /// Why a board can't be shared or imported.
    package func sentence(for refusal: SharedBoard.Refusal) -> String {
        switch refusal {
        case .tooLarge: self("The board’s file is too large for this.")
        case .noBoard(let detail): self("Tidings can’t use this board: \(detail)")
        case .key(let text): self("The board uses “\(text)”, which isn’t allowed in a board from elsewhere.")
        case .address: self("The board’s address isn’t a web address like https://example.org/list.pdf.")
        case .secret(let text): self("“\(text)” in the board’s address may be a secret. Take it out first.")
        }
    }
}
