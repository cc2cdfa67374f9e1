import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import MailReading
import Records
package import Serving
import Speaking
import Storage

/// `/reader/mail`: the mailbox whose messages become a person's documents. It is saved only if it can be opened; its password is never
/// displayed.
package struct MailboxPage: Sendable {
    package static let path = "/reader/mail"

    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func page(for request: Request) async throws -> Response { answer(try await view()) }

    /// `act` selects the action.
    package func change(_ request: Request) async throws -> Response {
        guard let mailboxes = feature.mailboxes else { throw Refusal(.notFound) }
        let form = try await Form(request)
        switch form["act"] {
        case "save": return try await save(form, mailboxes)
        case "check": return try await check(mailboxes)
        case "fetch":
            switch try await MailboxSetup(feature, mailboxes, person).hurry() {
            case .none: throw Self.missing
            case .due: return .on(to: Self.path)
            case .resting(let account, _): return refused(MailboxView.sentence(.login, account, context.words), try await view())
            }
        case "remove":
            guard try await feature.store.documents.removeDocumentMailbox(of: person.id) else { throw Self.missing }
            return .on(to: Self.path)
        default: throw Refusal(.badRequest, "Tidings can’t read this form.")
        }
    }

    private func check(_ mailboxes: DocumentMailboxes) async throws -> Response {
        var view = try await view()
        guard let mailbox = view.mailbox else { throw Self.missing }
        if let refusal = try await opened(mailbox.account, &view, mailboxes) { return refusal }
        if mailbox.state.fault == .login,
            try await feature.store.documents.hurryDocumentMailbox(of: person.id, isOpen: true, at: .system()) == .due
        {
            await mailboxes.hurry(person.id)
        }
        return answer(view)
    }

    private func save(_ form: Form, _ mailboxes: DocumentMailboxes) async throws -> Response {
        var view = try await view()
        let entry = MailboxEntry(form)
        view.entry = entry
        let words = context.words
        switch try await MailboxSetup(feature, mailboxes, person).keep(entry, password: form["password"], inPlaceOf: view.mailbox) {
        case .kept(let count): view.count = count
        case .lacks(let lacks):
            view.lacks = lacks
            return refused(nil, view)
        case .busy: return refused(words("The server is busy. Try again in a few seconds."), view)
        case .failed(let fault, let account): return refused(MailboxView.sentence(fault, account, words), view)
        }
        (view.mailbox, view.entry) = (try await feature.store.documents.documentMailbox(of: person.id), nil)
        return answer(view)
    }

    /// Opens it and counts its messages. Returns an error response, or nil on success.
    private func opened(
        _ account: DocumentMailbox.Account, _ view: inout MailboxView, _ mailboxes: DocumentMailboxes
    ) async throws -> Response? {
        do {
            guard let count = try await MailboxSetup(feature, mailboxes, person).count(account) else {
                return refused(context.words("The server is busy. Try again in a few seconds."), view)
            }
            view.count = count
            return nil
        } catch let error as MailboxError {
            return refused(MailboxView.sentence(error.code, account, context.words), view)
        }
    }

    private func refused(_ problem: String?, _ view: MailboxView) -> Response {
        var view = view
        view.problem = problem
        var response = answer(view)
        response.status = .unprocessableContent
        return response
    }

    private func view() async throws -> MailboxView {
        MailboxView(
            words: context.words, mailbox: try await feature.store.documents.documentMailbox(of: person.id), token: context.formTokenField)
    }

    private func answer(_ view: MailboxView) -> Response {
        var response: Response = .page(view.page(context.reader, assets: feature.assets.prefix))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static let missing = Refusal(.notFound, "There’s no mailbox yet.")
}
