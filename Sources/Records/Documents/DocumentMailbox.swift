/// A mailbox whose mails become documents of a person: where it is, how one gets in, and what came of looking there.
package struct DocumentMailbox: Hashable, Sendable {
    package enum Security: String, CaseIterable, Hashable, Sendable {
        /// From the first byte on (RFC 8314).
        case tls
        /// After STARTTLS, and never without it.
        case startTLS = "starttls"
        /// Not at all: only to hosts that the operator has listed.
        case none

        package var defaultPort: Int { self == .tls ? 993 : 143 }
    }

    /// How one gets into it.
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

    /// How far its mails were taken: numbers of mails are good while their folder has the same validity (RFC 9051, section 2.3.1.1).
    package struct Place: Hashable, Sendable {
        package let validity: Int
        /// The number of the last mail that was looked at; 0: none.
        package var last: Int

        package init(validity: Int, last: Int) { (self.validity, self.last) = (validity, last) }
    }

    /// Why nothing comes from it.
    package enum Fault: String, CaseIterable, Hashable, Sendable {
        /// No connection, or a host that may not be reached.
        case unreachable
        /// Its certificate isn't trusted, or is for another host.
        case certificate
        /// It offers no encryption, or no way to sign in with it.
        case encryption
        /// Something else than IMAP answers.
        case notMail = "not-mail"
        /// It doesn't let this user in.
        case login
        case folder
        /// More mails than can be looked through: their numbers don't fit into a line.
        case tooMany = "too-many"
        /// It stopped answering.
        case interrupted
        /// Its person has as many documents, or bytes, as there can be.
        case full
        /// The password can't be read any more.
        case sealed
    }

    /// A mail that became no document, or a file of a mail that became none.
    package struct Skipped: Hashable, Sendable, Codable {
        package enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
            case tooLarge = "too-large"
            /// There is nothing to read in it.
            case nothing
            /// The mail server doesn't give it in a way that can be read; its subject isn't known.
            case unreadable
            /// A file of a kind that isn't read.
            case kind
            /// A file that is encrypted, or that can't be opened.
            case closed
            /// A file, after as many as are taken of one mail.
            case files
        }

        package let subject: String
        /// What the file is called; nil: it is about the mail. Mails that were skipped before there was this have none.
        package let file: String?
        package let reason: Reason

        package init(subject: String, file: String? = nil, reason: Reason) {
            (self.subject, self.file, self.reason) = (subject, file, reason)
        }
    }

    /// What came of looking there.
    package struct State: Hashable, Sendable {
        /// nil before the first look.
        package var place: Place?
        /// When it was looked at last without a fault.
        package var looked: Timestamp?
        /// When it is looked at next.
        package var due: Timestamp
        /// How often in a row it failed.
        package var failures = 0
        package var fault: Fault?
        /// Mails that became documents.
        package var taken = 0
        /// The last ones that didn't, the newest at the end.
        package var skipped: [Skipped] = []

        package init(due: Timestamp) { self.due = due }
    }

    package let person: Person.ID
    package let account: Account
    /// Whether mails are taken that were there before it was added.
    package let takesOld: Bool
    /// When it was added or changed, which tells one from the next.
    package let added: Timestamp
    package var state: State

    package init(person: Person.ID, account: Account, takesOld: Bool, added: Timestamp, state: State) {
        (self.person, self.account, self.takesOld) = (person, account, takesOld)
        (self.added, self.state) = (added, state)
    }

    package enum Limits {
        /// Between two looks, however often it failed.
        package static let longestPause = Duration.seconds(6 * 3600)
        /// Characters of a name, a password, a folder.
        package static let text = 200
        /// Bytes of a mail.
        package static let mailBytes = 32_000_000
        /// Mails that are taken at one look.
        package static let mails = 50
        /// Mails and files that became no documents and are remembered.
        package static let skipped = 20
        /// Files of one mail that become documents.
        package static let files = 20
        /// Files of one mail of which it is said that they don't.
        package static let skippedFiles = 5
    }
}
