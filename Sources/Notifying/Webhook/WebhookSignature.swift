import Crypto
import Foundation
import Records

/// The signature by which a receiver verifies that a webhook is authentic and recent: `t=1331112600,v1=5257a8…`.
///
/// HMAC-SHA-256, in lower-case hexadecimal, of the time (seconds since 1970 in decimal), a full stop and the body as sent. The receiver
/// rejects times that are more than a few minutes off, and ignores unknown names before `=`.
enum WebhookSignature {
    static let header = "Tidings-Signature"

    static func text(of body: [UInt8], secret: String, at time: Timestamp) -> String {
        let seconds = String(time.milliseconds / 1000)
        var code = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.utf8)))
        code.update(data: Array("\(seconds).".utf8))
        code.update(data: body)
        return "t=\(seconds),v1=" + String(hexadecimal: code.finalize())
    }
}
