import Fetching
import Foundation
import Notifying
import Records
import Storage
import Watching

/// How notices are sent, and how long records of them are kept: the settings of `Docs/Using/Notices.md`.
struct NoticeSettings: Sendable {
    var publicURL: URL?
    /// The contact for operators of push services: their setting, else this server's own address, else the sender of its mail. nil: none is sent,
    /// which Apple's service refuses and others accept.
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

extension Settings {
    var notices: NoticeSettings {
        get throws {
            var notices = NoticeSettings()
            notices.publicURL = try publicURL
            notices.pushContact = try pushContact
            notices.mail = try mail(ownName: notices.publicURL?.host)
            notices.due = try due
            notices.retention.fetches = try duration("keep-fetches") ?? notices.retention.fetches
            notices.retention.changes = try duration("keep-changes") ?? notices.retention.changes
            notices.retention.notices = try duration("keep-notices") ?? notices.retention.notices
            notices.retention.unusedFeeds = try duration("keep-feeds") ?? notices.retention.unusedFeeds
            return notices
        }
    }

    var pushContact: String? {
        get throws {
            if let contact = value("push-contact", flag: nil) {
                // With another one the server wouldn't start.
                guard WebPush.isContact(contact) else {
                    let mend = "write it like mailto:me@home.example or https://home.example"
                    throw Failure(.badUse, "push-contact: '\(contact)' is no contact for push services; \(mend)")
                }
                return contact
            }
            let others = [try publicURL?.absoluteString, value("mail-from", flag: nil).map { "mailto:\($0)" }]
            return others.compactMap(\.self).first { WebPush.isContact($0) }
        }
    }

    /// Decides when posted notices are due.
    var due: Due {
        get throws { Due(gather: try duration("gather") ?? Due.usualGather) }
    }

    private func mail(ownName: String?) throws -> Email? {
        guard let server = try mailServer(ownName: ownName) else { return nil }
        // Links in mails use the operator's address, and never the host of the request that had the mail sent.
        guard ownName != nil else { throw Failure(.badUse, "public-url: with mail-host it is needed, for the links in mails") }
        guard let sender = value("mail-from", flag: nil) else { throw Failure(.badUse, "mail-from: with mail-host it is needed") }
        do { return Email(server: server, from: try MailAddress(sender), fromName: "Tidings") } catch {
            throw Failure(.badUse, "mail-from: \(error)")
        }
    }

    /// nil: no mail is sent.
    func mailServer(ownName: String?) throws -> MailServer? {
        guard let host = value("mail-host", flag: nil) else { return nil }
        let name = value("mail-security", flag: nil) ?? MailServer.Security.startTLS.rawValue
        guard let security = MailServer.Security(rawValue: name) else {
            let all = MailServer.Security.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.badUse, "mail-security: '\(name)' isn't one of \(all)")
        }
        let port = try value("mail-port", flag: nil).map { text in
            guard let port = Int(text), (1...65_535).contains(port) else { throw Failure(.badUse, "mail-port: '\(text)' is not a port") }
            return port
        }
        let password = try secret("mail-password")
        do {
            var server = try MailServer(
                host: host, port: port, security: security, user: value("mail-user", flag: nil), password: password,
                ownName: ownName ?? "localhost")
            server.authorities = value("mail-authorities", flag: nil).map { URL(fileURLWithPath: $0) }
            return server
        } catch {
            throw Failure(.badUse, "mail-host: \(error)")
        }
    }

    /// From the environment, or the first line of the file that `…-file` names.
    func secret(_ name: String) throws -> String? {
        if let secret = variable(name) { return secret }
        if let secret = kept.texts[name] { return secret.isEmpty ? nil : secret }
        guard let path = value(name + "-file", flag: nil) else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure(.badUse, "\(name)-file: '\(path)' cannot be read")
        }
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    private func duration(_ name: String) throws -> Duration? {
        guard let text = value(name, flag: nil) else { return nil }
        guard let duration = text == "0" ? .zero : Duration(written: text) else {
            throw Failure(.badUse, "\(name): '\(text)' is not a duration like 90s, 12h or 30d")
        }
        return duration
    }
}
