import BoardPages
import Discovery
import Drafting
import Localisation
import Records
import Serving

struct PointModel: Sendable {
    var pointing: Pointing
    /// The last selected element, to which the frame scrolls.
    var last: Int?
    /// The list, once two rows have been selected, and its number among the stored lists.
    var proposal: Proposals.Proposal?
    var list = 0
    /// The page's address.
    var address: String { pointing.source }
    /// The text that was selected first, which may be the only wanted value.
    var only: String?
    /// The occurrences of a typed text.
    var places: [PagePicking.Place] = []
    /// The ways to read the single value.
    var ways: [Way] = []
    var problem: String?

    struct Way: Hashable, Sendable {
        let text: String
        let kind: Field.Kind
    }
}

extension PageKind {
    static let pointing = PageKind("pointing", styles: ["account", "table", "correct"])
    static let pointed = PageKind("pointed", styles: ["pointed"])
}

/// The next step, the page in its frame, and the resulting rows.
struct PointView: Sendable {
    let model: PointModel
    let words: Words

    func page(_ reader: Reader, _ assets: String) -> HTML {
        if model.pointing.value != nil { return OneValueView(model: model, words: words).page(reader, assets) }
        let title = words("Point at the list")
        let hash = model.last.map { "#n\($0)" } ?? ""
        return PageShell(title: title, assets: assets, kind: .pointing, reader: reader).page(
            """
            <div class="account point">\(Self.way(model, words))
            <h1>\(title)</h1>
            <p class="lead" role="status">\(step)</p>
            \(FormView.problem(model.problem))
            \(ways)
            \(places)
            \(Self.frame(model.pointing, hash, words))
            \(rows)</div>
            """)
    }

    /// A link back to the lists that were found on the page.
    static func way(_ model: PointModel, _ words: Words) -> HTML {
        BackLink.html(words("Add a board"), to: NewBoardPaths.found(model.pointing.found, at: model.address))
    }

    /// The page, in which parts can be selected.
    static func frame(_ pointing: Pointing, _ hash: String, _ words: Words) -> HTML {
        """
        <iframe class="point-frame" src="\(pointing.frameAddress)\(hash)" sandbox="\(PointPage.sandbox)" \
        title="\(words("The page, without its scripts, styles and pictures"))" referrerpolicy="no-referrer"></iframe>
        """
    }

    /// The occurrences of a typed text, each with its context.
    private var places: HTML? {
        guard !model.places.isEmpty else { return nil }
        let said = model.pointing.said
        let links = model.places.map { place -> HTML in
            #"<li><a href="\#(model.pointing.only(place.number).address)"><bdi>\#(place.text)</bdi></a></li>"#
        }
        return PageSection.html(
            words("“\(said)” appears several times. Which one?"), id: "places",
            """
            <ol class="point-ways">\(links)</ol>
            """)
    }

    private var step: String {
        switch model.pointing.rows.count {
        case 0: words("Tap some text in one row of the list, or the single value to watch.")
        case 1: words("Now tap some text in another row.")
        default: words("Tap text in a row to make it a field. Tap it again to leave it out.")
        }
    }

    private var ways: HTML? {
        guard !model.pointing.rows.isEmpty else { return nil }
        let only: HTML? = model.only.flatMap { text -> HTML? in
            guard let number = model.pointing.rows.first else { return nil }
            return """
                <a class="button" href="\(model.pointing.only(number).address)">\(words("Watch only this")): \
                <bdi>\(text.count > 40 ? "\(text.prefix(40))…" : text)</bdi></a>
                """
        }
        let on: HTML? = model.proposal.map { proposal in
            """
            <a class="button" href="\(NewBoardPaths.correct(model.pointing.found, list: model.list, at: model.address))">\
            \(words("Continue with this list")): \(words("\(proposal.rowCount) rows"))</a>
            """
        }
        return """
            <div class="form-buttons">\(on)\(only)\
            <a class="button is-soft" href="\(model.pointing.cleared.address)">\(words("Start again"))</a></div>
            """
    }

    private var rows: HTML? {
        model.proposal.map { proposal in
            PageSection.html(
                words("\(proposal.rowCount) rows"), id: "rows", RowsTable(proposal.schema, proposal.rows, words).html(titled: "rows"))
        }
    }
}

