import BoardPages
import Discovery
import Drafting
import Foundation
import Localisation
import Records
import Serving

struct NewBoardModel: Sendable {
    /// As typed.
    var address = ""
    var problem: String?
    /// Whether the problem is a server setting, which the person can change.
    var isForSettings = false
    var found: FoundLists?
    /// Whether a search with a browser is offered.
    var mayNeedBrowser = false
}

extension NewBoardModel {
    init(_ found: FoundLists) { self.init(address: found.address, found: found, mayNeedBrowser: found.mayNeedBrowser) }

    /// The results of a search are no longer kept.
    static func expired(_ address: String, _ words: Words) -> Self {
        Self(
            address: String(address.prefix(NewBoardPage.addressLength)), problem: words("These results have expired. Search again."))
    }
}

extension PageKind {
    static let newBoard = PageKind("new-board", styles: ["account", "table"], scripts: ["copy-button"])
}

/// The form for an address, and below it the detected lists: small tables, each with a button that uses it.
struct NewBoardView: Sendable {
    let words: Words

    func page(_ model: NewBoardModel, _ reader: Reader, _ assets: String) -> HTML {
        let title = words("Add a board")
        var field = FormField(
            name: "address", label: words("Address"), type: "text", value: model.address,
            hint: words("A page, a feed or data, like https://example.org/prices."), problem: model.problem,
            longest: NewBoardPage.addressLength, hasFocus: model.found == nil)
        if model.isForSettings { field.problemLink = FormView.hostSettings(words) }
        let look = FormView.form(
            NewBoardPaths.form, reader, button: words("Look"), isQuiet: model.found != nil, "\(field.html)")
        let lists =
            model.found.map { found in
                zip(found.proposals.all, headings(of: found.proposals.all)).enumerated().map { place, titled in
                    list(titled.0, place, titled: titled.1, found, reader) as HTML
                }
            } ?? []
        let point = model.found.flatMap { found -> HTML? in
            found.isPage ? only(found) : nil
        }
        // The content of a page without a list is most likely in an embedded page.
        let inside = model.found.flatMap { frames($0.proposals.frames, reader) as HTML? }
        let hasList = model.found?.proposals.all.contains { !$0.isText } == true
        return PageShell(title: title, assets: assets, kind: .newBoard, reader: reader).page(
            """
            <div class="account"><h1>\(title)</h1>
            <p class="lead">\
            \(words("Paste the address of a page. Tidings finds the lists in it, keeps their rows, and can tell you when one changes."))</p>
            \(look)\(model.mayNeedBrowser ? browser(model, reader) : nil)
            \(model.found == nil && !model.mayNeedBrowser ? otherWays(reader) : nil)\
            \(model.found.flatMap { alternates($0.proposals.alternates, reader) })\
            \(hasList ? nil : inside)\(lists)\(hasList ? inside : nil)\(point)
            </div>
            """)
    }

    /// Alternatives to lists: a typed value, or pointing at parts of the page.
    private func only(_ found: FoundLists) -> HTML {
        let said = FormField(
            name: "said", label: words("A value as the page shows it"), hint: words("Like 12.50 €, In stock or 4.2.1."),
            longest: Pointing.saidLength, id: "said")
        return PageSection.html(
            words("Only one value?"), id: "one",
            """
            <form class="form" method="get" action="\(NewBoardPaths.point)">\(FormView.hidden("found", "\(found.number)"))\
            \(FormView.hidden("address", found.address))\(said.html)\
            <button class="quiet-button" type="submit">\(words("Find it"))</button></form>
            <p><a class="button is-soft" href="\(Pointing(found: found.number, of: found.address).address)">\
            \(words("Something else? Point at it on the page"))</a></p>
            """)
    }

    /// For a page whose scripts load its content.
    private func browser(_ model: NewBoardModel, _ reader: Reader) -> HTML {
        let fields: HTML = "\(FormView.hidden("address", model.address))\(FormView.hidden("browser", "yes"))"
        let why = words("This page’s content is loaded by scripts. A browser on the server can open it, which takes a few seconds.")
        return PageSection.html(
            words("Try with a browser"), id: "browser",
            """
            <p>\(why)</p>
            \(FormView.form(NewBoardPaths.form, reader, button: words("Try with a browser"), fields))
            """)
    }

