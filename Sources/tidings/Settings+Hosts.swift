import Fetching
import Notifying
import Records

extension Setting<String> {
    /// The owners of sources read it in their logs, so it says where to write to.
    static var sourceContact: Self {
        Self("user-agent-contact", or: "isn't a contact for sources; write it like me@home.example or https://home.example") { text in
            text.isEmpty || isMailAddress(text) || isWebAddress(text) ? text : nil
        }
    }

    private static func isMailAddress(_ text: String) -> Bool {
        (try? MailAddress(text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text)) != nil
    }

    /// Also without its scheme: `home.example/contact`.
    private static func isWebAddress(_ text: String) -> Bool {
        guard !text.contains(where: \.isWhitespace) else { return false }
        if (try? WebAddress(text)) != nil { return true }
        guard !text.contains(":"), let address = try? WebAddress("https://\(text)") else { return false }
        return "\(address.host)".contains(".")
    }
}

/// An entry that no request can use, in a setting that is checked when it is entered.
struct UnusableEntry: Sendable, CustomStringConvertible {
    let setting: String
    let text: String
    let complaint: String

    var description: String { "\(setting): '\(text)' \(complaint)" }
}

extension Settings {
    private static let hostSettings = ["allow-hosts", "allow-hosts-for-channels", "push-hosts"]
    private static let hostComplaint = "is not a host like nas.home.example or 192.168.1.20:8080"

    /// The entries of a setting that no request can use. An earlier version stored them without a check, so the server starts and leaves
    /// them out. In a flag, and in what was just entered on the page, they are refused.
    func unusable(in name: String) -> [UnusableEntry] {
        let contact = Setting<String>.sourceContact
        if name == contact.name, let text = value(name), contact.read(text) == nil {
            return [UnusableEntry(setting: name, text: text, complaint: contact.complaint)]
        }
        guard Self.hostSettings.contains(name) else { return [] }
        return list(name).filter { !$0.isEmpty && !Self.isHost($0) }.map {
            UnusableEntry(setting: name, text: $0, complaint: Self.hostComplaint)
        }
    }

    /// A setting's text as a server with it hands it to commands: of hosts, those that it uses, in order.
    static func served(_ text: String, of name: String) -> String {
        guard hostSettings.contains(name) else { return text }
        let hosts = text.split(separator: ",").map { $0.trimmingWhitespace().lowercased() }
        return Set(hosts.filter(isHost)).sorted().joined(separator: ",")
    }

    /// For the log and the doctor: a sentence for each entry that is left out, with the place where to correct it.
    var leftOut: [String] {
        let contact = Setting<String>.sourceContact.name
        return (Self.hostSettings + [contact]).flatMap(unusable(in:)).map { entry in
            let place = origin(of: entry.setting) == .page ? "the server settings" : place(of: entry.setting) ?? "the settings"
            let alsoOff = entry.setting == contact ? ", and neither a geocoder nor MusicBrainz is asked" : ""
            return "\(entry); until you correct it in \(place), it is left out\(alsoOff)"
        }
    }

    private func refuseUnusable(in name: String) throws {
        guard entered.contains(name) || origin(of: name) == .flag, let entry = unusable(in: name).first else { return }
        throw Failure(.badUse, "\(entry)")
    }

    /// Hosts that may be reached although they are on a private network. Each is `HOST` or `HOST:PORT`; an IPv6 address has brackets
    /// before a port.
    func hosts(_ name: String) throws -> Set<String> {
        try refuseUnusable(in: name)
        return Set(list(name).filter(Self.isHost).map { $0.lowercased() })
    }

    /// The same for a command's option.
    static func hosts(_ texts: [String], of name: String) throws -> [String] {
        try texts.filter { !$0.isEmpty }.map { text in
            guard isHost(text) else { throw Failure(.badUse, "\(UnusableEntry(setting: name, text: text, complaint: hostComplaint))") }
            return text.lowercased()
        }
    }

    /// Any other text would never match a request.
    private static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty, !text.hasSuffix(":"), !text.contains(where: { "/?#@".contains($0) || $0.isWhitespace }) else { return false }
        let isBareIPv6 = !text.hasPrefix("[") && text.count(where: { $0 == ":" }) > 1
        return (try? WebAddress(isBareIPv6 ? "http://[\(text)]" : "http://\(text)")) != nil
    }

    /// The contact for sources; nil: none is set, or it is left out.
    var sourceContact: String? {
        get throws {
            let name = Setting<String>.sourceContact.name
            try refuseUnusable(in: name)
            return unusable(in: name).isEmpty ? value(name).flatMap { $0.isEmpty ? nil : $0 } : nil
        }
    }

    /// Whether the contact is there for a service that needs it, chosen by the setting `name`. A contact that was left out turns the
    /// service off. Throws if none is set.
    func hasSourceContact(for name: String, _ need: String) throws -> Bool {
        if try sourceContact != nil { return true }
        guard unusable(in: Setting<String>.sourceContact.name).isEmpty || entered.contains(name) else { return false }
        throw Failure(.badUse, "\(Setting<String>.sourceContact.name): needed with \(need)")
    }

    /// How every request names this server.
    var userAgent: String {
        get throws { "Tidings/\(Version.number)" + (try sourceContact.map { " (+\($0))" } ?? "") }
    }
}
