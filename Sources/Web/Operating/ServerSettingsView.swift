import Localisation
import Notifying
import Records
import Serving

/// `/server`: a form in parts, each setting with what it is for; what flags and the environment say is shown, and can't be altered.
struct ServerSettingsView {
    typealias Name = ServerSettings.Name
    /// Seconds until the page that says so leads back: longer than a start takes.
    static let pause = 5

    let model: ServerSettingsModel
    let settings: ServerSettings
    let words: Words

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Server settings")
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="account"><header class="intro"><h1>\(title)</h1><p class="lead">\(words("These settings are for everyone on this server. Saving restarts it."))</p></header>
            \(problem)
            <form class="form" method="post" action="\(MainWays.server)">\(reader.formField)
            \(part("address", words("Address"), field(.publicURL, words("Public address"), type: "url", hint: words("Where people open Tidings, like https://home.example. Links in mail and notices use it."))))
            \(part("mail", words("Mail"), mail))
            \(part("contacts", words("Contacts"), contacts))
            \(part("map", words("Street map"), map))
            \(part("hosts", words("Your own network"), hosts))
            \(part("boards", words("Boards"), boards))
            \(part("media", words("Films and music"), field(.media, words("Folders"), hint: words("Folders on this server, separated by colons, like /srv/films:/srv/music. Everyone with an account can play what is in them."))))
            \(settings.addresses.isEmpty ? nil : part("addresses", words("Addresses of sources"), addresses))
            <button class="button" type="submit">\(words("Save and restart"))</button></form></div>
            """)
    }

    static func beginsAnew(assets: String, _ reader: Reader, at address: String) -> HTML {
        let title = reader.words("Restarting")
        return PageShell(title: title, assets: assets, reader: reader).page(
            """
            <div class="account"><h1>\(title)</h1><p class="lead" role="status">\(reader.words("Your settings are saved. Tidings is restarting. This takes a few seconds."))</p>
            <p><a class="button" href="\(address)">\(reader.words("Back to the settings"))</a></p></div>
            """)
    }

    private func part(_ id: String, _ title: String, _ content: HTML) -> HTML {
        "<section class=\"account-section form\" id=\"\(id)\" aria-labelledby=\"\(id)-title\"><h2 id=\"\(id)-title\">\(title)</h2>\(content)</section>"
    }

    // MARK: The parts

    private var mail: HTML {
        let security = FormChoice(
            name: Name.mailSecurity.rawValue, label: words("Encryption"),
            options: [("", "STARTTLS"), ("tls", "TLS"), ("where-offered", words("STARTTLS if the server offers it"))],
            chosen: model.texts[.mailSecurity] == "starttls" ? "" : model.texts[.mailSecurity] ?? "",
            isLocked: settings.isLocked(.mailSecurity))
        let hasPassword = settings.given[.mailPassword]?.text.isEmpty == false
        return """
            \(field(.mailHost, words("Mail server"), hint: words("The server that sends Tidings’ mail, like mail.home.example. Mail also needs a public address.")))\
            \(field(.mailPort, words("Port"), hint: words("Leave it empty for the usual port."), longest: 5))\(security.html)\
            \(field(.mailUser, words("User name")))\
            \(field(.mailPassword, words("Password"), type: "password", hint: hasPassword ? words("Leave it empty to keep the current password.") : nil))\
            \(field(.mailFrom, words("Sender"), type: "email", hint: words("The address that mail comes from.")))\
            \(FormField(name: "recipient", label: words("Send a test to"), type: "email", value: model.recipient, isRequired: false).html)\(tested)\
            <button class="quiet-button" type="submit" formaction="\(MainWays.server)/mail">\(words("Send a test"))</button>
            """
    }

    private var tested: HTML? {
        switch model.delivery {
        case .delivered?: FormView.done(words("Your mail server took the test mail."))
        case .later(_, let reason)?: FormView.problem(words("Test not delivered: \(reason)."))
        case .refused(let reason)?, .gone(let reason)?: FormView.problem(words("Test refused: \(reason)."))
        case nil: nil
        }
    }

    private var contacts: HTML {
        """
        \(field(.sourceContact, words("Contact for sources"), hint: words("A mail or web address. Tidings sends it with each request so that the owners of sources can reach you.")))\
        \(field(.pushContact, words("Contact for push services"), hint: words("Like mailto:me@home.example. If empty, Tidings uses the public address.")))
        """
    }

    private var map: HTML {
        """
        \(field(.tiles, words("Map tiles"), hint: words("An address with {z}, {x} and {y}. Read the publisher’s rules first. If empty, Tidings draws simple maps.")))\
        \(field(.tilesAttribution, words("Map credit"), hint: words("Shown on the map, with links like [OpenStreetMap](https://www.openstreetmap.org/copyright).")))
        """
    }

    private var hosts: HTML {
        """
        \(field(.boardHosts, words("Hosts for boards"), hint: words("Hosts on your network that boards may read, separated by commas, like nas.home.example:8080.")))\
        \(field(.channelHosts, words("Hosts for channels"), hint: words("Hosts on your network that members’ channels may reach.")))
        """
    }

    private var boards: HTML {
        let areLocked = [Name.boards, .boardsOff].contains(where: settings.isLocked)
        let rows = settings.boards.map { board -> HTML in
            """
            <li class="ledger-row"><div><strong dir="auto">\(board.title)</strong>\(owner(of: board.name))</div>\
            \(box("on-\(board.name)", words("On", sense: "board"), board.title, model.on.contains(board.name), isLocked: areLocked))\
            \(isHidden(board.name) ? nil : box("public-\(board.name)", words("Public"), board.title, model.open.contains(board.name), isLocked: settings.isLocked(.publicBoards) || board.isPublicByFile))</li>

