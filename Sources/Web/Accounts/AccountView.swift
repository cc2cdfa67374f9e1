import Localisation
import Records
import Serving

struct AccountModel: Sendable {
    /// The action that the page confirms.
    enum Done: String, Sendable { case saved, password, ended, revoked }
    enum Place: Hashable, Sendable { case name, zone, current, password, token, scopes, delete }

    /// What the form of a refused change had.
    struct Entered: Sendable {
        let name: String
        let language: String
        let zone: String
    }

    var person: Person
    var hasPassword: Bool
    /// The session in which the page is shown.
    var session: Session?
    var sessions: [Session]
    var tokens: [APIToken]
    /// The secret of a token that has just been made.
    var newToken: String?
    var done: Done?
    var problems: [Place: String] = [:]
    /// nil: the person's own name, language and zone are shown.
    var entered: Entered?
}

/// `/account`: one section, with its own form, for each part of a person's account.
enum AccountView {
    static func page(_ model: AccountModel, assets: String, _ reader: Reader) -> HTML {
        let words = reader.words
        return PageShell(title: words("Account"), assets: assets, reader: reader).page(
            """
            <div class="account"><h1>\(words("Account"))</h1>
            \(FormView.done(model.done.map { sentence($0, words) }))\(settings(model, reader))\(password(model, reader))\
            \(sessions(model, reader))\
            \(tokens(model, reader))\(end(model, reader))</div>
            """)
    }

    private static func settings(_ model: AccountModel, _ reader: Reader) -> HTML {
        let (words, settings) = (reader.words, model.person.settings)
        let language = FormChoice(
            name: "language", label: words("Language"),
            options: [("", words("Same as the browser"))] + Language.offered.map { ($0.code, $0.name) },
            chosen: model.entered?.language ?? settings.language ?? "")
        var zone = FormField(name: "zone", label: words("Time zone"), value: model.entered?.zone ?? settings.zone ?? "")
        zone.hint = words("For the times in your notices, like Europe/Berlin. If it’s empty, your browser’s is filled in when you sign in.")
        zone.problem = model.problems[.zone]
        (zone.isRequired, zone.suggestions) = (false, ZoneChoices.all)
        let name = FormField.name(reader, value: model.entered?.name ?? model.person.name, problem: model.problems[.name])
        let fields: HTML = "\(name.html)\(language.html)\(zone.html)"
        return section("settings", words("You"), FormView.form("/account/settings", reader, button: words("Save"), fields))
    }

    private static func password(_ model: AccountModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let current: HTML? =
            model.hasPassword
            ? FormField(
                name: "current", label: words("Current password"), type: "password", autocomplete: "current-password",
                problem: model.problems[.current], longest: PasswordRule.byteLimit
            ).html : nil
        let user: HTML = """
            <input class="unseen" type="text" name="username" value="\(model.person.name)" autocomplete="username" \
            tabindex="-1" aria-hidden="true" readonly>
            """
        let tokens = Checkbox.html(words("Keep my API tokens and the link to my notices feed"), name: "keep-tokens")
        let fields: HTML = "\(user)\(current)\(FormField.newPassword(reader, problem: model.problems[.password]).html)\(tokens)"
        return section(
            "password", words("Password"),
            """
            <p class="section-note">\
            \(words("Changing your password signs you out everywhere else and revokes your API tokens unless you keep them."))</p>\
            \(FormView.form("/account/password", reader, button: words("Change password"), fields))
            """)
    }

