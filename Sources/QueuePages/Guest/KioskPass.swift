import HTTPTypes
import Hummingbird
import Notifying
import Records
import Serving

/// What a device has that an administrator made a kiosk: the kiosk's number, signed for its queue. It comes with a link that is opened on the device,
/// and stays there as a cookie. It is good as long as the desk knows the kiosk (`QueueDesk.kiosks`).
///
/// As text it is base64url (RFC 4648, section 5) of the number's eight bytes and the signature, 24 characters.
struct KioskPass: Hashable, Sendable {
    static let cookie = "tidings_kiosk"
    private static let secondsKept = 400 * 86_400
    private static let idLength = 8

    let queue: String
    let kiosk: QueueKiosk.ID
    let key: String

    init(_ kiosk: QueueKiosk.ID, at queue: String, by key: LinkKey) {
        self.queue = queue
        self.kiosk = kiosk
        let said = withUnsafeBytes(of: kiosk.bigEndian) { Array($0) }
        self.key = String(base64URL: said + key.signature(of: said, for: Self.purpose(queue)))
    }

    /// nil if we have not signed it for this queue.
    init?(_ text: some StringProtocol, at queue: String, by key: LinkKey) {
        guard text.utf8.count <= 24, let bytes = [UInt8](base64URL: String(text)), bytes.count == Self.idLength + LinkKey.signatureLength
        else { return nil }
        let said = Array(bytes.prefix(Self.idLength))
        guard key.isSignature(bytes.suffix(LinkKey.signatureLength), of: said, for: Self.purpose(queue)) else { return nil }
        self.init(said.reduce(0) { $0 << 8 | QueueKiosk.ID($1) }, at: queue, by: key)
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
