import Foundation

/// One cookie, as a server set it.
///
/// Source: RFC 6265bis, sections 5.1 (matching), 5.6 (`Set-Cookie`) and 5.7 (which cookies are accepted). `SameSite` is ignored: it
/// restricts requests that a page makes to other sites, and there are no such pages here.
struct Cookie: Codable, Sendable, Equatable, CustomStringConvertible {
    let name: String
    let value: String
    /// In lower case, without a leading dot.
    let domain: String
    /// Whether the cookie is for this host only.
    let isHostOnly: Bool
    let path: String
    let isSecure: Bool
    let isHTTPOnly: Bool
    /// nil: the cookie ends with the session.
    var expires: Date?
    var created: Date
    var lastUse: Date

    /// Name and scope. The value must not reach a log.
    var description: String { "\(name)=… for \(domain)\(path)" }

    static let longest = 4096

    /// Returns nil if the text isn't a cookie or the server may not set it.
    init?(_ text: String, from address: WebAddress, now: Date) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { FieldValue.trimmed($0) }
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { FieldValue.trimmed($0) }
        name = pair.count == 2 ? pair[0] : ""
        value = pair.count == 2 ? pair[1] : pair[0]
        guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.longest,
            !text.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F })
        else { return nil }
        // The last attribute of a name wins.
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let attribute = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { FieldValue.trimmed($0) }
            let argument = attribute.count == 2 ? attribute[1] : ""
            if argument.utf8.count <= 1024 { attributes[attribute[0].lowercased()] = argument }
        }
        isSecure = attributes["secure"] != nil
        isHTTPOnly = attributes["httponly"] != nil
        created = now
        lastUse = now
        expires = Self.expiry(attributes, now: now)

        let host = address.host.description
        let wanted = (attributes["domain"] ?? "").lowercased()
        let bare = wanted.hasPrefix(".") ? String(wanted.dropFirst()) : wanted
        if bare.isEmpty || bare == host {
            // For an IP address or a public suffix, the cookie is restricted to the host itself.
            isHostOnly = bare.isEmpty || Self.isPublic(bare) || !address.isNamed
            domain = host
        } else {
            guard address.isNamed, host.hasSuffix("." + bare), !Self.isPublic(bare) else { return nil }
            isHostOnly = false
            domain = bare
        }
        if let given = attributes["path"], given.hasPrefix("/") {
            path = given
        } else {
            let folder = address.target.prefix { $0 != "?" }
            path = folder.lastIndex(of: "/").flatMap { $0 == folder.startIndex ? nil : String(folder[..<$0]) } ?? "/"
        }
        guard !isSecure || address.scheme == .https, !text.utf8.isEmpty else { return nil }
        // Name prefixes (`__Secure-`, `__Host-`) require the matching attributes.
        let lowered = (name.isEmpty ? value : name).lowercased()
        if lowered.hasPrefix("__secure-"), !isSecure || name.isEmpty { return nil }
        if lowered.hasPrefix("__host-"), !isSecure || !isHostOnly || attributes["path"] != "/" || name.isEmpty || !bare.isEmpty {
            return nil
        }
    }

    /// Whether the newer cookie replaces this one.
    func isSame(as other: Cookie) -> Bool {
        name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
    }

    func isSent(to address: WebAddress, now: Date) -> Bool {
        let host = address.host.description
        guard host == domain || (!isHostOnly && address.isNamed && host.hasSuffix("." + domain)) else { return false }
        guard !isSecure || address.scheme == .https, !isExpired(now: now) else { return false }
        let asked = address.target.prefix { $0 != "?" }
        return asked == path || (asked.hasPrefix(path) && (path.hasSuffix("/") || asked.dropFirst(path.count).hasPrefix("/")))
    }

    func isExpired(now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    /// `Max-Age` takes precedence over `Expires`. The lifetime is capped at 400 days.
    private static func expiry(_ attributes: [String: String], now: Date) -> Date? {
        let longest = now + 400 * 86_400
        if let text = attributes["max-age"] {
            let isNegative = text.hasPrefix("-")
            if let seconds = FieldValue.seconds(isNegative ? text.dropFirst() : text[...]) {
                return isNegative || seconds == 0 ? .distantPast : min(now + TimeInterval(seconds), longest)
            }
        }
        return attributes["expires"].flatMap { CookieDate.date($0) }.map { min($0, longest) }
    }

    /// Whether a domain is a public suffix, under which unrelated parties register names. There is no list: every name without a dot
    /// counts, as do names of the common shape (`co.uk`, `com.au`).
    private static func isPublic(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".")
        guard labels.count == 2 else { return labels.count < 2 }
        return labels[1].utf8.count == 2
            && ["ac", "co", "com", "edu", "go", "gob", "gov", "gv", "id", "mil", "ne", "net", "nom", "or", "org", "sch"].contains(labels[0])
    }
}

extension WebAddress {
    fileprivate var isNamed: Bool { if case .name = host { true } else { false } }
}
