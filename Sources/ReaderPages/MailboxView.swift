import Localisation
import Records
import Serving
import Speaking

/// A mailbox: its state, and the form to set one up. Needs no script.
struct MailboxView {
    let words: Words
    var mailbox: DocumentMailbox?
    let token: HTML
    /// The entered values, if they couldn't be saved.
    var entry: MailboxEntry?
    /// The number of messages in the folder, if it was just opened.
    var count: Int?
    var problem: String?
    /// What the entered values lack, for their fields.
    var lacks: [MailboxSetup.Lack] = []

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Documents by mail")
        let lead = words("Mail to your mailbox becomes documents: attached files that Tidings can read, or the message itself.")
        return PageShell(title: title, assets: assets, kind: .reader, reader: reader).page(
            """
            <div class="reader-page">
            \(BackLink.html(words("Reader"), to: ReaderPage.path))
            \(PageHeading.html(title, lead: lead))
            \(FormView.problem(problem))
            \(FormView.done(found))
            \(state)
            <section class="reader-add" aria-labelledby="mailbox-form"><h2 id="mailbox-form">\(words("Mailbox"))</h2>\(form)</section>
            </div>
            """)
    }

    private var found: String? { count.map { words("Connected. Messages in this folder: \(words.number($0))") } }

    // MARK: State

    private var state: HTML? {
        guard let mailbox else { return nil }
        let fault = mailbox.state.fault.map { Callout.caution(Self.sentence($0, mailbox.account, words)) }
        let looked: HTML =
            mailbox.state.looked.map { words.html("Last checked \(ValueView(words).time($0))") } ?? "\(words("Not checked yet"))"
        let taken = words("Messages that became documents: \(words.number(mailbox.state.taken))")
        return """
            <section class="reader-add" aria-labelledby="mailbox-state"><h2 id="mailbox-state"><bdi>\(mailbox.account.user)</bdi></h2>
            \(fault)
            <p class="reader-facts" id="mailbox-facts"><span>\(looked)</span> <span class="figures">\(taken)</span></p>
            <p class="section-note">\(words("Tidings checks it every five minutes. It doesn’t change your mail."))</p>
            \(skipped(mailbox.state.skipped))
            <div class="ledger-ways">\(button("fetch", words("Fetch now")))\(button("check", words("Check")))\
            \(button("remove", words("Remove mailbox")))</div></section>
            """
    }

    private func button(_ act: String, _ label: String) -> HTML {
        ButtonForm.html(label, to: MailboxPage.path, token, FormView.hidden("act", act), kind: act == "remove" ? .harsh : .quiet)
    }

    private func skipped(_ mails: [DocumentMailbox.Skipped]) -> HTML? {
        guard !mails.isEmpty else { return nil }
        let lines = mails.reversed().map { mail in
            let unnamed = mail.reason == .unreadable ? words("Unknown subject") : words("Without a subject")
            let file = mail.file.map { ", <bdi>\($0)</bdi>" } as HTML?
            return "<li><bdi>\(mail.subject.isEmpty ? unnamed : mail.subject)</bdi>\(file): \(reason(mail.reason))</li>" as HTML
        }
        return "<h3>\(words("Messages and files that couldn’t be added"))</h3><ul>\(lines)</ul>"
    }

    private func reason(_ reason: DocumentMailbox.Skipped.Reason) -> String {
        switch reason {
        case .nothing: return words("There’s nothing to read in it.")
        case .tooLarge:
            let size = words.bytes(DocumentMailbox.Limits.mailBytes)
            return words("It’s larger than \(size).")
        case .unreadable: return words("The mail server sent this message in a format Tidings can’t read.")
        case .kind: return words("Tidings doesn’t read files of this kind.")
        case .closed: return words("It’s encrypted or damaged.")
        case .files: return words("Tidings adds at most \(words.number(DocumentMailbox.Limits.files)) files from one message.")
        }
    }

    // MARK: Form

    private var form: HTML {
        let entry = entry ?? mailbox.map { MailboxEntry($0) } ?? MailboxEntry()
        let text = DocumentMailbox.Limits.text
        func problem(_ lack: MailboxSetup.Lack, _ sentence: String) -> String? { lacks.contains(lack) ? sentence : nil }
        let nameless = problem(.name, words("Enter the user name and the folder."))
        let isUser = entry.user.isEmpty || entry.user.count > text
        let server = FormField(
            name: "host", label: words("Mail server"), value: entry.host, hint: words("For incoming mail (IMAP), like imap.example.org"),
            problem: problem(.server, words("Enter the name of a mail server, like imap.example.org, and its port.")), longest: text)
        let security = FormChoice(
            name: "security", label: words("Encryption"),
            options: [
                ("tls", words("TLS (usual)")), ("starttls", "STARTTLS"), ("none", words("None (only for servers the operator allows)")),
            ], chosen: entry.security)
        let port = FormField(
            name: "port", label: words("Port"), value: entry.port, hint: words("Leave it empty for the usual one."), longest: 5,
            isRequired: false)
        let user = FormField(name: "user", label: words("User name"), value: entry.user, problem: isUser ? nameless : nil, longest: text)
        let password = FormField(
            name: "password", label: words("Password"), type: "password",
            hint: mailbox == nil
                ? words("Many providers require an app password, which you create in their settings.")
                : words("Leave it empty to keep the one you entered."),
            problem: problem(.password, words("Enter the password.")), longest: text, isRequired: mailbox == nil)
        let folder = FormField(
            name: "folder", label: words("Folder"), value: entry.folder,
            hint: words("INBOX is where mail arrives. A separate folder keeps other mail out of your documents."),
            problem: isUser ? nil : nameless, longest: text)
        return """
            <form class="form" method="post" action="\(MailboxPage.path)">\(token)\(FormView.hidden("act", "save"))\
            \(server.html)\(security.html)\(port.html)\(user.html)\(password.html)\(folder.html)\
            \(Checkbox.html(words("Also import existing mail"), name: "takes-old", value: "on", isTicked: entry.takesOld))\
            <button class="button" type="submit">\(words("Check and save"))</button></form>
            """
    }

    // MARK: Faults

    /// The problem, its place, and a fix.
    static func sentence(_ fault: DocumentMailbox.Fault, _ account: DocumentMailbox.Account, _ words: Words) -> String {
        let host = account.host
        switch fault {
        case .unreachable: return words("Tidings can’t reach the mail server \(host). Check its name and the port.")
        case .certificate:
            return words("The certificate of \(host) isn’t trusted. Check the server’s name, or ask your administrator to trust it.")
        case .encryption where account.security == .none:
            return words("Without encryption, Tidings reads only mail servers that the operator has allowed. Choose TLS.")
        case .encryption: return words("The mail server \(host) doesn’t offer this encryption. Choose another one.")
        case .notMail: return words("\(host) isn’t a mail server. Check the port; it’s usually 993.")
        case .login: return words("The mail server \(host) doesn’t accept this user name and password. Enter them again.")
        case .folder: return words("There’s no folder “\(account.folder)” in this mailbox. Check its name.")
        case .tooMany: return words("There are too many messages in this folder. Choose one with fewer.")
        case .interrupted: return words("The mail server \(host) stopped answering. Tidings will try again.")
        case .full: return words("You’ve reached the limit of documents. Delete some to receive the next messages.")
        case .sealed: return words("The server has lost the password of your mailbox. Enter it again.")
        }
    }
}
