import Crypto
package import Fetching
import Foundation
package import Localisation
package import Records
import Synchronization

/// Notices to browsers, also while they are closed, through the push service of each browser's maker.
///
/// Sends with our own key and end-to-end encryption: RFC 8030 (the request), RFC 8291 (`PushEncryption`), RFC 8292 (`VAPIDKey`). A topic is
/// hashed, since the push service sees it. Endpoints come from browsers, so from anyone: they are `https`, and reached through the guards
/// of `Fetching`. 404 and 410 mean that the subscription is gone.
package final class WebPush: Notifier {
    package static let kind = "push"
    package static let label = Phrase("Phone or browser")
    package static let patience = DeliverySchedule.Patience(first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(3 * 86_400))
    /// `PushSubscription.toJSON()` of the page.
    package static let fields = [
        ChannelField("endpoint", "Endpoint", length: 1...2048, isTyped: false),
        ChannelField("expirationTime", "Expiration time", .ignored, isRequired: false, isTyped: false),
        ChannelField("keys.p256dh", "Public key", length: 1...200, isTyped: false),
        ChannelField("keys.auth", "Authentication secret", length: 1...100, isTyped: false),
    ]

    private let key: VAPIDKey
    private let subject: String?
    private let plainHosts: Set<String>
    private let fetcher: Fetcher
    private let now: Now
    /// By origin of the push service; valid for half a day, renewed an hour before its end.
    private let authorizations = Mutex<[String: (text: String, expires: Timestamp)]>([:])

    /// RFC 8292, section 2: 24 hours at most.
    static let authorizationLifetime: Duration = .seconds(12 * 3600)
    static let authorizationReserve: Duration = .seconds(3600)
    /// Push services of the world are few; endpoints that name more of them are made up.
    static let originLimit = 256
    /// RFC 8030, section 5.2, lets services shorten it; four weeks is what they keep.
    static let longestLifetime: Duration = .seconds(28 * 86_400)

    /// `subject` is where the push service's operator reaches ours: `mailto:` or `https:`, and not of this machine (Apple refuses it, and none at
    /// all; RFC 8292, section 2.1, asks for one and doesn't demand it).
    /// `plainHosts` (`name` or `name:port`) may be spoken to over plain `http`: for push services of one's own.
    package init(key: VAPIDKey, subject: String?, fetcher: Fetcher, plainHosts: Set<String> = [], now: @escaping Now = Timestamp.system)
        throws(AddressError)
    {
        self.key = key
        if let subject { self.subject = try Self.checked(subject) } else { self.subject = nil }
        self.fetcher = fetcher
        self.plainHosts = plainHosts
        self.now = now
    }

    package static func address(_ given: ChannelValues) throws(AddressError) -> PushSubscription {
        try PushSubscription(endpoint: given["endpoint"] ?? "", key: given["keys.p256dh"] ?? "", authentication: given["keys.auth"] ?? "")
    }

    package static func usualName(of subscription: PushSubscription) -> String { kind }

    package static func notifier(by means: SendingMeans) throws(AddressError) -> WebPush? {
        try WebPush(key: means.pushKey, subject: means.pushContact, fetcher: means.fetcher)
    }

    package func send(_ notice: Notice, to address: PushSubscription) async -> Delivery {
        let now = now()
        guard isEncrypted(address.endpoint) else { return .refused("\(address.endpoint.host) is not reached by https") }
        let lifetime = min(notice.timeLeft(at: now), Self.longestLifetime)
        do {
            let body = try PushEncryption(for: address).body(of: PushText.bytes(of: notice))
            let authorization = try authorization(for: address.endpoint.origin, at: now)
            var headers = [
                ("Authorization", authorization), ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
                ("TTL", String(Int(lifetime / .seconds(1)))), ("Urgency", notice.urgency.rawValue),
            ]
            if let topic = notice.topic { headers.append(("Topic", Self.topic(topic))) }
            return await Post(url: address.endpoint.url, headers: headers, body: body, goneStatuses: [404, 410])
                .delivery(by: fetcher, over: Self.kind)
        } catch {
            return .refused("\(error)")
        }
    }

    /// RFC 8030, section 5.4: at most 32 characters of base64url. The same for the same topic, and nothing can be read from it.
    static func topic(_ text: String) -> String { String(base64URL: Array(SHA256.hash(data: Array(text.utf8))).prefix(24)) }

    private func isEncrypted(_ endpoint: WebAddress) -> Bool {
        endpoint.scheme == .https || plainHosts.contains(endpoint.host.description)
            || plainHosts.contains("\(endpoint.host):\(endpoint.port)")
    }

    private func authorization(for origin: String, at now: Timestamp) throws -> String {
        try authorizations.withLock { known in
            // A clock that was put back would make it valid for more than a day from now, which services refuse.
            if let (text, expires) = known[origin], now + Self.authorizationReserve < expires, expires <= now + Self.authorizationLifetime {
                return text
            }
            let expires = now + Self.authorizationLifetime
            let text = try key.authorization(audience: origin, subject: subject, expires: expires)
            if known.count >= Self.originLimit { known.removeAll() }
            known[origin] = (text, expires)
            return text
        }
    }

    /// Whether push services take it as a way to reach who runs this server.
    package static func isContact(_ text: String) -> Bool { (try? checked(text)) != nil }

    private static func checked(_ subject: String) throws(AddressError) -> String {
        if subject.hasPrefix("mailto:") {
            let address = try MailAddress(String(subject.dropFirst(7)))
            if address.domain != "localhost" { return "mailto:\(address)" }
        } else if let address = try? WebAddress(subject), address.scheme == .https, address.host.description != "localhost" {
            return address.description
        }
        throw AddressError("the contact for push services is a mailto: or https: address, and not one of this machine")
    }
}
