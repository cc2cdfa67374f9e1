import Crypto
import Foundation
import Records

/// By which a queue knows again who took a number, as it is stored: SHA-256, in hexadecimal. What it is made of may be as good as a password,
/// here or elsewhere.
enum TicketDevice {
    static func of(_ text: String) -> String { String(hexadecimal: SHA256.hash(data: Data(text.utf8))) }

    /// Of a program that has sent a key of its own along, so as to get the same number again.
    static func of(key: String) -> String { of("key \(key)") }
}
