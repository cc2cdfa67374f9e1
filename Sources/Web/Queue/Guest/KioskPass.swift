import HTTPTypes
import Hummingbird
import Notifying

/// By which a kiosk is known: the queue it stands at and what an administrator called it, signed. It comes with a link that the administrator opens
/// on the device, and stays there as a cookie.
struct KioskPass: Hashable, Sendable {
    static let cookie = "tidings_kiosk"
    /// Characters of a name.
    static let nameLimit = 40
    private static let secondsKept = 400 * 86_400

    let queue: String
    let name: String
    let key: String

    init(queue: String, name: String, by key: LinkKey) {
        self.queue = queue
        self.name = String(name.prefix(Self.nameLimit))
        let said = Array(self.name.utf8)
        self.key = String(base64URL: said + key.signature(of: said, for: Self.purpose(queue)))
    }

    /// nil if we have not signed it for this queue.
    init?(_ text: some StringProtocol, at queue: String, by key: LinkKey) {
        guard text.utf8.count <= 300, let bytes = [UInt8](base64URL: String(text)), bytes.count > LinkKey.signatureLength else {
            return nil
        }
        let said = Array(bytes.dropLast(LinkKey.signatureLength))
        guard key.isSignature(bytes.suffix(LinkKey.signatureLength), of: said, for: Self.purpose(queue)),
            let name = String(validating: said, as: UTF8.self)
        else { return nil }
        self.init(queue: queue, name: name, by: key)
    }

    init?(_ request: Request, at queue: String, by key: LinkKey) {
        guard let kept = request.cookies[Self.cookie]?.value else { return nil }
        self.init(kept, at: queue, by: key)
    }

    /// Set anew with each visit, so that it lives as long as the kiosk is used.
    func remember(in response: inout Response) {
        response.setCookie(
            Cookie(name: Self.cookie, value: key, maxAge: Self.secondsKept, path: "/queue/\(queue)/kiosk", httpOnly: true, sameSite: .lax))
    }

    private static func purpose(_ queue: String) -> String { "kiosk \(queue)" }
}
