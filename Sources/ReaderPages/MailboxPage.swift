import Fetching
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import MailReading
import Records
package import Serving
import Speaking
import Storage

/// `/reader/mail`: the mailbox whose mails become a person's documents. It is kept once it was opened; its password is never shown again.
package struct MailboxPage: Sendable {
    package static let path = "/reader/mail"

    private let engine: Engine
    private let context: PageContext
    private let person: Person

    package init(_ engine: Engine, _ context: PageContext) throws {
        self.engine = engine
        self.context = context
        person = try context.knownPerson()
    }

    package func page(for request: Request) async throws -> Response { answer(try await view()) }

    /// `act` says what is done.
    package func change(_ request: Request) async throws -> Response {
        guard let mailboxes = engine.sources.mailboxes else { throw HTTPError(.notFound) }
        let form = try await Form(request)
        switch form["act"] {
        case "save": return try await save(form, mailboxes)
        case "check": return try await check(mailboxes)
        case "fetch":
            guard try await engine.store.hurryDocumentMailbox(of: person.id, at: .system()) else { throw Self.missing }
            await mailboxes.hurry(person.id)
            return .on(to: Self.path)
        case "remove":
            guard try await engine.store.removeDocumentMailbox(of: person.id) else { throw Self.missing }
            return .on(to: Self.path)
        default: throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
    }

    private func check(_ mailboxes: DocumentMailboxes) async throws -> Response {
        var view = try await view()
        guard let mailbox = view.mailbox else { throw Self.missing }
        return try await opened(mailbox.account, &view, mailboxes) ?? answer(view)
    }

    private func save(_ form: Form, _ mailboxes: DocumentMailboxes) async throws -> Response {
        var view = try await view()
        let entry = MailboxEntry(form)
        view.entry = entry
        let words = context.words
        guard let host = entry.hostName, let port = entry.portNumber, let security = DocumentMailbox.Security(rawValue: entry.security)
        else {
            return refused(words("Enter the name of a mail server, like imap.example.org, and its port."), view)
        }
        guard !entry.user.isEmpty, !entry.folder.isEmpty, entry.isShort else {
            return refused(words("Enter the user name and the folder."), view)
        }
        // A password that was kept goes to where it was kept for, and nowhere else.
        let kept = view.mailbox.map(\.account).flatMap { former in
            (former.host, former.port, former.security, former.user) == (host, port, security, entry.user) ? former.password : nil
        }
        guard let password = form["password"].isEmpty ? kept : form["password"], !password.isEmpty else {
            return refused(words("Enter the password."), view)
        }
        let account = DocumentMailbox.Account(
            host: host, port: port, security: security, user: entry.user, password: password, folder: entry.folder)
        if let problem = try await opened(account, &view, mailboxes) { return problem }
        try await engine.store.keepDocumentMailbox(account, takesOld: entry.takesOld, for: person.id, at: .system())
        await mailboxes.hurry(person.id)
        (view.mailbox, view.entry) = (try await engine.store.documentMailbox(of: person.id), nil)
        return answer(view)
    }

    /// Counts its mails; nil if that could be done.
    private func opened(
        _ account: DocumentMailbox.Account, _ view: inout MailboxView, _ mailboxes: DocumentMailboxes
    ) async throws -> Response? {
        try engine.mailboxTries.check(person, context)
        do {
            guard let count = try await mailboxes.check(account, for: person) else {
                return refused(context.words("The server is busy. Try again in a few seconds."), view)
            }
            view.count = count
            return nil
        } catch let error as MailboxError {
            return refused(MailboxView.sentence(error.code, account, context.words), view)
        }
    }

    private func refused(_ problem: String, _ view: MailboxView) -> Response {
        var view = view
        view.problem = problem
        var response = answer(view)
        response.status = .unprocessableContent
        return response
    }

    private func view() async throws -> MailboxView {
        MailboxView(
            words: context.words, mailbox: try await engine.store.documentMailbox(of: person.id), token: context.formTokenField)
    }

    private func answer(_ view: MailboxView) -> Response {
        var response: Response = .page(view.page(context.reader, assets: engine.assets.prefix))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static let missing = Refusal(.notFound, "There’s no mailbox yet.")
}

/// What somebody writes into the form, the password aside.
struct MailboxEntry {
    var host = ""
    var port = ""
    var security = DocumentMailbox.Security.tls.rawValue
    var user = ""
    var folder = "INBOX"
    var takesOld = false

    init() {}

    init(_ mailbox: DocumentMailbox) {
        let account = mailbox.account
        (host, port, security) = (account.host, "\(account.port)", account.security.rawValue)
        (user, folder, takesOld) = (account.user, account.folder, mailbox.takesOld)
    }

    init(_ form: Form) {
        (host, port, security) = (form["host"].trimmingWhitespace(), form["port"].trimmingWhitespace(), form["security"])
        (user, folder) = (form["user"].trimmingWhitespace(), form["folder"].trimmingWhitespace())
        takesOld = !form["takes-old"].isEmpty
    }

    var isShort: Bool { [host, user, folder].allSatisfy { $0.count <= DocumentMailbox.Limits.text } }

    /// nil for what is no host.
    var hostName: String? {
        let literal = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard !host.contains(where: { "/?#@%".contains($0) }), let address = try? WebAddress("https://\(literal)/"), address.target == "/",
            address.port == 443
        else { return nil }
        let name = address.host.description
        return name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    }

    /// The usual one if none is named; nil for what is no port.
    var portNumber: Int? {
        guard !port.isEmpty else { return DocumentMailbox.Security(rawValue: security)?.usualPort }
        return Int(port).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
}

/// Bounds how often a person tries mail servers of their choosing, so that no passwords are guessed from here.
private struct MailboxTries: Sendable {
    let bounds: SendingGuard
}

extension Engine {
    fileprivate var mailboxTries: SendingGuard {
        kept.the { MailboxTries(bounds: SendingGuard(capacity: 20, now: accounts.now)) }.bounds
    }
}
