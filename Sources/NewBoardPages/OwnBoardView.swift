import BoardPages
import Boards
import Drafting
import Localisation
import Records
import Serving

struct OwnBoardModel: Sendable {
    var problem: String?
    /// Whether the problem is a server setting, which the person can change.
    var isForSettings = false
    var found: FoundRepair?
}

/// The actions on a board that was added here, each a form with one button. A person who may only remove it sees just that form.
struct OwnBoardView: Sendable {
    let board: Board
    let mayChange: Bool
    let hasFormer: Bool
    let sharing: Sharing?
    /// Whether a browser may perform steps before it reads the board's page.
    let offersSteps: Bool
    let words: Words

    /// How the board can be moved to another installation.
    enum Sharing: Sendable {
        /// The whole URL.
        case link(String)
        case refused(SharedBoard.Refusal)
    }

    func page(_ model: OwnBoardModel, _ reader: Reader, _ assets: String) -> HTML {
        let former: HTML? =
            hasFormer && mayChange
            ? section(
                "former", words("Undo the last change"), words("The board reads the page as it did before. What is stored stays."),
                form(reader, "back", words("Undo"), isQuiet: true)) : nil
        let sure = Checkbox.html(
            markup: "\(words("Remove “\(board.title)”"))", name: "sure", value: "yes", attributes: " required")
        let heading = mayChange ? words("Edit this board") : board.title
        return PageShell(title: board.title, heading: heading, assets: assets, kind: .newBoard, reader: reader).page(
            """
            <div class="account">\(way(reader))
            <h1>\(heading)</h1>
            \(FormView.problem(model.problem, link: model.isForSettings ? FormView.hostSettings(words) : nil))
            \(mayChange ? model.found.map { proposal($0, reader) } ?? look(reader) : nil)
            \(former)
            \(offersSteps ? steps : nil)
            \(mayChange ? audience(reader) : nil)
            \(mayChange ? share : nil)
            \(section(
                "remove", words("Remove the board"),
                words("Tidings stops reading it, and it disappears from the pages. Its stored rows stay in the database."),
                form(reader, "remove", words("Remove"), isQuiet: true, sure)))
            </div>
            """)
    }

    private var steps: HTML {
        PageSection.html(
            words("Steps in the browser"), id: "steps",
            """
            <p>\(words("A browser carries them out before it reads the page, for example to sign in or press a button."))</p>
            <p><a class="button is-soft" href="\(NewBoardPaths.steps(board.name))">\(words("Edit the steps"))</a></p>
            """)
    }

    private var share: HTML {
        let way: HTML? =
            switch sharing {
            case .link(let address)?:
                """
                <p>\
                \(words("The link shows what the board reads before anyone uses it. In another Tidings, paste it under “Add a board”."))</p>
                <p><a href="\(address)">\(words("Link to this board"))</a>\(CopyButton.html(words))</p>
                """
            case .refused(let refusal)?: "<p>\(words("There is no link to it.")) \(words.sentence(for: refusal))</p>"
            case nil: nil
            }
        return PageSection.html(
            words("Share this board"), id: "share",
            """
            \(way)
            <p><a class="button is-soft" href="\(NewBoardPaths.file(board.name))" download>\
            \(words("Download the board’s file"))</a></p>
            """)
    }

    /// A link back to the board, or to the settings, where administrators see the names of boards that only their owners see.
    private func way(_ reader: Reader) -> HTML {
        board.isVisible(to: reader.person?.id)
            ? BackLink.html(board.title, to: BoardPaths(board.name).page)
            : BackLink.html(words("Server settings"), to: "\(MainWays.server)#boards")
    }

    /// Who sees the board; nil: it has no owner. Only the operator decides whether strangers see it too.
    private func audience(_ reader: Reader) -> HTML? {
        guard let own = board.own, own.person != nil else { return nil }
        typealias Audience = Board.Audience
        let choice = FormChoice(
            name: "audience", label: words("Who sees it"),
            options: [
                (Audience.owner.rawValue, words("Only you")), (Audience.household.rawValue, words("Everyone with an account here")),
            ], chosen: own.isShared ? Audience.household.rawValue : Audience.owner.rawValue)
        let isOpen = board.audience == .everyone ? words("People without an account can read it, too.") : nil
        let sentence =
            own.isShared
            ? words("If you make it yours alone again, other people’s watches on it end.")
            : words("Only you see the board, its rows and its changes. Administrators see its name and can remove it.")
        return section(
            "audience", words("Sharing"), [isOpen, sentence].compactMap { $0 }.joined(separator: " "),
            form(reader, "share", words("Save"), isQuiet: true, choice.html))
    }

    private func look(_ reader: Reader) -> HTML {
        section(
            "look", words("Find it on the new page"),
            words("If the page was redesigned, Tidings looks for the rows it knows, and shows what it finds before anything changes."),
            form(reader, "look", words("Look")))
    }

    private func proposal(_ found: FoundRepair, _ reader: Reader) -> HTML {
        let repair = found.repair
        let share = "\(Int(clamping: (repair.keys * 100).rounded())) %"
        let missing = repair.missing.compactMap { board.schema[$0]?.label }
        let isOne = repair.draft.isOne
        let sentences = [
            isOne ? nil : words("\(share) of the known rows are there."),
            missing.isEmpty ? nil : words("No longer on the page: \(missing.joined(separator: ", "))."),
        ].compactMap { $0 }
        let table = (try? repair.draft.board()).map { RowsTable($0.schema, Array(repair.records.prefix(5)), words).html(titled: "look") }
        let title = isOne ? words("The value as it is now") : words("\(repair.records.count) rows")
        return PageSection.html(
            title, id: "look",
            """
            <p>\(sentences.joined(separator: " "))</p>
            \(table)
            \(form(reader, "repair", isOne ? words("Use this") : words("Use this list"), FormView.hidden("found", "\(found.number)")))
            <p><a class="quiet-link" href="\(NewBoardPaths.correct(found.number, of: board.name))">\(words("Correct it"))</a></p>
            """)
    }

    private func section(_ id: String, _ title: String, _ text: String, _ form: HTML) -> HTML {
        PageSection.html(
            title, id: id,
            """
            <p>\(text)</p>
            \(form)
            """)
    }

    private func form(_ reader: Reader, _ action: String, _ button: String, isQuiet: Bool = false, _ fields: HTML = "") -> HTML {
        FormView.form(
            NewBoardPaths.own(board.name), reader, button: button, isQuiet: isQuiet, isHarsh: action == "remove",
            "\(FormView.hidden("do", action))\(fields)")
    }
}