    private static func sessions(_ model: AccountModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let rows = model.sessions.map { session in
            let agent = BrowserName(session.agent).text ?? words("Unknown program")
            let isThis = session.id == model.session?.id
            let way: HTML =
                isThis
                ? #"<span class="pill">\#(words("This session"))</span>"#
                : FormView.form(
                    "/account/sessions", reader, button: words("Sign out"), isQuiet: true, label: words("Sign out \(agent)"),
                    FormView.hidden("session", "\(session.id)"))
            let seen: HTML? = isThis ? nil : " · \(words.html("last seen \(ValueView(words).time(session.lastSeen))"))"
            return """
                <li class="ledger-row"><div><strong>\(agent)</strong><p class="ledger-note"><bdi>\(session.address)</bdi>\(seen)</p></div>\
                \(way)</li>

                """ as HTML
        }
        let others: HTML? =
            model.sessions.count > 1
            ? FormView.form(
                "/account/sessions", reader, button: words("Sign out everywhere else"), isQuiet: true, FormView.hidden("session", "others"))
            : nil
        return section("sessions", words("Your sessions"), #"<ul class="ledger">\#(rows)</ul>\#(others)"#)
    }

    private static func tokens(_ model: AccountModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let rows = model.tokens.map { token in
            let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: ", ")
            let used: HTML =
                token.lastUsed.map { words.html("last used \(ValueView(words).time($0))") } ?? "\(words("never used"))"
            let expires: HTML? = token.expires.map { " · \(words.html("expires \(ValueView(words).time($0))"))" }
            let form = FormView.form(
                "/account/tokens/revoke", reader, button: words("Revoke"), isQuiet: true, isHarsh: true,
                label: words("Revoke token \(token.name)"), FormView.hidden("token", "\(token.id)"))
            return """
                <li class="ledger-row"><div><strong><bdi>\(token.name)</bdi></strong>\
                <p class="ledger-note">\(scopes) · \(used)\(expires)</p></div>\(form)</li>

                """ as HTML
        }
        let new: HTML? = model.newToken.map { token in
            "\(SecretOnce.html(token, words("Copy the token now. You won’t see it again."), words))\n"
        }
        let scopes = APIToken.Scope.allCases.filter { $0 != .admin || model.person.role == .administrator }.map { scope in
            Checkbox.html(sentence(scope, words), name: "scope-\(scope.rawValue)", isTicked: scope == .read)
        }
        let lack = model.problems[.scopes]
        let fields: HTML = """
            \(FormField(name: "token-name", label: words("Purpose"), problem: model.problems[.token], longest: 60).html)\
            <fieldset class="form-field"\(lack == nil ? nil : " aria-describedby=\"field-scopes-problem\"" as HTML?)>\
            <legend class="field-label">\(words("Permissions"))</legend>\(scopes)\
            \(FormView.fieldProblem(lack, of: "field-scopes"))</fieldset>\
            \(FormChoice(
                name: "days", label: words("Expires"),
                options: [("30", words("in \(30) days")), ("365", words("in a year")), ("", words("never"))], chosen: "365"
            ).html)
            """
        return section(
            "tokens", words("API tokens"),
            """
            \(new)\(rows.isEmpty ? "" : #"<ul class="ledger">\#(rows)</ul>"# as HTML)\
            \(Disclosure.html(
                words("Create token"), isOpen: model.problems[.token] ?? lack != nil,
                FormView.form("/account/tokens", reader, button: words("Create token"), fields)))
            """)
    }

    private static func end(_ model: AccountModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let password = FormField(
            name: "current", label: words("Current password"), type: "password", autocomplete: "current-password",
            problem: model.problems[.delete], longest: PasswordRule.byteLimit, id: "delete-current")
        let deletion: HTML = """
            <p class="section-note">\(words("This also deletes your watches, notices, sessions and tokens. It can’t be undone."))</p>\
            \(FormView.form("/account/delete", reader, button: words("Delete account"), isHarsh: true, password.html))
            """
        return section(
            "end", words("Your data"),
            """
            <p><a href="/account/data" download>\(words("Download everything"))</a></p>
            \(Disclosure.html(words("Delete account"), isOpen: model.problems[.delete] != nil, deletion))
            """)
    }

    private static func section(_ id: String, _ title: String, _ content: HTML) -> HTML {
        PageSection.html(title, id: "\(id)-title", content)
    }

    private static func sentence(_ done: AccountModel.Done, _ words: Words) -> String {
        switch done {
        case .saved: words("Saved.")
        case .password: words("Password changed. You’re signed out everywhere else.")
        case .ended: words("Signed out.")
        case .revoked: words("Token revoked.")
        }
    }

    private static func sentence(_ scope: APIToken.Scope, _ words: Words) -> String {
        switch scope {
        case .read: words("Read everything you have access to")
        case .watch: words("Check sources; change watches and settings")
        case .admin: words("Administration")
        }
    }
}
