/// A mailbox whose messages become documents of a person: its address, its credentials, and the outcome of the last check.
package struct DocumentMailbox: Hashable, Sendable {
    package enum Security: String, CaseIterable, Hashable, Sendable {
        /// From the first byte (RFC 8314).
        case tls
        /// After STARTTLS, which is required.
        case startTLS = "starttls"
        /// Unencrypted: only to hosts that the operator has listed.
        case none

        package var defaultPort: Int { self == .tls ? 993 : 143 }
    }

    /// The server, the folder and the credentials.
    package struct Account: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        /// A name or an address, without brackets.
        package let host: String
        package let port: Int
        package let security: Security
        package let user: String
        package let password: SecretText
        package let folder: String

        package init(host: String, port: Int, security: Security, user: String, password: String, folder: String) {
            (self.host, self.port, self.security) = (host, port, security)
            (self.user, self.password, self.folder) = (user, SecretText(password), folder)
        }

        package var description: String { "\(host):\(port)" }
        package var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// The progress in the folder: numbers of messages are valid while the folder's UIDVALIDITY stays the same (RFC 9051, section 2.3.1.1).
    package struct Place: Hashable, Sendable {
        package let validity: Int
        /// The number of the last mail that was checked; 0 for none.
        package var last: Int

        package init(validity: Int, last: Int) { (self.validity, self.last) = (validity, last) }
    }

    /// Why the mailbox gives no documents.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// The connection failed, or the host isn't allowed.
        case unreachable
        /// Its certificate isn't trusted, or is for another host.
        case certificate
        /// It offers no encryption, or no supported way to sign in.
        case encryption
        /// The server doesn't speak IMAP.
        case notMail = "not-mail"
        /// It refuses this user's password.
        case login
        case folder
        /// Too many messages to check: their numbers don't fit into a line.
        case tooMany = "too-many"
        /// It stopped answering.
        case interrupted
        /// Its person has reached the limit of documents or bytes.
        case full
        /// The stored password can't be decrypted.
        case sealed
    }

    /// A message, or an attached file, that didn't become a document.
    package struct Skipped: Hashable, Sendable, Codable {
        package enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
            case tooLarge = "too-large"
            /// It contains no text.
            case nothing
            /// The mail server sent it in a form that can't be parsed; its subject isn't known.
            case unreadable
            /// A file of an unsupported kind.
            case kind
            /// A file that is encrypted or can't be opened.
            case closed
            /// A file beyond the limit of files per mail.
            case files
        }

        package let subject: String
        /// The file's name; nil for the message itself, and for messages that an earlier version skipped.
        package let file: String?
        package let reason: Reason

        package init(subject: String, file: String? = nil, reason: Reason) {
            (self.subject, self.file, self.reason) = (subject, file, reason)
        }
    }

    /// The outcome of the checks.
    package struct State: Hashable, Sendable {
        /// nil before the first check.
        package var place: Place?
        /// The last successful check.
        package var looked: Timestamp?
        /// The time of the next check.
        package var due: Timestamp
        /// Consecutive failures.
        package var failures = 0
        package var fault: Fault?
        /// Number of messages that became documents.
        package var taken = 0
        /// The last messages and files that didn't, the newest last.
        package var skipped: [Skipped] = []

        package init(due: Timestamp) { self.due = due }
    }

    package let person: Person.ID
    package let account: Account
    /// Whether messages that were there before the mailbox was added are imported.
    package let takesOld: Bool
    /// When it was added or changed; identifies this version of it.
    package let added: Timestamp
    package var state: State

    package init(person: Person.ID, account: Account, takesOld: Bool, added: Timestamp, state: State) {
        (self.person, self.account, self.takesOld) = (person, account, takesOld)
        (self.added, self.state) = (added, state)
    }

    package enum Limits {
        /// The longest time between two checks, after any number of failures.
        package static let longestPause = Duration.seconds(6 * 3600)
        /// Characters of a name, a password or a folder.
        package static let text = 200
        /// Limit of a message in bytes.
        package static let mailBytes = 32_000_000
        /// Limit of messages imported per check.
        package static let mails = 50
        /// Skipped messages and files that are stored.
        package static let skipped = 20
        /// Files per mail that become documents.
        package static let files = 20
        /// Skipped files that are reported per mail.
        package static let skippedFiles = 5
    }
}
