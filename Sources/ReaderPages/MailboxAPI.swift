import HTTPTypes
import JSONReading
import Records
package import Serving
import Speaking
import Storage

/// `/api/v1/documents/mailbox…`: the mailbox whose messages become a person's documents. Its password is write-only.
package struct MailboxAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/mailbox"
    private static let topic = "Reader"

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "mailbox", topic: topic, "Your mailbox whose messages become documents, and the result of the last check",
                outcomes: [.init("The mailbox, without its password", MailboxResource.members.schema)], problems: [.notFound],
                answer: api.mailbox),
            Endpoint(
                .put, path, "setMailbox", topic: topic,
                "Opens a mailbox (IMAP) and stores it in place of the former one; Tidings never changes anything in it",
                body: .json(MailboxResource.asked),
                outcomes: [.init("The mailbox, without its password", MailboxResource.members.schema)],
                problems: [.notFound, .serviceUnavailable], answer: api.set),
            Endpoint(
                .post, "\(path)/refresh", "refreshMailbox", topic: topic, "Checks your mailbox now, instead of within five minutes",
                outcomes: [.init(.noContent, "It is read soon")], problems: [.notFound, .tooManyRequests], answer: api.refresh),
            Endpoint(
                .delete, path, "removeMailbox", topic: topic, "Removes your mailbox; documents that came from it stay",
                outcomes: [.init(.noContent, "It is gone")], problems: [.notFound], answer: api.remove),
        ]
    }

    // MARK: Responses

    @Sendable private func mailbox(_ call: APICall) async throws -> APIAnswer { .json(try await line(call)) }

    private static func sentence(_ lack: MailboxSetup.Lack) -> String {
        switch lack {
        case .server: "The host isn't the name of a mail server."
        case .name: "A name has at most \(DocumentMailbox.Limits.text) characters, and isn't blank."
        case .password: "The password is missing."
        }
    }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer {
        guard let mailboxes = feature.mailboxes, let body = call.body else { throw Self.missing }
        let (person, store) = (try call.person(), feature.store)
        var wish = MailboxResource.Wish()
        try MailboxResource.members.take(body, into: &wish)
        let former = try await store.documents.documentMailbox(of: person.id)
        let setup = MailboxSetup(feature, mailboxes, person)
        switch try await setup.keep(wish.entry, password: wish.password, inPlaceOf: former) {
        case .kept: return .json(try await line(call))
        case .lacks(let lacks): throw Refusal(.unprocessableContent, text: lacks.map(Self.sentence).joined(separator: " "))
        case .busy: throw Refusal(.serviceUnavailable, text: "Too many mailboxes are being opened.", headers: [.retryAfter: "5"])
        case .failed(let fault, let account):
            throw Refusal(.unprocessableContent, text: MailboxView.sentence(fault, account, call.context.words))
        }
    }

    @Sendable private func refresh(_ call: APICall) async throws -> APIAnswer {
        guard let mailboxes = feature.mailboxes else { throw Self.missing }
        switch try await MailboxSetup(feature, mailboxes, try call.person()).hurry() {
        case .none: throw Self.missing
        case .due: return .nothing
        case .resting(let account, let until):
            throw Refusal(
                .tooManyRequests, text: MailboxView.sentence(.login, account, call.context.words),
                headers: [.retryAfter: "\(max(1, (until - .system()).components.seconds))"])
        }
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.store.documents.removeDocumentMailbox(of: try call.person().id) else { throw Self.missing }
        return .nothing
    }

    private func line(_ call: APICall) async throws -> JSONLine {
        guard let mailbox = try await feature.store.documents.documentMailbox(of: try call.person().id) else { throw Self.missing }
        return MailboxResource.members.line(mailbox)
    }

    private static let missing = Refusal(.notFound, text: "There is no mailbox yet.")
}