/// Another site's page as our own document: its texts as buttons of one form, in a few kinds of elements. All markup is ours; only escaped
/// texts come from the page.
struct PointedFrame: Sendable {
    let page: ShownPage
    let language: String?
    let pointing: Pointing
    let words: Words

    func html(_ assets: String) -> HTML {
        let language: HTML = self.language.flatMap { Self.isTag($0) ? #" lang="\#($0)""# : nil } ?? ""
        return Self.document(
            language, assets, words,
            """
            <form method="get" action="\(NewBoardPaths.point)" target="_top">\
            \(FormView.hidden("found", "\(pointing.found)"))\(FormView.hidden("address", pointing.source))\
            \(FormView.hidden("rows", pointing.rowsText))\
            \(FormView.hidden("fields", pointing.fieldsText))\(pointing.value.map { FormView.hidden("value", "\($0)") })
            <div dir="auto">\(page.pieces.map(piece))</div></form>
            \(page.isCut ? "<p>\(words("The page is too large to show in full. Its end is missing."))</p>" as HTML : nil)
            """)
    }

    /// The frame of a page that is no longer stored: a link to search again.
    static func expired(_ source: String, _ words: Words, _ assets: String) -> HTML {
        document(
            #" lang="\#(words.language)" dir="\#(words.direction)""#, assets, words,
            """
            <p>\(words("These results have expired. Search again."))</p>
            <p><a href="\(NewBoardPaths.form(for: source))" target="_top">\(words("Add a board"))</a></p>
            """)
    }

    /// `language`: the attribute.
    private static func document(_ language: HTML, _ assets: String, _ words: Words, _ content: HTML) -> HTML {
        """
        <!doctype html>
        <html\(language)><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(words("The page, without its scripts, styles and pictures"))</title>
        <link rel="stylesheet" href="\(assets)/\(PageKind.pointed.style)"></head>
        <body class="pointed"><main>\(content)</main></body></html>

        """
    }

    /// Whether it is a well-formed BCP 47 tag; the page may contain any text.
    private static func isTag(_ text: String) -> Bool {
        text.utf8.count <= 35 && text.unicodeScalars.allSatisfy { $0 == "-" || $0.isASCII && $0.properties.isAlphabetic }
    }

    private func piece(_ piece: ShownPage.Piece) -> HTML {
        switch piece {
        case .open(let element, let columns, let rows, let isRow): open(element, columns, rows, isRow ? #" class="is-row""# : "")
        case .close(let element): close(element)
        case .lineEnd: "<br>"
        case .text(let text, let number, let isPicture, let isField):
            """
            <button id="n\(number)" name="tap" value="\(number)"\(isField ? #" class="is-field" aria-pressed="true""# as HTML : "")>\
            \(isPicture ? #"<span class="is-picture">\#(text.isEmpty ? words("Picture") : text)</span>"# as HTML : "\(text)")</button>\u{20}
            """
        }
    }

    private func open(_ element: ShownPage.Element, _ columns: Int, _ rows: Int, _ mark: HTML) -> HTML {
        let spans: HTML = "\(columns > 1 ? #" colspan="\#(columns)""# as HTML : "")\(rows > 1 ? #" rowspan="\#(rows)""# as HTML : "")"
        return switch element {
        case .block: "<div\(mark)>"
        case .inline: "<span\(mark)>"
        case .heading: "<div\(isMarked(mark) ? #" class="is-heading is-row""# as HTML : #" class="is-heading""#)>"
        case .list: "<ul\(mark)>"
        case .item: "<li\(mark)>"
        case .table: "<table\(mark)>"
        case .head: "<thead\(mark)>"
        case .body: "<tbody\(mark)>"
        case .foot: "<tfoot\(mark)>"
        case .row: "<tr\(mark)>"
        case .cell: "<td\(spans)\(mark)>"
        case .headCell: "<th\(spans)\(mark)>"
        }
    }

    private func isMarked(_ mark: HTML) -> Bool { !mark.isEmpty }

    private func close(_ element: ShownPage.Element) -> HTML {
        switch element {
        case .block, .heading: "</div>\n"
        case .inline: "</span>"
        case .list: "</ul>"
        case .item: "</li>"
        case .table: "</table>"
        case .head: "</thead>"
        case .body: "</tbody>"
        case .foot: "</tfoot>"
        case .row: "</tr>"
        case .cell: "</td>"
        case .headCell: "</th>"
        }
    }
}
