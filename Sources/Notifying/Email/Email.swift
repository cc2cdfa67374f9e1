package import Foundation
package import Localisation

/// Sends notices by mail, through the operator's mail server.
///
/// Delivered means that the server has accepted the message; it reports later failures to the sender's mailbox. If the connection breaks
/// between the end of a message and the server's reply, the message may arrive twice, with the same Message-ID.
package final class Email: Notifier {
    package static let kind = "email"
    package static let label = Phrase("Mail")
    /// The four to five days of RFC 5321, section 4.5.4.1. Greylisting servers get the few minutes that they ask for.
    package static let retryLimits = DeliverySchedule.RetryLimits(
        first: .seconds(600), longest: .seconds(4 * 3600), giveUpAfter: .seconds(4 * 86_400))
    package static let isConfirmed = true
    package static let setting: String? = "mail"
    package static let fields = [
        ChannelField(
            "address", Phrase("Mail address"), .mailAddress, length: 3...254,
            hint: Phrase("We send a link there first. Tap it to start getting notices."))
    ]
    package static let example = ChannelValues(["address": "name@example.org"])

    /// A person's mail address.
    package struct Recipient: Hashable, Sendable, Codable, CustomStringConvertible {
        package let address: MailAddress
        /// The unsubscribe address for the mail program's button: `https:` (called with a POST, RFC 8058) or `mailto:`.
        package let unsubscribe: URL?

        package init(_ address: MailAddress, unsubscribe: URL? = nil) {
            self.address = address
            self.unsubscribe = unsubscribe
        }

        package var description: String { address.description }
    }

    package static func address(_ given: ChannelValues) throws(AddressError) -> Recipient {
        do { return Recipient(try MailAddress(given["address"] ?? "")) } catch {
            throw AddressError(error.description, advice: Phrase("Enter a mail address, like name@example.org."))
        }
    }

    package static func defaultName(of recipient: Recipient) -> String {
        let text = recipient.description
        return "\(text.prefix(1))…\(text.drop { $0 != "@" })"
    }

    package static func notifier(by means: SendingMeans) -> Email? { means.mail }

    private let from: MailAddress
    private let fromName: String?
    private let connections: MailConnections

    package init(server: MailServer, from: MailAddress, fromName: String? = nil) {
        self.from = from
        self.fromName = fromName
        connections = MailConnections(server)
    }

    package func send(_ notice: Notice, to recipient: Recipient) async -> Delivery {
        let message = MailMessage(notice, from: from, fromName: fromName, to: recipient.address, unsubscribe: recipient.unsubscribe)
        return await connections.send(SMTPTransaction(from: from, to: recipient.address, message: message.bytes))
    }

    /// Connects, encrypts, logs in and quits, each within the limit. Returns the error, with the server's name; nil on success.
    package static func greet(_ server: MailServer, within limit: Duration) async -> String? {
        var server = server
        (server.timeouts.connect, server.timeouts.reply) = (limit, limit)
        do {
            try await SMTPConnection.open(server).connection.close()
            return nil
        } catch {
            return "\(server) \(error)"
        }
    }

    /// Closes the idle connections.
    package func shutdown() async { await connections.close() }
}
