package import Hummingbird
import Notifying
package import Records
package import Serving

/// A browser that has signed in to an account before. It has a cookie per account: a random name for the browser, signed for the person.
///
/// The cookie doesn't sign anyone in. It separates regular users from strangers who guess: a known browser's attempts are counted
/// separately, and its passwords are hashed before others. The text is base64url (RFC 4648, section 5) of 12 bytes and the signature.
package struct KnownBrowser: Hashable, Sendable {
    private static let nameLength = 12
    private static let kept = Duration.seconds(400 * 86_400)

    /// The name under which the browser's attempts are counted.
    package let name: String
    private let text: String

    /// A new known browser for a person.
    package init(of person: Person, by key: LinkKey) {
        var generator = SystemRandomNumberGenerator()
        let name = (0..<Self.nameLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.name = String(base64URL: name)
        text = String(base64URL: name + key.signature(of: name, for: Self.purpose(person)))
    }

    /// nil if the browser has no cookie that we signed for this person.
    package init?(_ request: Request, of person: Person, by key: LinkKey, _ configuration: Accounts.Configuration) {
        guard let text = Self.cookie(person, configuration).value(in: request), text.utf8.count <= 30, let bytes = [UInt8](base64URL: text),
            bytes.count == Self.nameLength + LinkKey.signatureLength
        else { return nil }
        let name = Array(bytes.prefix(Self.nameLength))
        guard key.isSignature(bytes.suffix(LinkKey.signatureLength), of: name, for: Self.purpose(person)) else { return nil }
        self.name = String(base64URL: name)
        self.text = text
    }

    /// Sets the cookie again at each sign-in, so that it lasts as long as the browser is used.
    package func remember(for person: Person, in response: inout Response, _ configuration: Accounts.Configuration) {
        Self.cookie(person, configuration).set(text, for: Self.kept, in: &response)
    }

    private static func cookie(_ person: Person, _ configuration: Accounts.Configuration) -> OurCookie {
        OurCookie("tidings_known_\(person.id)", configuration)
    }

    private static func purpose(_ person: Person) -> String { "browser \(person.id)" }
}
