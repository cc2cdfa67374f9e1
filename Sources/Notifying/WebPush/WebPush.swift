import Crypto
package import Fetching
import Foundation
package import Localisation
package import Records
import Synchronization

/// Sends notices to browsers, even closed ones, through each browser's push service.
///
/// Uses our own key and end-to-end encryption: RFC 8030 (the request), RFC 8291 (`PushEncryption`), RFC 8292 (`VAPIDKey`). Topics are
/// hashed because the push service sees them. Endpoints come from browsers and so from anyone: they must be `https` and pass the guards of
/// `Fetching`. 404 and 410 mean that the subscription is gone.
package final class WebPush: Notifier {
    package static let kind = "push"
    package static let label = Phrase("Phone or browser")
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(10), longest: .seconds(3600), giveUpAfter: .seconds(3 * 86_400))
    /// The page's `PushSubscription.toJSON()`.
    package static let fields = [
        ChannelField("endpoint", "Endpoint", length: 1...2048, isTyped: false),
        ChannelField("expirationTime", "Expiration time", .ignored, isRequired: false, isTyped: false),
        ChannelField("keys.p256dh", "Public key", length: 1...200, isTyped: false),
        ChannelField("keys.auth", "Authentication secret", length: 1...100, isTyped: false),
    ]
    /// Only a browser's script makes an address, so its fields aren't checked one by one.
    package static let example = ChannelValues()

    private let key: VAPIDKey
    private let subject: String?
    private let plainHosts: Set<String>
    private let fetcher: Fetcher
    private let now: Now
    /// By the push service's origin; valid for half a day, renewed an hour before expiry.
    private let authorizations = Mutex<[String: (text: String, expires: Timestamp)]>([:])

    /// RFC 8292, section 2: 24 hours at most.
    static let authorizationLifetime: Duration = .seconds(12 * 3600)
    static let authorizationReserve: Duration = .seconds(3600)
    /// There are few real push services, so a larger number of origins means fake ones.
    static let originLimit = 256
    /// RFC 8030, section 5.2, lets services shorten it; they keep messages for four weeks.
    static let longestLifetime: Duration = .seconds(28 * 86_400)

    /// `subject` is the operator's contact for push services: `mailto:` or `https:`, not on this machine (Apple refuses that, and also a
    /// missing one; RFC 8292, section 2.1, recommends one without requiring it). `plainHosts` (`name` or `name:port`) may use plain `http`:
    /// for your own push services.
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

    package static func defaultName(of subscription: PushSubscription) -> String { kind }

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

    /// RFC 8030, section 5.4: at most 32 characters of base64url. The same for the same topic, without revealing it.
    static func topic(_ text: String) -> String { String(base64URL: Array(SHA256.hash(data: Array(text.utf8))).prefix(24)) }

    private func isEncrypted(_ endpoint: WebAddress) -> Bool {
        endpoint.scheme == .https || plainHosts.contains(endpoint.host.description)
            || plainHosts.contains("\(endpoint.host):\(endpoint.port)")
    }

    private func authorization(for origin: String, at now: Timestamp) throws -> String {
        try authorizations.withLock { known in
            // If the clock was set back, a cached token would be valid for more than a day, which services refuse.
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

    /// Whether push services accept it as the operator's contact.
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
