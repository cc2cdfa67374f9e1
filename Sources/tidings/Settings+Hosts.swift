import Fetching
import Notifying

extension Setting<String> {
    /// The owners of sources read it in their logs, so it says where to write to.
    static var sourceContact: Self {
        Self("user-agent-contact", or: "is no contact for sources; write it like me@home.example or https://home.example") { text in
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

extension Settings {
    /// Hosts that may be reached although they are on a private network.
    func hosts(_ name: String) throws -> Set<String> { Set(try Self.hosts(list(name), of: name)) }

    /// Each is `HOST` or `HOST:PORT`; an IPv6 address has brackets before a port. Any other text would never match a request.
    static func hosts(_ texts: [String], of name: String) throws -> [String] {
        try texts.filter { !$0.isEmpty }.map { text in
            guard isHost(text) else {
                throw Failure(.badUse, "\(name): '\(text)' is not a host like nas.home.example or 192.168.1.20:8080")
            }
            return text.lowercased()
        }
    }

    private static func isHost(_ text: String) -> Bool {
        guard !text.hasSuffix(":"), !text.contains(where: { "/?#@".contains($0) || $0.isWhitespace }) else { return false }
        let isBareIPv6 = !text.hasPrefix("[") && text.count(where: { $0 == ":" }) > 1
        return (try? WebAddress(isBareIPv6 ? "http://[\(text)]" : "http://\(text)")) != nil
    }
}
