import Localisation
import Records
import Serving

struct PeopleModel: Sendable {
    /// The signed-in administrator.
    var me: Int64
    var people: [Person]
    var invitations: [Invitation]
    /// The link of an invitation that has just been made.
    var link: String?
    var problem: String?
}

/// `/people`: each account with its actions, the open invitations, and the form for a new one.
enum PeopleView {
    static func page(_ model: PeopleModel, assets: String, _ reader: Reader) -> HTML {
        let words = reader.words
        return PageShell(title: words("People"), assets: assets, reader: reader).page(
            """
            <div class="account"><h1>\(words("People"))</h1>
            \(FormView.problem(model.problem))\(link(model, reader))
            <section class="account-section" aria-label="\(words("People"))">\
            <ul class="ledger">\(model.people.map { row($0, model, reader) })</ul></section>
            \(invitations(model, reader))
            <p><a href="/people/audit">\(words("Audit trail"))</a></p></div>
            """)
    }

    private static func link(_ model: PeopleModel, _ reader: Reader) -> HTML? {
        let words = reader.words
        let sentence = words("Send this link to the person you’re inviting. It works once, within a week. You won’t see it again.")
        return model.link.map { link in
            """
            \(SecretOnce.html(link, sentence, words))
            \(LocalAddressNote(reader).html(for: link))

            """
        }
    }

    private static func row(_ person: Person, _ model: PeopleModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let you: HTML? = person.id == model.me ? #"<span class="pill">\#(words("You"))</span>"# : nil
        let disabled: HTML? = person.isDisabled ? #"<span class="pill">\#(words("Disabled"))</span>"# : nil
        return """
            <li class="ledger-row"><div><strong><bdi>\(person.name)</bdi></strong> \(you)\(disabled)\
            <p class="ledger-note">\(words.name(of: person.role)) · \
            \(words.html("joined \(ValueView(words).time(person.created))"))</p></div>\
            \(person.id == model.me ? nil : changes(person, reader))</li>

            """
    }

    private static func changes(_ person: Person, _ reader: Reader) -> HTML {
        let words = reader.words
        let roles: [(PeoplePage.Change, String)] = [
            (.member, words("Make member")), (.clerk, words("Make counter staff")), (.administrator, words("Make administrator")),
        ]
        let ways =
            roles.filter { $0.0.role != person.role } + [
                person.isDisabled ? (.enable, words("Enable")) : (.disable, words("Disable")),
                (.endSessions, words("Sign out everywhere")), (.remove, words("Remove with all their data")),
            ]
        let buttons = ways.map { change, label -> HTML in
            let style: HTML = change == .remove ? "quiet-button is-harsh" : "quiet-button"
            return #"<button class="\#(style)" type="submit" name="change" value="\#(change.rawValue)">\#(label)</button>"#
        }
        return Disclosure.html(
            markup: "<span>\(words("Edit"))<span class=\"unseen\"> \(person.name)</span></span>", name: "ledger-more",
            "<form class=\"form-ways\" method=\"post\" action=\"/people/\(person.id)\">\(reader.formField)\(buttons)</form>")
    }

    private static func invitations(_ model: PeopleModel, _ reader: Reader) -> HTML {
        let words = reader.words
        let rows = model.invitations.map { invitation in
            let form = FormView.form(
                "/people/invitations/revoke", reader, button: words("Withdraw"), isQuiet: true, isHarsh: true,
                FormView.hidden("invitation", "\(invitation.id)"))
            return """
                <li class="ledger-row"><div><strong><bdi>\(invitation.note.isEmpty ? words("Someone") : invitation.note)</bdi></strong>\
                <p class="ledger-note">\(words.name(of: invitation.role)) · \
                \(words.html("expires \(ValueView(words).time(invitation.expires))"))</p></div>\
                \(form)</li>

                """ as HTML
        }
        var note = FormField(name: "note", label: words("Their name"), longest: Person.nameLimit)
        note.isRequired = false
        let role = FormChoice(
            name: "role", label: words("Role"), options: Person.Role.allCases.map { ($0.rawValue, words.name(of: $0)) },
            chosen: Person.Role.member.rawValue)
        return PageSection.html(
            words("Invite someone"), id: "invite-title",
            """
            \(rows.isEmpty ? nil : #"<ul class="ledger">\#(rows)</ul>"# as HTML)\
            \(FormView.form("/people/invitations", reader, button: words("Create link"), "\(note.html)\(role.html)"))
            """)
    }
}

extension Words {
    fileprivate func name(of role: Person.Role) -> String {
        switch role {
        case .member: self("Member")
        case .clerk: self("Counter staff")
        case .administrator: self("Administrator")
        }
    }
}

/// `/people/audit`: what was done to accounts, newest first.
enum AuditView {
    static func page(_ entries: [AuditEntry], older: Int64?, assets: String, _ reader: Reader) -> HTML {
        let words = reader.words
        let rows = entries.map { entry in
            let detail: HTML? = entry.detail.isEmpty ? nil : " · <bdi>\(entry.detail)</bdi>"
            let address: HTML? = entry.address.isEmpty ? nil : " · <bdi>\(entry.address)</bdi>"
            let count: HTML? = entry.count > 1 ? " ×\(words.number(entry.count))" : nil
            return """
                <li class="ledger-row"><div><strong>\(sentence(entry.action, words))</strong>\(count)\(detail)<p class="ledger-note">\
                \(ValueView(words).time(entry.at))\
                \(entry.who.isEmpty ? nil : " · <bdi>\(entry.who)</bdi>" as HTML?)\(address)</p></div></li>

                """ as HTML
        }
        let list: HTML = rows.isEmpty ? EmptyState.html(words("Nothing here yet.")) : #"<ul class="ledger">\#(rows)</ul>"#
        let more: HTML? = older.map { #"<p><a href="/people/audit?before=\#($0)">\#(words("Older"))</a></p>"# }
        return PageShell(title: words("Audit trail"), assets: assets, reader: reader).page(
            """
            <div class="account">\(PageHeading.html(words("Audit trail"), back: BackLink.html(words("People"), to: "/people")))
            \(list)\(more)</div>
            """)
    }

    private static func sentence(_ action: AuditEntry.Action?, _ words: Words) -> String {
        switch action {
        case .setUp: words("Set up")
        case .loggedIn: words("Signed in")
        case .loginFailed: words("Sign-in failed")
        case .loggedOut: words("Signed out")
        case .passwordChanged: words("Password changed")
        case .sessionsEnded: words("Sessions ended")
        case .tokenCreated: words("Token created")
        case .tokenRevoked: words("Token revoked")
        case .invited: words("Invited")
        case .invitationTakenBack: words("Invitation withdrawn")
        case .joined: words("Joined")
        case .personAdded: words("Person added")
        case .personChanged: words("Person changed")
        case .personRemoved: words("Person removed")
        case .dataDownloaded: words("Data downloaded")
        case .loginLinkMade: words("Sign-in link made")
        case .loginLinkUsed: words("Sign-in link used")
        case .settingsChanged: words("Server settings changed")
        case nil: words("Recorded by a newer version")
        }
    }
}
