import Records

/// A record's page, and the same as a sheet over its list: picture, name, what can be done at once, then every field there is.
///
/// The page is sent as it becomes known: first what is stored, and after it the whole once the service has answered, whose coming the
/// style sheet takes as a sign to hide the first.
enum DetailView {
    static func shell(_ model: DetailModel, assets: String, _ reader: Reader) -> PageShell {
        PageShell(title: model.name, assets: assets, reader: reader)
    }

    static func opening(_ model: DetailModel) -> HTML {
        "<div class=\"detail-page\"><p class=\"detail-way\"><a href=\"\(BoardPaths(model.boardName).page)\">\(model.boardTitle)</a></p>\n"
    }

    static let closing: HTML = "\n</div>\(SheetView.parts)"

    static func article(_ model: DetailModel) -> HTML {
        """
        <article class="detail\(model.state == .waiting ? " is-waiting" : nil as HTML?)">\
        <header class="detail-head">\(picture(model))<h1 class="detail-name"><bdi>\(model.name)</bdi></h1>\(actions(model))</header>\
        \(progress(model))\(fields(model.own))\(model.groups.map(fields))\(age(model))</article>
        """
    }

    /// The picture opens larger.
    private static func picture(_ model: DetailModel) -> HTML {
        let face = Face(model.name).html(model.picture)
        guard let picture = model.picture else { return face }
        return "<a class=\"detail-picture\" href=\"\(picture)\" data-sheet=\"picture\" aria-label=\"\(Words.picture)\">\(face)</a>"
    }

    /// The first way of each kind to reach them, large enough for a thumb.
    private static func actions(_ model: DetailModel) -> HTML {
        var links: [HTML] = []
        for field in model.all {
            guard case .phone(let number) = field.value, !NameWords(field.name).have(["fax", "telefax"]) else { continue }
            links.append(
                "<a class=\"action\" href=\"tel:\(RecognisedValue.dialled(number))\">\(Symbols.phone)<span>\(Words.call)</span></a>")
            break
        }
        for field in model.all {
            guard case .email(let address) = field.value else { continue }
            links.append(
                "<a class=\"action\" href=\"mailto:\(RecognisedValue.encoded(address))\">\(Symbols.letter)<span>\(Words.write)</span></a>")
            break
        }
        for field in model.all {
            guard case .link(let url) = field.value else { continue }
            links.append(
                "<a class=\"action\" href=\"\(url)\" rel=\"noopener noreferrer nofollow\">\(Symbols.globe)<span>\(Words.visit)</span></a>")
            break
        }
        if model.hasCard {
            let card = BoardPaths(model.boardName).card(model.id)
            links.append("<a class=\"action\" href=\"\(card)\" download>\(Symbols.keep)<span>\(Words.keep)</span></a>")
        }
        return links.isEmpty ? "" : "<div class=\"actions\">\(links)</div>"
    }

    private static func fields(_ fields: [DetailField]) -> HTML {
        guard !fields.isEmpty else { return "" }
        let pairs = fields.map { field -> HTML in
            let note = field.note.map { " <span class=\"detail-note\">\($0)</span>" } as HTML?
            return "<div><dt>\(field.label)\(note)</dt><dd>\(field.value.html)</dd></div>"
        }
        return "<dl class=\"detail-fields\">\(pairs)</dl>"
    }

    private static func progress(_ model: DetailModel) -> HTML {
        switch model.state {
        case .whole, .answered: return ""
        case .waiting: return SheetView.waiting
        case .notFound: return "<div class=\"notice\" role=\"status\">\(Symbols.caution)<p>\(Words.notFound)</p></div>"
        case .failed(let reason):
            let page = BoardPaths(model.boardName).record(model.id)
            return """
                <div class="notice" role="status">\(Symbols.caution)<p>\(Words.failed): \(reason). \
                <a href="\(page)" data-again>\(Words.again)</a></p></div>
                """
        }
    }

    private static func age(_ model: DetailModel) -> HTML {
        let (words, time) =
            switch model.state {
            case .answered(let asOf): (Words.asOf, asOf)
            case .whole, .waiting, .failed, .notFound: (Words.listRead, model.updated)
            }
        guard let time else { return "" }
        return "<p class=\"updated\">\(words) \(ValueView.time(time, Wording.dateTime(time)))</p>"
    }

    private enum Words {
        static let picture = "Show the picture"
        static let call = "Call"
        static let write = "Write"
        static let visit = "Visit"
        static let keep = "Save"
        static let notFound = "The source no longer knows this entry. This is what was stored of it."
        static let failed = "More could not be read"
        static let again = "Try again"
        static let asOf = "As of"
        static let listRead = "From the list, read"
    }
}

/// What a sheet is made of before anything has come for it. The script takes its words from here.
enum SheetView {
    static let parts: HTML = """
        <record-sheets>
        <template data-part="frame"><form method="dialog" class="sheet-close"><button class="round-button" aria-label="\(Words.close)">\(Symbols.close)</button></form>\
        <div class="sheet-body" data-body></div></template>
        <template data-part="waiting">\(waiting)</template>
        <template data-part="offline"><div class="notice" role="status">\(Symbols.caution)<p>\(Words.offline) \
        <a href="" data-again>\(Words.again)</a></p></div></template>
        </record-sheets>
        """

    static let waiting: HTML = """
        <p class="detail-waiting" role="status"><span class="spinner" aria-hidden="true"></span>\(Words.waiting)</p>
        """

    private enum Words {
        static let close = "Close"
        static let waiting = "Asking for more…"
        static let offline = "The rest needs the network."
        static let again = "Try again"
    }
}
