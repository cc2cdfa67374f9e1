import BoardPages
import Drafting
import Localisation
import Records
import Serving

/// One value of a page: the board's reading of it, the button that uses it, other ways to read it, and the page, to choose something else.
struct OneValueView: Sendable {
    let model: PointModel
    let words: Words

    private static let length = 80

    func page(_ reader: Reader, _ assets: String) -> HTML {
        let title = words("Watch one value")
        let hash = model.pointing.value.map { "#n\($0)" } ?? ""
        return PageShell(title: title, assets: assets, kind: .pointing, reader: reader).page(
            """
            <div class="account point">\(PointView.way(model, words))
            <h1>\(title)</h1>
            <p class="lead">\
            \(words("Tidings finds it again by what is around it on the page. If that changes, it says so and keeps the last value."))</p>
            \(FormView.problem(model.problem))
            \(preview(reader))
            \(ways)
            <section class="account-section" aria-labelledby="else"><h2 id="else">\(words("Something else? Tap it"))</h2>
            \(PointView.frame(model.pointing, hash, words))
            <div class="form-buttons">\
            <a class="button is-soft" href="\(model.pointing.cleared.address)">\(words("Start again"))</a></div>
            </section></div>
            """)
    }

    /// The value as the board reads it.
    private func preview(_ reader: Reader) -> HTML? {
        guard let proposal = model.proposal else { return nil }
        let title = FormField(
            name: "title", label: words("Title"), value: proposal.draft.title, longest: NewBoardPage.titleLength, id: "title-field")
        let hidden: HTML = """
            \(FormView.hidden("found", "\(model.pointing.found)"))\(FormView.hidden("list", "\(model.list)"))\
            \(FormView.hidden("address", model.address))
            """
        return PageSection.html(
            words("The value as it is now"), id: "value",
            """
            \(RowsTable(proposal.schema, proposal.rows, words).html(titled: "value"))
            \(FormView.form(NewBoardPaths.take, reader, button: words("Use this"), "\(title.html)\(hidden)"))
            <p><a class="quiet-link" href="\(NewBoardPaths.correct(model.pointing.found, list: model.list, at: model.address))">\
            \(words("Correct it"))</a></p>
            """)
    }

    private var ways: HTML? {
        guard let number = model.pointing.value, model.ways.count > (model.proposal == nil ? 0 : 1) else { return nil }
        let links = model.ways.enumerated().map { place, way -> HTML in
            let text = way.text.count > Self.length ? "\(way.text.prefix(Self.length))…" : way.text
            let label: HTML = #"<bdi>\#(text)</bdi> <span class="point-kind">\#(words.name(of: way.kind))</span>"#
            return place == model.pointing.way
                ? #"<li><span aria-current="true">\#(label)</span></li>"#
                : #"<li><a href="\#(model.pointing.only(number, way: place).address)">\#(label)</a></li>"#
        }
        return PageSection.html(
            words("What to read there"), id: "ways",
            """
            <ul class="point-ways">\(links)</ul>
            """)
    }
}
