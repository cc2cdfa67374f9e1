public import Foundation
import Synchronization

/// The cookies of one person or one source.
///
/// With a file, those that outlast the session are kept in it (mode 0600), and written at each change of them. 50 for a domain and
/// 3,000 in all: what has run out goes first, then cookies without `Secure`, and of those what was used longest ago.
/// Source: RFC 6265bis, sections 5.7 and 5.8.
public final class CookieJar: Sendable, CustomStringConvertible, CustomReflectable {
    static let mostOfDomain = 50
    static let most = 3000

    private let file: URL?
    private let cookies: Mutex<[Cookie]>

    /// Takes up what the file has; one that cannot be read counts as empty and is written anew.
    public init(_ file: URL? = nil) {
        self.file = file
        let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap { try? JSONDecoder().decode([Cookie].self, from: $0) } ?? []
        cookies = Mutex(Array(kept.prefix(Self.most)))
    }

    /// How many there are.
    public var count: Int { cookies.withLock { $0.count } }

    /// How many, and none of them.
    public var description: String { "a jar of \(count) cookies" }

    /// How many, and none of them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Forgets everything.
    public func removeAll() {
        cookies.withLock { cookies in
            cookies = []
            save(cookies)
        }
    }

    /// The value of `Cookie`, longer paths before shorter, older cookies before newer; nil if there are none.
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

    /// The lines of `Set-Cookie` of an answer.
    func take(_ lines: [String], from url: URL, now: Date) {
        guard !lines.isEmpty, let address = try? WebAddress(url.absoluteString) else { return }
        cookies.withLock { cookies in
            let before = cookies.filter { $0.expires != nil }
            for line in lines.prefix(Self.mostOfDomain) {
                guard var cookie = Cookie(line, from: address, now: now) else { continue }
                // A plain answer leaves secure cookies alone: it neither replaces, deletes nor hides one.
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

    // MARK: Inside

    private func makeRoom(_ cookies: inout [Cookie], now: Date) {
        cookies.removeAll { $0.isExpired(now: now) }
        for (domain, count) in Dictionary(cookies.map { ($0.domain, 1) }, uniquingKeysWith: +) where count > Self.mostOfDomain {
            let ofDomain = cookies.filter { $0.domain == domain }.sorted(by: Self.isKeptBefore)
            cookies.removeAll { $0.domain == domain }
            cookies += ofDomain.prefix(Self.mostOfDomain)
        }
        if cookies.count > Self.most { cookies = Array(cookies.sorted(by: Self.isKeptBefore).prefix(Self.most)) }
    }

    /// Nobody drives a secure cookie out with many plain ones.
    private static func isKeptBefore(_ one: Cookie, _ other: Cookie) -> Bool {
        one.isSecure != other.isSecure ? one.isSecure : one.lastUse > other.lastUse
    }

    /// In one step, readable for its owner alone. A jar that cannot be written is one without a file.
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
    /// RFC 6265bis, section 5.7 ("leave secure cookies alone"): whether a cookie of the same name from a plain address would replace or hide
    /// this one.
    fileprivate func covers(_ other: Cookie) -> Bool {
        guard name == other.name else { return false }
        let sharesDomain = domain == other.domain || domain.hasSuffix("." + other.domain) || other.domain.hasSuffix("." + domain)
        return sharesDomain
            && (other.path == path
                || (other.path.hasPrefix(path) && (path.hasSuffix("/") || other.path.dropFirst(path.count).hasPrefix("/"))))
    }
}