    /// The gallery, and for administrators the import.
    private func otherWays(_ reader: Reader) -> HTML {
        let imports: HTML = """
             <a class="quiet-button" href="\(NewBoardPaths.imports)">\(words("Import from another program"))</a>
            """
        return """
            <p><a class="button is-soft" href="\(NewBoardPaths.ready)">\(words("Ready-made boards"))</a>\
            \(reader.person?.role == .administrator ? imports : nil)</p>

            """
    }

    /// One for each list, all different: equal ones are numbered, "20 rows (2)".
    private func headings(of proposals: [Proposals.Proposal]) -> [String] {
        var counts: [String: Int] = [:]
        return proposals.map { proposal in
            let plain =
                if proposal.isText {
                    words("The text of the page")
                } else if proposal.draft.isOne {
                    words("One value")
                } else {
                    words("\(proposal.rowCount) rows")
                }
            let count = counts[plain, default: 0] + 1
            counts[plain] = count
            return count == 1 ? plain : "\(plain) (\(words.number(count)))"
        }
    }

    private func list(
        _ proposal: Proposals.Proposal, _ place: Int, titled heading: String, _ found: FoundLists, _ reader: Reader
    ) -> HTML {
        let id = "list-\(place)"
        let title = FormField(
            name: "title", label: words("Title"), value: proposal.draft.title, longest: NewBoardPage.titleLength, id: "\(id)-title-field")
        let hidden: HTML = """
            \(FormView.hidden("found", "\(found.number)"))\(FormView.hidden("list", "\(place)"))\(FormView.hidden("address", found.address))
            """
        let use = proposal.isText ? words("Use the text") : proposal.draft.isOne ? words("Use this") : words("Use this list")
        let take = FormView.form(NewBoardPaths.take, reader, button: use, label: "\(use): \(heading)", "\(title.html)\(hidden)")
        return PageSection.html(
            heading, id: id,
            """
            \(RowsTable(proposal.schema, proposal.rows, words).html(titled: id))
            \(take)
            <p><a class="quiet-link" href="\(NewBoardPaths.correct(found.number, list: place, at: found.address))" \
            aria-label="\(words("Correct it")): \(heading)">\(words("Correct it"))</a></p>
            \(notes(proposal.notes))
            """)
    }

    /// Feeds have the same content as their page in fewer bytes, and change less.
    private func alternates(_ alternates: [Alternate], _ reader: Reader) -> HTML? {
        guard !alternates.isEmpty else { return nil }
        let forms = alternates.prefix(3).map { alternate -> HTML in
            let title = alternate.title.isEmpty ? alternate.address.absoluteString : alternate.title
            let look = words("Look at the feed")
            return FormView.form(
                NewBoardPaths.form, reader, button: look, isQuiet: true, label: "\(look): \(title)",
                "<p><bdi>\(title)</bdi></p>\(FormView.hidden("address", alternate.address.absoluteString))")
        }
        return PageSection.html(
            words("This page has a feed"), id: "feeds", "\(forms)")
    }

    /// Embedded pages, which are searched by their own addresses.
    private func frames(_ frames: [FramedPage], _ reader: Reader) -> HTML? {
        guard !frames.isEmpty else { return nil }
        let forms = frames.map { frame -> HTML in
            let title = frame.title.isEmpty ? frame.address.absoluteString : frame.title
            let look = words("Look inside")
            return FormView.form(
                NewBoardPaths.form, reader, button: look, isQuiet: true, label: "\(look): \(title)",
                "<p><bdi>\(title)</bdi></p>\(FormView.hidden("address", frame.address.absoluteString))")
        }
        return PageSection.html(
            words("Another page inside this one"), id: "frames",
            """
            <p>\(words("Part of this page comes from another address. If the list you want is there, look inside."))</p>
            \(forms)
            """)
    }

    /// In English in every language, because they name parts of a board file.
    private func notes(_ notes: [String]) -> HTML? {
        guard !notes.isEmpty else { return nil }
        let items = notes.map { "<li>\($0)</li>" as HTML }
        return #"<details><summary>\#(words("What is read differently"))</summary><ul lang="en" dir="ltr">\#(items)</ul></details>"#
    }
}
