import Localisation
import Records
import Serving

/// A record's page, and its sheet over the list: picture, name, actions, then all fields.
///
/// The page is sent in two parts: first the stored data, then the whole record once the service has answered. The style sheet hides the
/// first part when the second arrives.
struct DetailView {
    let reader: Reader
    private var words: Words { reader.words }

    func shell(_ model: DetailModel, _ kind: PageKind, assets: String) -> PageShell {
        PageShell(
            title: model.name, parent: PageShell.Parent(model.boardTitle, at: list(model)), assets: assets, kind: kind, reader: reader)
    }

    func opening(_ model: DetailModel) -> HTML {
        #"<div class="detail-page">\#(BackLink.html(model.boardTitle, to: list(model)))\#n"#
    }

    private func list(_ model: DetailModel) -> String { BoardPaths(model.boardName, model.choice).page }

    static let closing: HTML = "\n</div>"

    func article(_ model: DetailModel) -> HTML {
        """
        <article class="detail\(model.state == .waiting ? " is-waiting" : nil as HTML?)">\
        <header class="detail-head">\(picture(model))<h1 class="detail-name"><bdi>\(model.name)</bdi></h1>\(model.opening)\(actions(model))\
        </header>\
        \(progress(model))\(fields(model.own))\(model.groups.map(fields))\(age(model))\(lastChange(model))\(model.watching?.ways)</article>
        """
    }

    /// Opens a larger picture.
    private func picture(_ model: DetailModel) -> HTML? {
        if model.opening != nil, model.picture == nil { return nil }
        let face = Face(model.name).html(model.picture)
        guard let picture = model.picture else { return face }
        return
            #"<a class="detail-picture" href="\#(picture)" data-sheet="picture" aria-label="\#(words("Show the picture"))">\#(face)</a>"#
    }

    /// The first contact of each kind, as a large button.
    private func actions(_ model: DetailModel) -> HTML {
        var links: [HTML] = []
        for field in model.all {
            guard case .phone(let number) = field.value, !NameWords(field.name).have(["fax", "telefax"]) else { continue }
            links.append(
                """
                <a class="action" href="tel:\(RecognisedValue.dialled(number))">\(Symbols.phone)<span>\
                \(words("Call", sense: "by telephone"))</span></a>
                """
            )
            break
        }
        for field in model.all {
            guard case .email(let address) = field.value else { continue }
            links.append(
                """
                <a class="action" href="mailto:\(RecognisedValue.encoded(address))">\(Symbols.letter)<span>\
                \(words("Mail", sense: "verb"))</span></a>
                """
            )
            break
        }
        for field in model.all {
            guard case .link(let url) = field.value else { continue }
            links.append(
                """
                <a class="action" href="\(url)" rel="noopener noreferrer nofollow">\(Symbols.globe)<span>\
                \(words("Visit", sense: "a web site"))</span></a>
                """
            )
            break
        }
        if model.hasCard {
            let card = BoardPaths(model.boardName).card(model.id)
            links.append(
                #"<a class="action" href="\#(card)" download>\#(Symbols.keep)<span>\#(words("Save", sense: "a contact"))</span></a>"#)
        }
        if let tell = model.watching?.action { links.append(tell) }
        return links.isEmpty ? "" : #"<div class="actions">\#(links)</div>"#
    }

    private func fields(_ fields: [DetailField]) -> HTML {
        guard !fields.isEmpty else { return "" }
        let pairs = fields.map { field -> HTML in
            let note = field.note.map { #" <span class="detail-note">\#($0)</span>"# } as HTML?
            return FactList.fact(markup: "\(field.label)\(note)", field.value.html(words))
        }
        return #"<dl class="detail-fields">\#(pairs)</dl>"#
    }

    private func progress(_ model: DetailModel) -> HTML {
        switch model.state {
        case .whole, .answered: return ""
        case .waiting: return SheetView.waiting(words)
        case .notFound:
            return Callout.caution(words("The source no longer has this row. This is the stored copy."), isLive: true)
        case .failed(let reason):
            let page = BoardPaths(model.boardName).record(model.id)
            return Callout.caution(
                markup: """
                    \(words.html("Tidings couldn’t read more: \("<bdi>\(reason)</bdi>" as HTML).")) \
                    <a href="\(page)" data-again>\(words("Try again"))</a>
                    """, isLive: true)
        }
    }

    private func lastChange(_ model: DetailModel) -> HTML? {
        model.lastChange.map { change -> HTML in
            """
            <section class="detail-change"><h2>\(words("Last changed"))</h2><p class="updated">\(ValueView(words).time(change.seen))</p>\
            \(change.table.html)</section>
            """
        }
    }

    private func age(_ model: DetailModel) -> HTML {
        let shown = ValueView(words)
        let age =
            switch model.state {
            case .answered(let asOf): asOf.map { words.html("As of \(shown.time($0))") }
            case .whole, .waiting, .failed, .notFound: model.updated.map { words.html("From the list of \(shown.time($0))") }
            }
        return age.map { #"<p class="updated">\#($0)</p>"# } ?? ""
    }
}
