public import Foundation
import NIOHTTP1
import Synchronization

/// Credentials for one origin, with what the server has revealed so far: its challenge, nonce counts, tokens.
///
/// One instance per source with credentials, shared by all its jobs. Credentials are sent only to the origin they were given for; only
/// `mayReceive` decides this.
public final class Access: Sendable, CustomStringConvertible, CustomReflectable {
    private let credentials: Credentials
    private let origin: Origin
    private let state = Mutex(State.unasked)
    /// Source of unpredictable client nonces for Digest.
    private let chance: @Sendable () -> String

    private enum State {
        /// The server hasn't sent a challenge yet.
        case unasked
        /// RFC 7617, section 2.2: the folders, with a trailing slash, for which Basic was accepted or requested.
        case basic(folders: Set<String>)
        case digest(DigestSession)
        case token(String)
    }

    /// Returns nil if the URL isn't a web address.
    public convenience init?(_ credentials: Credentials, for url: URL) {
        self.init(credentials, for: url) { (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }.joined() }
    }

    init?(_ credentials: Credentials, for url: URL, chance: @escaping @Sendable () -> String) {
        guard let origin = Origin(url) else { return nil }
        self.credentials = credentials
        self.origin = origin
        self.chance = chance
    }

    /// The kind of credentials and their user.
    public var description: String { "\(credentials) for \(origin)" }

    /// Shows only the kind of credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The cache partition for these answers. `owner` separates people whose cookies differ.
    public func partition(owner: String = "") -> CachePartition { CachePartition(of: [owner, origin.description] + credentials.parts) }

    /// Whether these credentials may go to an address: only if its scheme, host and port match their origin.
    func mayReceive(_ url: URL) -> Bool { Origin(url) == origin }

    /// The credentials that were sent, needed to interpret a refusal.
    struct Sent: Sendable {
        let authorization: String
        fileprivate let digest: (nonce: String, proof: DigestSession.Proof)?
    }

    /// The credentials to send before the server asks; nil to send none.
    func greeting(for request: Outgoing) async throws -> Sent? {
        guard mayReceive(request.url) else { return nil }
        if case .refreshing = credentials, state.withLock({ if case .token = $0 { false } else { true } }) {
            let fresh = try await freshToken()
            state.withLock { $0 = .token(fresh) }
        }
        return state.withLock { state in
            switch (credentials, state) {
            case (.bearer(let token), _), (.refreshing, .token(let token)):
                return Sent(authorization: "Bearer \(token)", digest: nil)
            case (.password(let user, let password), .basic(let folders)):
                let path = Self.path(request.url)
                return folders.contains { path.hasPrefix($0) } ? Self.basic(user, password) : nil
            case (_, .digest(let session)) where Self.covers(session.domain, request.url):
                return answer(&state, session, request)
            default:
                return nil
            }
        }
    }

    /// The credentials to send after a 401; nil if every option has been tried.
    func reply(to challenges: [Challenge], for request: Outgoing, after sent: Sent?) async throws -> Sent? {
        guard mayReceive(request.url) else { return nil }
        switch credentials {
        case .bearer: return nil
        case .refreshing:
            guard let sent else { return nil }
            // Another request may have renewed the token in the meantime.
            if let known = state.withLock({ if case .token(let token) = $0 { token } else { nil } }),
                "Bearer \(known)" != sent.authorization
            {
                return Sent(authorization: "Bearer \(known)", digest: nil)
            }
            let fresh = try await freshToken()
            guard "Bearer \(fresh)" != sent.authorization else { return nil }
            state.withLock { $0 = .token(fresh) }
            return Sent(authorization: "Bearer \(fresh)", digest: nil)
        case .password, .digest:
            return state.withLock { state in
                if let session = DigestSession.strongest(of: challenges) {
                    // The same nonce again means that the password is wrong.
                    if let before = sent?.digest, before.nonce == session.nonce { return nil }
                    return answer(&state, session, request)
                }
                guard case .password(let user, let password) = credentials, sent == nil,
                    challenges.contains(where: { $0.scheme == "basic" })
                else { return nil }
                let folder = Self.path(request.url).prefixThroughLastSlash
                var folders: Set<String> = [folder]
                if case .basic(let known) = state, known.count < 64 { folders.formUnion(known) }
                state = .basic(folders: folders)
                return Self.basic(user, password)
            }
        }
    }

    /// Updates the state from a successful answer. False if the server proves that it doesn't know the password.
    func isGenuine(_ headers: HTTPHeaders, after sent: Sent) -> Bool {
        guard let digest = sent.digest, let info = headers.first(name: "Authentication-Info") else { return true }
        // The header has a challenge's parameters but no scheme name.
        let fields = Challenge.all(["Digest " + info]).first?.parameters ?? [:]
        return state.withLock { state in
            guard case .digest(var session) = state else { return true }
            let isGenuine = session.take(fields, proof: digest.proof)
            if session.nonce != digest.nonce || !isGenuine { state = .digest(session) }
            return isGenuine
        }
    }

    // MARK: Internals

    private func answer(_ state: inout State, _ session: DigestSession, _ request: Outgoing) -> Sent? {
        let (user, password): (String, String)
        switch credentials {
        case .password(let name, let secret), .digest(let name, let secret): (user, password) = (name, secret)
        case .bearer, .refreshing: return nil
        }
        var session = session
        // If the server repeats the nonce, keep counting its uses.
        if case .digest(let known) = state, known.nonce == session.nonce { session = known }
        let nonce = session.nonce
        let (authorization, proof) = session.answer(
            user: user, password: password, method: request.method.rawValue, target: Self.target(request.url), cnonce: chance())
        state = .digest(session)
        return Sent(authorization: authorization, digest: (nonce, proof))
    }

    /// An error from the token source may contain the token's secret, so its text is not repeated.
    private func freshToken() async throws -> String {
        guard case .refreshing(let name, let token) = credentials else { return "" }
        do { return try await token() } catch let error where !(error is FetchError || error is CancellationError) {
            throw FetchError(.unreachable, at: origin.description, "is not asked: no token could be had for '\(name)'")
        }
    }

    /// Returns nil for a user name that Basic can't encode: it would end at its first colon.
    private static func basic(_ user: String, _ password: String) -> Sent? {
        guard !user.contains(":") else { return nil }
        return Sent(authorization: "Basic " + Data("\(user):\(password)".utf8).base64EncodedString(), digest: nil)
    }

    /// RFC 7616, section 3.3: the addresses, absolute or paths, for which the same Digest response is valid.
    private static func covers(_ domain: [String], _ url: URL) -> Bool {
        domain.isEmpty
            || domain.contains { reference in
                guard let start = URL(string: reference, relativeTo: url)?.absoluteURL else { return false }
                return Origin(start) == Origin(url) && path(url).hasPrefix(path(start))
            }
    }

    private static func path(_ url: URL) -> String {
        String(target(url).prefix { $0 != "?" })
    }

    private static func target(_ url: URL) -> String { (try? WebAddress(url.absoluteString))?.target ?? "/" }
}

extension String {
    fileprivate var prefixThroughLastSlash: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "/" }
}
