import Extraction
import HTTPTypes
import Records
package import Serving
import Speaking
import Storage

/// `/api/v1/documents/mailbox…`: the mailbox whose mails become a person's documents. Its password is write-only.
package struct MailboxAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/mailbox"
    private static let topic = "Reader"

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "mailbox", topic: topic, "Your mailbox whose mails become documents, and what came of reading it",
                outcomes: [.init("The mailbox, without its password", schema)], problems: [.notFound], answer: api.mailbox),
            Endpoint(
                .put, path, "setMailbox", topic: topic,
                "Opens a mailbox (IMAP) and keeps it in place of the one before; nothing in it is changed, now or later",
                body: .json(entry),
                outcomes: [.init("The mailbox, without its password", schema)], problems: [.notFound, .serviceUnavailable], answer: api.set),
            Endpoint(
                .post, "\(path)/refresh", "refreshMailbox", topic: topic, "Has your mailbox read now; otherwise it is every five minutes",
                outcomes: [.init(.noContent, "It is read soon")], problems: [.notFound, .tooManyRequests], answer: api.refresh),
            Endpoint(
                .delete, path, "removeMailbox", topic: topic, "Removes your mailbox; documents that came from it stay",
                outcomes: [.init(.noContent, "It is gone")], problems: [.notFound], answer: api.remove),
        ]
    }

    private static let length = 1...4 * DocumentMailbox.Limits.text

    /// Members of both requests and responses.
    private static let account: [JSONSchema.Member] = [
        .init("host", .text(length), about: "The mail server's name, like imap.example.org."),
        .init("security", .choice(DocumentMailbox.Security.allCases.map(\.rawValue)), about: "none: only where the operator allows it."),
        .init("user", .text(length)),
    ]

    private static let entry = JSONSchema.object(
        account + [
            .init("port", .integer(1...65_535), isRequired: false, about: "993 or 143 if left out."),
            .init(
                "password", .text(length), isRequired: false, about: "If left out, the password stored for this server and user."),
            .init("folder", .text(length), isRequired: false, about: "INBOX if left out."),
            .init("takesOld", .flag, isRequired: false, about: "Whether mails are taken that are there already; false if left out."),
        ])

    private static let schema = JSONSchema.object(
        account + [
            .init("port", .integer(1...65_535)), .init("folder", .text()), .init("takesOld", .flag),
            .init("read", .optional(.moment), about: "When it was read last without a fault."),
            .init(
                "fault", .optional(.choice(DocumentMailbox.Fault.allCases.map(\.rawValue))), about: "Why it can't be read; null if it can."),
            .init("taken", .integer(), about: "Mails that became documents."),
            .init(
                "skipped",
                .list(
                    .object([
                        .init("subject", .text(), about: "Empty if it isn't known."),
                        .init("file", .optional(.text()), about: "The attached file that it is about; null if it is about the mail."),
                        .init("reason", .choice(DocumentMailbox.Skipped.Reason.allCases.map(\.rawValue))),
                    ])), about: "The last mails and files that became no documents, the newest first."),
        ])

    // MARK: Answers

    @Sendable private func mailbox(_ call: APICall) async throws -> APIAnswer { .json(try await line(call)) }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer {
        guard let mailboxes = feature.mailboxes, let body = call.body else { throw Self.missing }
        let (person, store) = (try call.person(), feature.store)
        let entry = MailboxEntry(
            host: body["host"]?.text ?? "", port: body["port"]?.number.map { Int(clamping: $0) }, security: body["security"]?.text ?? "",
            user: body["user"]?.text ?? "", folder: body["folder"]?.text, takesOld: body["takesOld"]?.flag ?? false)
        let former = try await store.documents.documentMailbox(of: person.id)
        let setup = MailboxSetup(feature, mailboxes, person)
        switch try await setup.keep(entry, password: body["password"]?.text ?? "", inPlaceOf: former) {
        case .kept: return .json(try await line(call))
        case .noServer: throw Refusal(.unprocessableContent, text: "The host is no name of a mail server.")
        case .noName:
            throw Refusal(.unprocessableContent, text: "A name has at most \(DocumentMailbox.Limits.text) characters, and isn't blank.")
        case .noPassword: throw Refusal(.unprocessableContent, text: "The password is missing.")
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
        let (account, state) = (mailbox.account, mailbox.state)
        var line = JSONLine()
        line.add("host", account.host)
        line.add("security", account.security.rawValue)
        line.add("user", account.user)
        line.add("port", account.port)
        line.add("folder", account.folder)
        line.add("takesOld", mailbox.takesOld)
        line.add("read", state.looked?.description)
        line.add("fault", state.fault?.rawValue)
        line.add("taken", state.taken)
        line.add(
            "skipped",
            state.skipped.reversed().map { mail in
                var line = JSONLine()
                line.add("subject", mail.subject)
                line.add("file", mail.file)
                line.add("reason", mail.reason.rawValue)
                return line
            })
        return line
    }

    private static let missing = Refusal(.notFound, text: "There is no mailbox yet.")
}
