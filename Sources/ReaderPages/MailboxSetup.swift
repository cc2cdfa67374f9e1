import Fetching
import MailReading
import Records
import Serving
import Speaking
import Storage

/// Opens an entered mailbox, and saves it on success.
struct MailboxSetup: Sendable {
    private let feature: ReaderFeature
    private let mailboxes: DocumentMailboxes
    private let person: Person

    init(_ feature: ReaderFeature, _ mailboxes: DocumentMailboxes, _ person: Person) {
        (self.feature, self.mailboxes, self.person) = (feature, mailboxes, person)
    }

    enum Lack {
        case server, name, password
    }

    enum Outcome {
        /// The number of messages in it.
        case kept(Int)
        /// What is missing or isn't what it should be; all of it.
        case lacks([Lack])
        /// Too many mailboxes are being opened.
        case busy
        case failed(DocumentMailbox.Fault, DocumentMailbox.Account)
    }

    /// Without a password, the saved one is sent, but only to the server that it was saved for.
    func keep(_ entry: MailboxEntry, password: String, inPlaceOf former: DocumentMailbox?) async throws -> Outcome {
        let server: (host: String, port: Int, security: DocumentMailbox.Security)? =
            if let host = entry.hostName, let port = entry.portNumber, let security = DocumentMailbox.Security(rawValue: entry.security) {
                (host, port, security)
            } else {
                nil
            }
        let kept = former.map(\.account).flatMap { former in
            let isSame = server.map { $0 == (former.host, former.port, former.security) && former.user == entry.user } ?? true
            return isSame ? former.password.text(for: .itsServer) : nil
        }
        let given = password.isEmpty ? kept ?? "" : password
        var lacks: [Lack] = server == nil ? [.server] : []
        if entry.user.isEmpty || entry.folder.isEmpty || !entry.isShort { lacks.append(.name) }
        if given.isEmpty { lacks.append(.password) }
        guard let (host, port, security) = server, lacks.isEmpty else { return .lacks(lacks) }
        let account = DocumentMailbox.Account(
            host: host, port: port, security: security, user: entry.user, password: given, folder: entry.folder)
        do {
            guard let count = try await count(account) else { return .busy }
            try await feature.store.documents.keepDocumentMailbox(account, takesOld: entry.takesOld, for: person.id, at: .system())
            await mailboxes.hurry(person.id)
            return .kept(count)
        } catch let error as MailboxError { return .failed(error.code, account) }
    }

    /// Requests an immediate check, unless the server refused the password. Throws a refusal if the person asks too often.
    func hurry() async throws -> DocumentStore.MailboxHurry {
        try feature.mailboxReadings.check(person)
        let hurry = try await feature.store.documents.hurryDocumentMailbox(of: person.id, at: .system())
        if hurry == .due { await mailboxes.hurry(person.id) }
        return hurry
    }

    /// Opens it and counts its messages; nil if too many are being opened. Throws `MailboxError`, or a refusal after too many tries.
    func count(_ account: DocumentMailbox.Account) async throws -> Int? {
        try feature.mailboxTries.check(person)
        return try await mailboxes.check(account, for: person)
    }
}

/// The values of the form, except the password.
struct MailboxEntry {
    var host = ""
    var port = ""
    var security = DocumentMailbox.Security.tls.rawValue
    var user = ""
    var folder = "INBOX"
    var takesOld = false

    init() {}

    /// Uses the default folder and port if none are given.
    init(host: String, port: Int?, security: String, user: String, folder: String?, takesOld: Bool) {
        (self.host, self.port, self.security) = (host.trimmingWhitespace(), port.map(String.init) ?? "", security)
        (self.user, self.folder) = (user.trimmingWhitespace(), folder?.trimmingWhitespace() ?? self.folder)
        self.takesOld = takesOld
    }

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

    /// nil if the host is invalid.
    var hostName: String? {
        let literal = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard !host.contains(where: { "/?#@%".contains($0) }), let address = try? WebAddress("https://\(literal)/"), address.target == "/",
            address.port == 443
        else { return nil }
        let name = address.host.description
        return name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    }

    /// The default port if none is given; nil if it is invalid.
    var portNumber: Int? {
        guard !port.isEmpty else { return DocumentMailbox.Security(rawValue: security)?.defaultPort }
        return Int(port).flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
}
