public import Foundation
import Synchronization

/// The cookies of one person or one source.
///
/// If there is a file, persistent cookies are stored in it (mode 0600) after each change. The limits are 50 per domain and 3,000 in all:
/// expired cookies are evicted first, then cookies without `Secure`, the least recently used first.
/// Source: RFC 6265bis, sections 5.7 and 5.8.
public final class CookieJar: Sendable, CustomStringConvertible, CustomReflectable {
    static let domainLimit = 50
    static let limit = 3000

    private let file: URL?
    private let cookies: Mutex<[Cookie]>

    /// Loads the cookies from the file. An unreadable file counts as empty and is overwritten.
    public init(_ file: URL? = nil) {
        self.file = file
        let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap { try? JSONDecoder().decode([Cookie].self, from: $0) } ?? []
        cookies = Mutex(Array(kept.prefix(Self.limit)))
    }

    /// The number of cookies.
    public var count: Int { cookies.withLock { $0.count } }

    /// Shows only the number of cookies.
    public var description: String { "a jar of \(count) cookies" }

    /// Shows only the number of cookies.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Removes all cookies.
    public func removeAll() {
        cookies.withLock { cookies in
            cookies = []
            save(cookies)
        }
    }

    /// The value of the `Cookie` header, longer paths first, then older cookies first; nil if no cookie matches.
    func header(for url: URL, now: Date) -> String? {
        guard let address = try? WebAddress(url.absoluteString) else { return nil }
        return cookies.withLock { cookies in
            var sent: [Cookie] = []
            for index in cookies.indices where cookies[index].isSent(to: address, now: now) {
                cookies[index].lastUse = now
                sent.append(cookies[index])
            }
            sent.sort { $0.path.utf8.count != $1.path.utf8.count ? $0.path.utf8.count > $1.path.utf8.count : $0.created < $1.created }
            let text = sent.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
            return text.isEmpty ? nil : text
        }
    }

    /// Stores the cookies from an answer's `Set-Cookie` lines.
    func store(_ lines: [String], from url: URL, now: Date) {
        guard !lines.isEmpty, let address = try? WebAddress(url.absoluteString) else { return }
        cookies.withLock { cookies in
            let before = cookies.filter { $0.expires != nil }
            for line in lines.prefix(Self.domainLimit) {
                guard var cookie = Cookie(line, from: address, now: now) else { continue }
                // An answer over plain HTTP can't replace, delete or hide a secure cookie.
                if address.scheme == .http, cookies.contains(where: { $0.isSecure && $0.covers(cookie) }) { continue }
                if let index = cookies.firstIndex(where: { $0.isSame(as: cookie) }) {
                    cookie.created = cookies[index].created
                    cookies.remove(at: index)
                }
                if !cookie.isExpired(now: now) { cookies.append(cookie) }
            }
            makeRoom(&cookies, now: now)
            if cookies.filter({ $0.expires != nil }) != before { save(cookies) }
        }
    }

    // MARK: Internals

    private func makeRoom(_ cookies: inout [Cookie], now: Date) {
        cookies.removeAll { $0.isExpired(now: now) }
        for (domain, count) in Dictionary(cookies.map { ($0.domain, 1) }, uniquingKeysWith: +) where count > Self.domainLimit {
            let ofDomain = cookies.filter { $0.domain == domain }.sorted(by: Self.isKeptBefore)
            cookies.removeAll { $0.domain == domain }
            cookies += ofDomain.prefix(Self.domainLimit)
        }
        if cookies.count > Self.limit { cookies = Array(cookies.sorted(by: Self.isKeptBefore).prefix(Self.limit)) }
    }

    /// Secure cookies are kept longer, so a flood of insecure ones can't evict them.
    private static func isKeptBefore(_ one: Cookie, _ other: Cookie) -> Bool {
        one.isSecure != other.isSecure ? one.isSecure : one.lastUse > other.lastUse
    }

    /// Replaces the file atomically, readable by its owner only. If that fails, the jar continues without a file.
    private func save(_ cookies: [Cookie]) {
        guard let file, let data = try? JSONEncoder().encode(cookies.filter { $0.expires != nil }) else { return }
        let temporary = file.path + "." + UUID().uuidString
        guard let written = OpenFile(temporary, creating: true), written.write(Array(data)), rename(temporary, file.path) == 0 else {
            unlink(temporary)
            return
        }
    }
}

extension Cookie {
    /// RFC 6265bis, section 5.7 ("leave secure cookies alone"): whether a cookie of the same name set over plain HTTP would replace or hide
    /// this one.
    fileprivate func covers(_ other: Cookie) -> Bool {
        guard name == other.name else { return false }
        let sharesDomain = domain == other.domain || domain.hasSuffix("." + other.domain) || other.domain.hasSuffix("." + domain)
        return sharesDomain
            && (other.path == path
                || (other.path.hasPrefix(path) && (path.hasSuffix("/") || other.path.dropFirst(path.count).hasPrefix("/"))))
    }
}
