import Fetching
import Foundation
import Notifying
import Records
import Storage
import Watching

/// How notices are sent, and how long their records are stored: the settings of `Docs/Using/Notices.md`.
struct NoticeSettings: Sendable {
    var publicURL: URL?
    /// The contact for operators of push services: their setting, otherwise this server's own address, otherwise the sender of its mail.
    /// nil: none is sent, which Apple's service refuses and others accept.
    var pushContact: String?
    /// nil: no mail is sent.
    var mail: Email?
    var due = Due()
    var retention = Retention()

    func notifiers(by fetcher: Fetcher, key: VAPIDKey) throws -> Notifiers {
        let means = SendingMeans(fetcher: fetcher, mail: mail, pushKey: key, pushContact: pushContact)
        do { return try Notifiers(by: means) } catch { throw Failure(.badUse, "push-contact: \(error)") }
    }
}

extension Setting<Duration> {
    static var gather: Self { .duration("gather") }
    static var keepFetches: Self { .duration("keep-fetches") }
    static var keepChanges: Self { .duration("keep-changes") }
    static var keepNotices: Self { .duration("keep-notices") }
    static var keepFeeds: Self { .duration("keep-feeds") }
}

extension Setting<Int> {
    static var mailPort: Self { .number("mail-port", in: 1...65_535, or: "is not a port") }
}

extension Setting<MailServer.Security> {
    static var mailSecurity: Self { .choice("mail-security", "isn't one of") }
}

extension Setting<String> {
    static var mailHost: Self {
        Self("mail-host", or: "isn't a host name of the mail server") { (try? MailServer(host: $0, security: .tls)) == nil ? nil : $0 }
    }

    /// An invalid contact would prevent the server's start.
    static var pushContact: Self {
        Self("push-contact", or: "isn't a contact for push services; write it like mailto:me@home.example or https://home.example") {
            WebPush.isContact($0) ? $0 : nil
        }
    }
}

extension Settings {
    var notices: NoticeSettings {
        get throws {
            var notices = NoticeSettings()
            notices.publicURL = try publicURL
            notices.pushContact = try pushContact
            notices.mail = try mail(ownName: notices.publicURL?.host)
            notices.due = try due
            notices.retention.fetches = try value(.keepFetches) ?? notices.retention.fetches
            notices.retention.changes = try value(.keepChanges) ?? notices.retention.changes
            notices.retention.notices = try value(.keepNotices) ?? notices.retention.notices
            notices.retention.unusedFeeds = try value(.keepFeeds) ?? notices.retention.unusedFeeds
            return notices
        }
    }

    var pushContact: String? {
        get throws {
            if let contact = try value(.pushContact) { return contact }
            let others = [try publicURL?.absoluteString, value("mail-from").map { "mailto:\($0)" }]
            return others.compactMap(\.self).first { WebPush.isContact($0) }
        }
    }

    /// Calculates when posted notices are due.
    var due: Due {
        get throws { Due(gather: try value(.gather) ?? Due.defaultGather) }
    }

    private func mail(ownName: String?) throws -> Email? {
        guard let server = try mailServer(ownName: ownName) else { return nil }
        try checkMailLinks()
        return Email(server: server, from: try mailSender(), fromName: "Tidings")
    }

    /// Links in mail use the operator's address, never the host of the request that caused the message.
    private func checkMailLinks() throws {
        guard try publicURL?.host != nil else { throw Failure(.badUse, "public-url: needed with mail-host, for the links in mail") }
    }

    private func mailSender() throws -> MailAddress {
        guard let sender = value("mail-from") else { throw Failure(.badUse, "mail-from: needed with mail-host") }
        do { return try MailAddress(sender) } catch { throw Failure(.badUse, "mail-from: \(error)") }
    }

    /// Each setting of mail by itself, because `mail` ends at the first that is wrong.
    var mailChecks: [() throws -> Void] {
        [
            { try checkMailLinks() },
            { if try value(.mailHost) == nil { throw Failure(.badUse, "mail-host: needed for mail") } },
            { _ = try value(.mailPort) }, { _ = try value(.mailSecurity) }, { _ = try mailSender() },
        ]
    }

    /// nil: no mail is sent.
    func mailServer(ownName: String?) throws -> MailServer? {
        guard let host = try value(.mailHost) else { return nil }
        let (security, port) = (try value(.mailSecurity) ?? .startTLS, try value(.mailPort))
        let password = try secret("mail-password")
        do {
            var server = try MailServer(
                host: host, port: port, security: security, user: value("mail-user"), password: password,
                ownName: ownName ?? "localhost")
            server.authorities = value("mail-authorities").map { URL(fileURLWithPath: $0) }
            return server
        } catch {
            throw Failure(.badUse, "mail-host: \(error)")
        }
    }

    /// From the environment, or the first line of the file named by `…-file`.
    func secret(_ name: String) throws -> String? {
        if let secret = value(name) { return secret }
        // If it was cleared on the page, the file isn't read either.
        if kept.texts[name] != nil { return nil }
        guard let path = value(name + "-file") else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure(.badUse, "\(name)-file: '\(path)' cannot be read")
        }
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
