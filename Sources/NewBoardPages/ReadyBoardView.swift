import Boards
import Localisation
import Serving

struct ReadyBoardModel: Sendable {
    /// Translated for the reader.
    let board: Board
    /// By parameter, as typed.
    var given: [String: String] = [:]
    var title = ""
    /// By invalid parameter: the error for its field.
    var refused: [String: String] = [:]
    var problem: String?
    /// Whether the problem is a server setting, which the person can change.
    var isForSettings = false
    /// The title and page of an existing board that does the same.
    var twin: (title: String, page: String)?
    var found: TrialForm.Found?

    init(board: Board) { self.board = board }
}

/// A board of the gallery: its parameters, *Try it* with the first rows below, and *Turn on*.
struct ReadyBoardView: Sendable {
    let words: Words

    func page(_ model: ReadyBoardModel, _ ready: ReadyBoard, _ reader: Reader, _ assets: String) -> HTML {
        let board = model.board
        let fields = board.parameters.map { parameter in
            TrialForm.field(parameter, model.given[parameter.name], problem: model.refused[parameter.name])
        }
        let title = FormField(
            name: "title", label: words("Title"), value: model.title,
            hint: words("Optional. Leave it empty to use the board’s own title."), longest: NewBoardPage.titleLength, isRequired: false)
        let twin = model.twin.map { twin -> HTML in
            Callout.block(
                .error,
                """
                <span>\(words("You already have this board: “\(twin.title)”."))</span>\
                <a href="\(twin.page)">\(words("Open the board"))</a>
                """)
        }
        let trial = TrialForm(words, action: NewBoardPaths.ready(ready.name), fields + [title.html], take: words("Turn on"))
        return PageShell(title: board.title, assets: assets, kind: .readyBoards, reader: reader).page(
            """
            <div class="account"><h1>\(board.title)</h1>
            <p class="lead">\(board.about)</p>
            \(FormView.problem(model.problem, link: model.isForSettings ? FormView.hostSettings(words) : nil))\(twin)
            \(trial.html(model.found, reader))
            <p><a class="quiet-link" href="\(NewBoardPaths.ready)">\(words("Ready-made boards"))</a></p></div>
            """)
    }
}
