import JSONReading
import Records
import Serving

/// The JSON form of the mailbox whose messages become documents. Its password is write-only.
enum MailboxResource {
    /// The changes that a request body asks for.
    struct Wish {
        fileprivate var host = ""
        fileprivate var security = ""
        fileprivate var user = ""
        fileprivate var port: Int?
        fileprivate(set) var password = ""
        fileprivate var folder: String?
        fileprivate var takesOld = false

        init() {}

        var entry: MailboxEntry {
            MailboxEntry(host: host, port: port, security: security, user: user, folder: folder, takesOld: takesOld)
        }
    }

    private static let length = 1...4 * DocumentMailbox.Limits.text

    static let members = Resource<DocumentMailbox, Wish>([
        .set("host", .text(length), about: "The mail server's name, like imap.example.org.") {
            $1.add("host", $0.account.host)
        } read: {
            $1.host = $0.text
        },
        .set(
            "security", .choice(DocumentMailbox.Security.allCases.map(\.rawValue)), about: "none: only where the operator allows it."
        ) {
            $1.add("security", $0.account.security.rawValue)
        } read: {
            $1.security = $0.text
        },
        .set("user", .text(length)) {
            $1.add("user", $0.account.user)
        } read: {
            $1.user = $0.text
        },
        .set("port", .integer(1...65_535), askedAbout: "993 or 143 if left out.") {
            $1.add("port", $0.account.port)
        } read: {
            $1.port = $0.number.map { Int(clamping: $0) }
        },
        .taken("password", .text(length), about: "If left out, the password stored for this server and user.") { $1.password = $0.text },
        .set("folder", .text(), asked: .text(length), askedAbout: "INBOX if left out.") {
            $1.add("folder", $0.account.folder)
        } read: {
            $1.folder = $0.text
        },
        .set("takesOld", .flag, askedAbout: "Whether existing mail is imported too; false by default.") {
            $1.add("takesOld", $0.takesOld)
        } read: {
            $1.takesOld = $0.flag ?? false
        },
        .told("read", .optional(.moment), about: "When it was last read without an error.") {
            $1.add("read", $0.state.looked?.description)
        },
        .told(
            "fault", .optional(.choice(DocumentMailbox.Fault.allCases.map(\.rawValue))), about: "Why it can't be read; null if it can."
        ) { $1.add("fault", $0.state.fault?.rawValue) },
        .told("taken", .integer(), about: "Messages that became documents.") { $1.add("taken", $0.state.taken) },
        .told(
            "skipped", .list(skipped.schema), about: "The last messages and files that couldn't be added, newest first."
        ) { $1.add("skipped", $0.state.skipped.reversed().map(skipped.line)) },
    ])

    static let asked = JSONSchema.object(members.asked(requiring: ["host", "security", "user"]))

    private static let skipped = Resource<DocumentMailbox.Skipped, Never>([
        .told("subject", .text(), about: "Empty if it isn't known.") { $1.add("subject", $0.subject) },
        .told("file", .optional(.text()), about: "The attached file that it is about; null if it is about the mail.") {
            $1.add("file", $0.file)
        },
        .told("reason", .choice(DocumentMailbox.Skipped.Reason.allCases.map(\.rawValue))) { $1.add("reason", $0.reason.rawValue) },
    ])
}