            """
        }
        return """
            <p class="field-hint">\(words("People without an account can read public boards."))</p>\
            \(lock(areLocked ? [.boards, .boardsOff] : [.publicBoards]))<ul class="ledger">\(rows)</ul>
            """
    }

    private func isHidden(_ board: String) -> Bool { model.owners[board]?.board.isShared == false }

    /// Whose a board is that was added by a person, and the way to remove it.
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
        let remove: HTML? = model.on.contains(board) ? " <a class=\"quiet-link\" href=\"\(way)\">\(words("Remove the board"))</a>" : nil
        return "<p class=\"ledger-note\">\(sentence)\(remove)</p>"
    }

    private var addresses: HTML {
        let fields = settings.addresses.map { address -> HTML in
            let declared: String = address.declared
            var field = FormField(
                name: "address-\(address.name)", label: address.title, type: "url", value: model.addresses[address.name] ?? "",
                hint: words("In the board’s file: \(declared)"), longest: ServerSettingsModel.longest)
            field.isRequired = false
            field.isLocked = settings.isLocked(.source)
            if let refusal = model.refusal, refusal.name == .source, refusal.part == address.name { field.problem = refusal.sentence }
            return field.html
        }
        let problem = model.refusal.flatMap { $0.name == .source && $0.part == nil ? FormView.problem($0.sentence) : nil }
        return """
            <p class="field-hint">\(words("Where each board reads. A board with only an example address waits until you give the real one."))</p>\
            \(lock([.source]))\(problem)\(fields)
            """
    }

    // MARK: Their pieces

    private func field(
        _ name: Name, _ label: String, type: String = "text", hint: String? = nil, longest: Int = ServerSettingsModel.longest
    ) -> HTML {
        var field = FormField(name: name.rawValue, label: label, type: type, value: model.texts[name] ?? "", hint: hint, longest: longest)
        field.isRequired = false
        field.isLocked = settings.isLocked(name)
        if let lock = settings.given[name]?.lock { field.hint = words("Set by \(lock) where Tidings is started.") }
        if type == "password" { (field.value, field.autocomplete) = ("", "new-password") }
        if model.refusal?.name == name { field.problem = model.refusal?.sentence }
        return field.html
    }

    private func box(_ name: String, _ label: String, _ title: String, _ isTicked: Bool, isLocked: Bool) -> HTML {
        """
        <label class="check"><input type="checkbox" name="\(name)"\(isTicked ? " checked" as HTML : "")\(isLocked ? " disabled" as HTML : "")>\
        <span>\(label)<span class="unseen"> \(title)</span></span></label>
        """
    }

    private func lock(_ names: [Name]) -> HTML? {
        guard let lock = names.lazy.compactMap({ settings.given[$0]?.lock }).first else { return nil }
        return "<p class=\"field-hint\">\(words("Set by \(lock) where Tidings is started."))</p>"
    }

    private var problem: HTML? {
        guard let refusal = model.refusal else { return nil }
        return FormView.problem(
            refusal.name == nil ? refusal.sentence : words("Nothing was saved. Correct the setting that is marked below."))
    }
}
