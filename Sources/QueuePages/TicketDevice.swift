import Crypto
import Foundation
import Records

/// The stored identifier of the device that took a ticket: SHA-256, in hexadecimal. Hashed because its input may serve as a password, here
/// or elsewhere.
enum TicketDevice {
    static func of(_ text: String) -> String { String(hexadecimal: SHA256.hash(data: Data(text.utf8))) }

    /// For a program that sends its own key to get the same number again.
    static func of(key: String) -> String { of("key \(key)") }
}
