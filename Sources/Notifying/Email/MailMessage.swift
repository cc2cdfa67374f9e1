import Foundation
import Records

/// A message for a mail server: RFC 5322 headers and a `multipart/alternative` of plain text and HTML, both quoted-printable UTF-8.
///
/// All 7-bit (except an address beyond ASCII), in CRLF lines of at most 76 characters. The same notice to the same address always has the
/// same Message-ID, so duplicates can be detected; `Auto-Submitted` prevents automatic replies (RFC 3834).
struct MailMessage {
    var from: MailAddress
    var fromName: String?
    var to: MailAddress
    var subject: String
    var text: String
    var html: String
    var date: Timestamp
    /// The notice's id, in letters, digits and hyphens.
    var id: String
    /// The unsubscribe address: `https:` or `mailto:`, for the button of mail programs (RFC 2369; RFC 8058 for one click).
    var unsubscribe: URL?
    /// Messages of one topic are grouped: they refer to a Message-ID derived from it.
    var topic: String?

    var bytes: [UInt8] { Array(wholeText.utf8) }

    private var wholeText: String {
        let boundary = "=_\(id)"
        var fields = [
            HeaderField("Date", Self.date(date)),
            HeaderField("From", address: from, displayName: fromName),
            HeaderField("To", address: to, displayName: nil),
            HeaderField("Subject", unstructured: subject),
            HeaderField("Message-ID", "<\(id)@\(from.domain)>"),
        ]
        if let topic { fields.append(HeaderField("References", "<topic.\(WebPush.topic(topic))@\(from.domain)>")) }
        fields += [
            HeaderField("Auto-Submitted", "auto-generated"),
            HeaderField("MIME-Version", "1.0"),
            HeaderField("Content-Type", "multipart/alternative; boundary=\"\(boundary)\""),
        ]
        if let address = unsubscribe?.absoluteString, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !address.contains(">") {
            fields.append(HeaderField("List-Unsubscribe", "<\(address)>"))
            if address.hasPrefix("https:") { fields.append(HeaderField("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")) }
        }
        func part(_ type: String, _ content: String) -> String {
            "--\(boundary)\r\nContent-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
                + QuotedPrintable.text(content) + "\r\n"
        }
        return fields.map(\.text).joined() + "\r\n" + part("text/plain", text) + part("text/html", html) + "--\(boundary)--\r\n"
    }

    /// `Wed, 07 Mar 2012 09:30:00 +0000`: RFC 5322, section 3.3.
    static func date(_ time: Timestamp) -> String {
        let style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)
                """,
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return style.format(time.date) + " +0000"
    }
}
