import BoardPages
import Drafting
import Localisation
import Records
import Serving

struct NewBoardModel: Sendable {
    /// As it was typed.
    var address = ""
    var problem: String?
    var found: ProposalShelf.Found?
}

extension PageKind {
    static let newBoard = PageKind("new-board", styles: ["account", "table"])
}

/// The form for an address, and below it the lists that were found there: each a small table that one tap takes.
struct NewBoardView: Sendable {
    let words: Words
    private var values: ValueView { ValueView(words) }

    func page(_ model: NewBoardModel, _ reader: Reader, _ assets: String) -> HTML {
        let title = words("Add a board")
        let field = FormField(
            name: "address", label: words("Address"), type: "text", value: model.address,
            hint: words("A page, a feed or data, like https://example.org/prices."), problem: model.problem,
            longest: NewBoardPage.addressLength, hasFocus: model.found == nil)
        let look = FormView.form(
            NewBoardPaths.form, reader, button: words("Look"), isQuiet: model.found != nil, "\(field.html)")
        let lists =
            model.found.map { found in
                found.proposals.all.enumerated().map { list($0.element, $0.offset, found, reader) as HTML }
            } ?? []
        return PageShell(title: title, assets: assets, kind: .newBoard, reader: reader).page(
            """
            <div class="account"><h1>\(title)</h1>
            <p class="lead">\
            \(words("Paste the address of a page. Tidings finds the lists in it, keeps their rows, and can tell you when one changes."))</p>
            \(look)
            \(lists)
            </div>
            """)
    }

    private func list(_ proposal: Proposals.Proposal, _ place: Int, _ found: ProposalShelf.Found, _ reader: Reader) -> HTML {
        let id = "list-\(place)"
        let title = FormField(
            name: "title", label: words("Title"), value: proposal.draft.title, longest: NewBoardPage.titleLength, id: "\(id)-title-field")
        let hidden: HTML = """
            \(FormView.hidden("found", "\(found.number)"))\(FormView.hidden("list", "\(place)"))\(FormView.hidden("address", found.address))
            """
        let count = words("\(proposal.rowCount) rows")
        let use = words("Use this list")
        let take = FormView.form(NewBoardPaths.take, reader, button: use, label: "\(use): \(count)", "\(title.html)\(hidden)")
        return """
            <section class="account-section" aria-labelledby="\(id)"><h2 id="\(id)">\(count)</h2>
            <div class="table-box" role="region" tabindex="0" aria-labelledby="\(id)">\(table(proposal))</div>
            \(take)
            \(notes(proposal.notes))</section>

            """
    }

    private func table(_ proposal: Proposals.Proposal) -> HTML {
        let fields = proposal.schema.fields
        let heads = fields.map { "<th scope=\"col\"\(style($0))><span>\($0.label)</span></th>" as HTML }
        let rows = proposal.rows.map { record in
            let cells = fields.indices.map { place -> HTML in
                let value = record.values[at: place].map { values.plain($0, of: fields[place]) }
                return "<td\(style(fields[place]))>\(value ?? ValueView.absent)</td>"
            }
            return "<tr>\(cells)</tr>\n" as HTML
        }
        return "<table class=\"table\"><thead><tr>\(heads)</tr></thead><tbody>\(rows)</tbody></table>"
    }

    private func style(_ field: Field) -> HTML? { [.number, .money].contains(field.kind) ? " class=\"is-number\"" : nil }

    /// They name parts of a board file, which are English in every language.
    private func notes(_ notes: [String]) -> HTML? {
        guard !notes.isEmpty else { return nil }
        let items = notes.map { "<li>\($0)</li>" as HTML }
        return "<details><summary>\(words("What is read otherwise"))</summary><ul lang=\"en\" dir=\"ltr\">\(items)</ul></details>"
    }
}
