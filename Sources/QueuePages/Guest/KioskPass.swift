import HTTPTypes
import Hummingbird
import Notifying
import Records
import Serving

/// The credential of a kiosk: the kiosk's number, signed for its queue. An administrator's link brings it to the device, which stores it as
/// a cookie. It is valid as long as the desk lists the kiosk (`QueueDesk.kiosks`).
///
/// A kiosk without a printer has another signature, so that the pass by itself tells whether the kiosk prints.
///
/// Its text form is base64url (RFC 4648, section 5) of the number's eight bytes and the signature, 24 characters.
struct KioskPass: Hashable, Sendable {
    static let cookie = "tidings_kiosk"
    private static let secondsKept = 400 * 86_400
    private static let idLength = 8

    let queue: String
    let kiosk: QueueKiosk.ID
    /// Whether it has a printer.
    let prints: Bool
    let key: String

    init(_ kiosk: QueueKiosk.ID, at queue: String, prints: Bool = true, by key: LinkKey) {
        self.queue = queue
        self.kiosk = kiosk
        self.prints = prints
        let said = withUnsafeBytes(of: kiosk.bigEndian) { Array($0) }
        self.key = String(base64URL: said + key.signature(of: said, for: Self.purpose(queue, prints: prints)))
    }

    /// Returns nil if the signature isn't valid for this queue.
    init?(_ text: some StringProtocol, at queue: String, by key: LinkKey) {
        guard text.utf8.count <= 24, let bytes = [UInt8](base64URL: String(text)), bytes.count == Self.idLength + LinkKey.signatureLength
        else { return nil }
        let said = Array(bytes.prefix(Self.idLength))
        let signed = [true, false].first { prints in
            key.isSignature(bytes.suffix(LinkKey.signatureLength), of: said, for: Self.purpose(queue, prints: prints))
        }
        guard let prints = signed else { return nil }
        self.init(said.reduce(0) { $0 << 8 | QueueKiosk.ID($1) }, at: queue, prints: prints, by: key)
    }

    init?(_ request: Request, at queue: String, by key: LinkKey) {
        guard let kept = request.cookies[Self.cookie]?.value else { return nil }
        self.init(kept, at: queue, by: key)
    }

    /// Renewed at each visit, so that it lasts as long as the kiosk is used.
    func remember(in response: inout Response) {
        response.setCookie(
            Cookie(name: Self.cookie, value: key, maxAge: Self.secondsKept, path: "/queue/\(queue)/kiosk", httpOnly: true, sameSite: .lax))
    }

    private static func purpose(_ queue: String, prints: Bool) -> String { prints ? "kiosk \(queue)" : "screen \(queue)" }
}
