import Notifying
import Records
import Serving

/// A ticket's signed identifier in addresses, which prevents finding others by counting.
///
/// Anyone who has it can see the ticket, and postpone it or give it up, from any device; it is printed on the paper ticket. Its text form
/// is base64url (RFC 4648, section 5) of the number's bytes without leading zeros and the signature, 15 to 24 characters.
struct TicketLink: Hashable, Sendable {
    let ticket: Ticket.ID
    let text: String

    init(_ ticket: Ticket.ID, by key: LinkKey) {
        self.ticket = ticket
        let number = Self.bytes(of: ticket)
        text = String(base64URL: number + key.signature(of: number, for: Self.purpose))
    }

    /// Returns nil if the signature is invalid.
    init?(_ text: some StringProtocol, by key: LinkKey) {
        guard text.utf8.count <= 24, let bytes = [UInt8](base64URL: String(text)), bytes.count > LinkKey.signatureLength,
            bytes.count <= 8 + LinkKey.signatureLength
        else { return nil }
        let number = Array(bytes.dropLast(LinkKey.signatureLength))
        let ticket = number.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        // Each ticket has exactly one valid link: no leading zeros, and the unused bits of the last character are zero.
        guard ticket > 0, Self.bytes(of: ticket) == number, text == String(base64URL: bytes),
            key.isSignature(bytes.suffix(LinkKey.signatureLength), of: number, for: Self.purpose)
        else { return nil }
        self.ticket = ticket
        self.text = String(text)
    }

    private static let purpose = "ticket"

    private static func bytes(of number: Int64) -> [UInt8] {
        Array(withUnsafeBytes(of: number.bigEndian) { Array($0) }.drop { $0 == 0 })
    }
}
