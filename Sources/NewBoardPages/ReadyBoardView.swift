import Boards
import Localisation
import Records
import Serving

struct ReadyBoardModel: Sendable {
    struct Found: Sendable {
        let schema: Schema
        let rows: [Record]
        let count: Int
    }

    /// In the reader's language.
    let board: Board
    /// By parameter, as it was typed.
    var given: [String: String] = [:]
    var title = ""
    /// What can't be used, at its field.
    var refused: (parameter: String, sentence: String)?
    var problem: String?
    /// A board that does the same already: its title and page.
    var twin: (title: String, page: String)?
    var found: Found?

    /// Before a parameter's name, as in addresses of boards.
    static let mark = "set."

    init(board: Board) { self.board = board }
}

/// A board of the gallery: its parameters, *Try it* with the first rows below, and *Turn on*.
struct ReadyBoardView: Sendable {
    let words: Words

    func page(_ model: ReadyBoardModel, _ ready: ReadyBoard, _ reader: Reader, _ assets: String) -> HTML {
        let board = model.board
        let fields = board.parameters.map { field($0, model) }
        let title = FormField(
            name: "title", label: words("Title"), value: model.title,
            hint: words("Optional. Leave it empty to use the board’s own title."), longest: NewBoardPage.titleLength, isRequired: false)
        let twin = model.twin.map { twin -> HTML in
            """
            <div class="notice" role="alert">\(Symbols.caution)<div><span>\
            \(words("You already have this board: “\(twin.title)”."))</span>\
            <a href="\(twin.page)">\(words("Open the board"))</a></div></div>
            """
        }
        return PageShell(title: board.title, assets: assets, kind: .readyBoards, reader: reader).page(
            """
            <div class="account"><h1>\(board.title)</h1>
            <p class="lead">\(board.about)</p>
            \(FormView.problem(model.problem))\(twin)
            <form class="form" method="post" action="\(NewBoardPaths.ready(ready.name))">\(reader.formField)\(fields)\(title.html)
            <div class="ready-ways"><button class="button is-soft" type="submit" name="do" value="try" \
            formaction="\(NewBoardPaths.ready(ready.name))#rows">\(words("Try it"))</button>
            <button class="button" type="submit" name="do" value="take">\(words("Turn on"))</button></div></form>
            \(model.found.map(rows))
            <p><a class="quiet-link" href="\(NewBoardPaths.ready)">\(words("All ready-made boards"))</a></p></div>
            """)
    }

    private func field(_ parameter: Parameter, _ model: ReadyBoardModel) -> HTML {
        let (name, id) = (ReadyBoardModel.mark + parameter.name, "set-\(parameter.name)")
        guard parameter.choices.isEmpty else {
            let options = parameter.choices.map { (value: $0, label: parameter.label(of: $0)) }
            let chosen = model.given[parameter.name] ?? parameter.standard ?? ""
            return FormChoice(name: name, label: parameter.field.label, options: options, chosen: chosen, id: id).html
        }
        let isAddress = parameter.field.kind == .url
        return FormField(
            name: name, label: parameter.field.label, value: model.given[parameter.name] ?? "", hint: parameter.field.hint,
            problem: model.refused?.parameter == parameter.name ? model.refused?.sentence : nil, longest: isAddress ? 1000 : 200, id: id,
            isRequired: !parameter.field.isOptional
        ).html
    }

    func rows(_ found: ReadyBoardModel.Found) -> HTML {
        guard found.count > 0 else {
            return """
                <p class="notice is-good" role="status">\(Symbols.check)<span>\
                \(words("There is nothing to show right now. New rows will appear when there are some."))</span></p>
                """
        }
        return """
            <section class="account-section" aria-labelledby="rows"><h2 id="rows">\(words("\(found.count) rows"))</h2>
            \(RowsTable(found.schema, found.rows, words).html(titled: "rows"))</section>
            """
    }
}
