import Localisation
import Notifying
import Records
import Serving
import Watching

/// `/server`: every setting with its purpose, in sections. Values set by flags and the environment are shown and locked.
///
/// The sections are one form, so that nothing typed in one is lost when another's button is pressed.
struct ServerSettingsView {
    typealias Name = ServerSettings.Name
    typealias Part = ServerSettings.Part
    let model: ServerSettingsModel
    let settings: ServerSettings
    /// Whether other servers may share the database.
    var hasNodes = false
    let words: Words
    private var names: SettingWords { SettingWords(words: words) }

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Server settings")
        let parts = Part.allCases.filter { $0 != .addresses || !settings.addresses.isEmpty }
        let ways = parts.map { Chips.link(names.title(of: $0), to: "#\($0.rawValue)") }
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="account is-wide">\(PageHeading.html(
                title,
                lead: words("These settings are for everyone on this server. Each Save button saves all sections and restarts the server.")
            ))
            \(Chips.nav(words("Sections"), "\(ways)"))
            <form class="account" id="server-settings" method="post" action="\(MainWays.server)">\(reader.formField)\
            \(hasNodes ? #"<p><a href="\#(NodesView.path)">\#(words("Servers"))</a></p>"# : nil as HTML?)\
            \(parts.map(section))</form></div>
            \(view(of: model.boardRows).searchForm(of: settings.boards.count))\
            \(view(of: model.addressRows).searchForm(of: settings.addresses.count))\
            <form id="\(Self.foundForm)" method="post" action="/media/found" hidden>\(reader.formField)</form>
            """)
    }

    private func section(_ part: Part) -> HTML {
        let (id, title) = (part.rawValue, names.title(of: part))
        return """
            <section class="account-section" id="\(id)" aria-labelledby="\(id)-title"><h2 id="\(id)-title">\(title)</h2>\
            \(problem(in: part))\(model.saved == part ? FormView.done(words("Saved.")) : nil)\
            \(search(in: part))\
            <div class="form">\(content(of: part))\
            <button class="button" type="submit" name="part" value="\(id)" formaction="\(MainWays.server)#\(id)" formnovalidate>\
            \(words("Save"))</button></div></section>

            """
    }

    private func content(of part: Part) -> HTML {
        switch part {
        case .address: publicAddress
        case .mail: mail
        case .contacts: contacts
        case .map: map
        case .hosts: hosts
        case .boards: boards
        case .media: media
        case .addresses: addresses
        }
    }

    // MARK: Sections

    private var publicAddress: HTML {
        field(
            .publicURL, type: "url",
            hint: words("Where people open Tidings, like https://home.example. Links in mail and notices use it."))
    }

    private var mail: HTML {
        let security = FormChoice(
            name: Name.mailSecurity.rawValue, label: names.label(of: .mailSecurity),
            options: [("", "STARTTLS"), ("tls", "TLS"), ("where-offered", words("STARTTLS if the server offers it"))],
            chosen: model.texts[.mailSecurity] ?? "", problem: problem(of: .mailSecurity), isLocked: settings.isLocked(.mailSecurity))
        let hasPassword = settings.given[.mailPassword]?.text.isEmpty == false
        let recipient = FormField(
            name: "recipient", label: words("Send a test to"), type: "email", value: model.recipient, isRequired: false)
        return """
            \(field(
                .mailHost,
                hint: words("The server that sends Tidings’ mail, like mail.home.example. Mail also needs a public address.")))\
            \(field(.mailPort, hint: words("Leave it empty for the usual port."), longest: 5))\(security.html)\(was(.mailSecurity))\
            \(field(.mailUser))\
            \(field(.mailPassword, type: "password", hint: hasPassword ? words("Leave it empty to keep the current password.") : nil))\
            \(field(.mailFrom, type: "email", hint: words("The address that mail comes from.")))\
            \(recipient.html)\(tested)\
            <button class="quiet-button" type="submit" name="part" value="\(Part.mail.rawValue)" \
            formaction="\(MainWays.server)/mail#mail">\(words("Send a test"))</button>
            """
    }

    private var tested: HTML? {
        switch model.delivery {
        case .delivered?: FormView.done(words("Your mail server accepted the test message."))
        case .later(_, let reason)?: FormView.problem(words("Test not delivered: \(reason)."))
        case .refused(let reason)?, .gone(let reason)?: FormView.problem(words("Test refused: \(reason)."))
        case nil: nil
        }
    }

    private var contacts: HTML {
        """
        \(field(
            .sourceContact,
            hint: words("A mail or web address. Tidings sends it with each request so that the owners of sources can reach you.")))\
        \(field(.pushContact, hint: words("Like mailto:me@home.example. If empty, Tidings uses the public address.")))
        """
    }

    private var map: HTML {
        """
        \(field(
            .tiles,
            hint: words("An address with {z}, {x} and {y}. Read the publisher’s rules first. If empty, Tidings draws simple maps.")))\
        \(field(
            .tilesAttribution,
            hint: words("Shown on the map, with links like [OpenStreetMap](https://www.openstreetmap.org/copyright).")))
        """
    }

    private var media: HTML {
        let hasKey = settings.given[.tmdbKey]?.text.isEmpty == false
        let (tmdb, brainz) = ("The Movie Database", "MusicBrainz")
        let chosen = model.texts[.mediaLookUps] ?? ""
        let lookUps = FormChoice(
            name: Name.mediaLookUps.rawValue, label: names.label(of: .mediaLookUps),
            options: [
                ("", words("Nowhere")), ("tmdb", tmdb), ("musicbrainz", brainz), ("musicbrainz,tmdb", words.list([tmdb, brainz])),
            ],
            chosen: chosen, problem: problem(of: .mediaLookUps), isLocked: settings.isLocked(.mediaLookUps))
        let refused: HTML? =
            model.refusesKey && hasKey && chosen.contains("tmdb")
            ? FormView.problem(words("The Movie Database refused the key. Enter another one.")) : nil
        let about = words(
            """
            For films, series and albums without a picture or plot of their own. \
            The server sends their titles, years, artists and ids there, no file names.
            """)
        let folders = words(
            """
            Folders on this server, separated by colons, like /srv/films:/srv/music. \
            Everyone with an account can play what is in them.
            """)
        let key =
            hasKey
            ? words("Leave it empty to keep the current key.")
            : words("A read token or an API key of The Movie Database, from your account there.")
        let remove: HTML? =
            model.foundMedia > 0
            ? """
            <p class="field-hint">\(words("\(model.foundMedia) titles have data from there."))</p>\
            <button class="quiet-button" type="submit" form="\(Self.foundForm)">\
            \(words("Remove fetched posters and plots"))</button>
            """ : nil
        return """
            \(field(.media, hint: folders))\
            \(lookUps.html)\(was(.mediaLookUps))<p class="field-hint">\(about)</p>\(refused)\
            \(field(.tmdbKey, type: "password", hint: key))\(remove)
            """
    }

    /// The form that removes what other services had about the library.
    private static let foundForm = "found-media"

    private var hosts: HTML {
        """
        \(field(.boardHosts, hint: words("Hosts on your network that boards may read, separated by commas, like nas.home.example:8080.")))\
        \(field(.channelHosts, hint: words("Hosts on your network that members’ channels may reach.")))
        """
    }

    private var boards: HTML {
        let areLocked = [Name.boards, .boardsOff].contains(where: settings.isLocked)
        let found = model.boardRows.found(settings.boards) { "\($0.title) \($0.name)" }
        let rows = found.shown.map { board -> HTML in
            let (field, isOpen) = (ServerSettingsModel.openField(board.name), model.open.contains(board.name))
            let isFixed = settings.isLocked(.publicBoards) || board.isPublicByFile
            let kept: HTML? = isOpen ? FormView.hidden(field, "on") : nil
            let open = isHidden(board.name) ? kept : box(field, words("Public"), board.title, isOpen, isLocked: isFixed)
            return """
                <li class="ledger-row"><div><strong dir="auto">\(board.title)</strong>\(owner(of: board.name))\(secret(of: board))</div>\
                \(listed(board))\
                \(box("on-\(board.name)", words("On", sense: "board"), board.title, model.on.contains(board.name), isLocked: areLocked))\
                \(open)</li>

                """
        }
        let shown = Set(found.shown.map(\.name))
        let others = settings.boards.filter { !shown.contains($0.name) }
        return """
            <p class="field-hint">\(words("People without an account can read public boards."))</p>\
            \(lock(areLocked ? [.boards, .boardsOff] : [.publicBoards]))\
            <ul class="ledger">\(rows)</ul>\(others.compactMap(unsaved))\(view(of: model.boardRows).ways(found))
            """
    }

    /// Says how the boxes of a board were.
    private func listed(_ board: ServerSettings.BoardChoice) -> HTML {
        let was = "\(board.isOn ? "on" : "") \(board.isPublic ? "public" : "")"
        return FormView.hidden(ServerSettingsModel.listedField(board.name), was)
    }

    /// The changed boxes of a board that isn't shown.
    private func unsaved(_ board: ServerSettings.BoardChoice) -> HTML? {
        let (isOn, isOpen) = (model.on.contains(board.name), model.open.contains(board.name))
        guard isOn != board.isOn || isOpen != board.isPublic else { return nil }
        let on: HTML? = isOn ? FormView.hidden("on-\(board.name)", "on") : nil
        let open: HTML? = isOpen ? FormView.hidden(ServerSettingsModel.openField(board.name), "on") : nil
        return "\(listed(board))\(on)\(open)"
    }

    private func view(of rows: SectionRows) -> SectionRowsView {
        SectionRowsView(rows: rows, title: names.title(of: rows.part), words: words)
    }

    private func search(in part: Part) -> HTML? {
        switch part {
        case .boards: view(of: model.boardRows).search(of: settings.boards.count)
        case .addresses: view(of: model.addressRows).search(of: settings.addresses.count)
        default: nil
        }
    }

    /// The link to the page where a board gets the password or key that it needs.
    private func secret(of board: ServerSettings.BoardChoice) -> HTML? {
        guard !board.secrets.isEmpty, !isHidden(board.name) else { return nil }
        let isMissing = board.secrets.contains { !settings.secrets.has($0) }
        let sentence = isMissing ? words("It needs a password or key.") : words("Its password or key is set.")
        return """
            <p class="ledger-note">\(sentence) \
            <a class="quiet-link" href="\(MainWays.setUp(board.name))">\(words("Set up the board"))</a></p>
            """
    }

    private func isHidden(_ board: String) -> Bool { model.owners[board]?.board.isShared == false }

    /// The person who added the board, and the link to remove it.
    private func owner(of board: String) -> HTML? {
        guard let (own, name) = model.owners[board] else { return nil }
        let sentence =
            switch (name, own.isShared) {
            case (let name?, true): words("Added by \(name)")
            case (let name?, false): words("Only \(name) sees it.")
            case (nil, _): words("Its owner was removed.")
            }
        let way = NewBoardPaths.own(board)
        // A board that is off has no page.
        let remove: HTML? = model.on.contains(board) ? #" <a class="quiet-link" href="\#(way)">\#(words("Remove the board"))</a>"# : nil
        return #"<p class="ledger-note">\#(sentence)\#(remove)</p>"#
    }

    private var addresses: HTML {
        let found = model.addressRows.found(settings.addresses) { "\($0.title) \($0.name)" }
        // A refused address is always shown, wherever it is.
        let refused = settings.addresses.filter { address in
            model.refusal(of: .source, board: address.name) != nil && !found.shown.contains { $0.name == address.name }
        }
        let listed = refused + found.shown
        let fields = listed.map { address -> HTML in
            let declared: String = address.declared
            var field = FormField(
                name: ServerSettingsModel.addressField(address.name), label: address.title, type: "url",
                value: model.addresses[address.name] ?? "",
                hint: words("In the board’s file: \(declared)"), longest: ServerSettingsModel.longest)
            field.isRequired = false
            field.isLocked = settings.isLocked(.source)
            field.problem = model.refusal(of: .source, board: address.name).map(sentence)
            return "\(field.html)\(was(field.name, address.text))"
        }
        let shown = Set(listed.map(\.name))
        let unsaved = settings.addresses.compactMap { address -> HTML? in
            guard !shown.contains(address.name), let text = model.addresses[address.name], text != address.text else { return nil }
            let name = ServerSettingsModel.addressField(address.name)
            return "\(FormView.hidden(name, text))\(was(name, address.text))"
        }
        return """
            <p class="field-hint">\
            \(words("Where each board gets its data. Boards with an example address stay off until you enter the real one."))</p>\
            \(lock([.source]))\(fields)\(unsaved)\(view(of: model.addressRows).ways(found))\
            <p><a class="quiet-link" href="\(MainWays.setUp)">\(words("Set up a board"))</a></p>
            """
    }

    // MARK: Fields

    private func field(
        _ name: Name, type: String = "text", hint: String? = nil, longest: Int = ServerSettingsModel.longest
    ) -> HTML {
        var field = FormField(
            name: name.rawValue, label: names.label(of: name), type: type, value: model.texts[name] ?? "", hint: hint, longest: longest)
        field.isRequired = false
        field.isLocked = settings.isLocked(name)
        if let lock = settings.given[name]?.lock { field.hint = words("Set by \(lock) when Tidings starts.") }
        if type == "password" {
            if model.texts[name]?.isEmpty == false { field.hint = words("Leave it empty to use what you just entered.") }
            (field.value, field.autocomplete) = ("", "new-password")
        }
        field.problem = problem(of: name)
        return "\(field.html)\(was(name))"
    }

    /// The current setting, beside its field.
    private func was(_ name: Name) -> HTML? {
        let text = name.isSecret ? "" : settings.given[name]?.text ?? ""
        return was(name.rawValue, ServerSettingsModel.fieldText(text, of: name))
    }

    private func was(_ field: String, _ text: String) -> HTML? {
        text.isEmpty ? nil : FormView.hidden(ServerSettingsModel.wasField(field), text)
    }

    /// What is wrong with the entered text, or with the current one.
    private func problem(of name: Name) -> String? {
        if let refusal = model.refusal(of: name) { return sentence(of: refusal) }
        guard let given = settings.given[name], !given.unusable.isEmpty,
            model.texts[name] == ServerSettingsModel.fieldText(given.text, of: name)
        else { return nil }
        let entries: String = words.list(given.unusable)
        return "\(words("Tidings doesn’t use \(entries).")) \(names.advice(on: name, isEmpty: false))"
    }

    private func box(_ name: String, _ label: String, _ title: String, _ isTicked: Bool, isLocked: Bool) -> HTML {
        let box = Checkbox.html(
            markup: #"\#(label)<span class="unseen"> \#(title)</span>"#, name: name, isTicked: isTicked,
            attributes: isLocked ? " disabled" : nil)
        // Browsers don't send a locked box.
        return isLocked && isTicked ? "\(box)\(FormView.hidden(name, "on"))" : box
    }

    private func lock(_ names: [Name]) -> HTML? {
        guard let lock = names.lazy.compactMap({ settings.given[$0]?.lock }).first else { return nil }
        return #"<p class="field-hint">\#(words("Set by \(lock) when Tidings starts."))</p>"#
    }

    /// Above the section that was sent: names the fields to correct, by their labels.
    private func problem(in part: Part) -> HTML? {
        guard part == model.part else { return nil }
        let causes = model.refusals.filter { link(to: $0) == nil }.map(sentence)
        let others = causes.compactMap { cause in
            FormView.problem(model.isTest ? words("Nothing was sent: \(cause)") : words("Nothing was saved: \(cause)"))
        }
        let links = model.refusals.compactMap(link)
        guard let first = links.first else { return "\(others)" }
        let all = links.joined(by: ", ")
        let said =
            switch (links.count, model.isTest) {
            case (1, true): words.html("Nothing was sent. Correct “\(first)”.")
            case (1, false): words.html("Nothing was saved. Correct “\(first)”.")
            case (_, true): words.html("Nothing was sent. Correct these fields: \(all).")
            case (_, false): words.html("Nothing was saved. Correct these fields: \(all).")
            }
        return "\(Callout.error(markup: said))\n\(others)"
    }

    /// The link to a refusal's field; nil if it concerns none.
    private func link(to refusal: ServerSettings.Refusal) -> HTML? {
        guard let name = refusal.name, name != .source || refusal.board != nil else { return nil }
        let board = settings.addresses.first { name == .source && $0.name == refusal.board }
        let id = board.map { "address-\($0.name)" } ?? name.rawValue
        return "<a href=\"#field-\(id)\">\(board?.title ?? names.label(of: name))</a>"
    }

    private func sentence(of refusal: ServerSettings.Refusal) -> String {
        if let reason = refusal.reason { return words(reason) }
        guard let name = refusal.name else { return refusal.detail }
        let text = name == .source ? model.addresses[refusal.board ?? ""] : model.texts[name]
        return names.advice(on: name, isEmpty: (text ?? "").isEmpty)
    }
}
