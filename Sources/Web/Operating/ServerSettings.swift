package import Notifying

/// What administrators set on a page: texts under the names that the settings have everywhere (`Docs/Operating.md`), kept in the data folder.
///
/// A flag and the environment win; what they say is shown and can't be altered here. What is set here wins over `tidings.yaml`. The server begins
/// anew with what was kept, in the same process.
package struct ServerSettings: Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case publicURL = "public-url"
        case mailHost = "mail-host"
        case mailPort = "mail-port"
        case mailSecurity = "mail-security"
        case mailUser = "mail-user"
        case mailPassword = "mail-password"
        case mailFrom = "mail-from"
        case sourceContact = "user-agent-contact"
        case pushContact = "push-contact"
        case tiles = "tiles-url"
        case tilesAttribution = "tiles-attribution"
        /// Addresses in place of those in board files: `visa=https://…`, by commas.
        case source
        case boardHosts = "allow-hosts"
        case channelHosts = "allow-hosts-for-channels"
        case boards
        case boardsOff = "boards-off"
        case publicBoards = "public-boards"
        /// Folders of films and music, with colons between them.
        case media
    }

    /// What holds now.
    package struct Given: Sendable {
        /// Of a password it says only whether there is one, by not being empty.
        package let text: String
        /// The variable of the environment that says it, or the flag, with its dashes; nil: it can be altered here.
        package let lock: String?

        package init(_ text: String, lock: String? = nil) {
            self.text = text
            self.lock = lock
        }
    }

    package struct BoardChoice: Sendable {
        package let name: String
        package let title: String
        package let isOn: Bool
        package let isPublic: Bool
        /// What the board's file says.
        package let isOnByFile: Bool
        package let isPublicByFile: Bool

        package init(name: String, title: String, isOn: Bool, isPublic: Bool, isOnByFile: Bool, isPublicByFile: Bool) {
            (self.name, self.title) = (name, title)
            (self.isOn, self.isPublic, self.isOnByFile, self.isPublicByFile) = (isOn, isPublic, isOnByFile, isPublicByFile)
        }
    }

    /// An address that a board asks, where its file has only an example or a setting gives another.
    package struct Address: Sendable {
        /// The board, `visa`, or its service method, `contacts.detail`.
        package let name: String
        package let title: String
        /// What the board's file says.
        package let declared: String
        /// What is set; empty: what the file says.
        package let text: String

        package init(name: String, title: String, declared: String, text: String) {
            (self.name, self.title, self.declared, self.text) = (name, title, declared, text)
        }
    }

    /// Settings that can't be used together with the others: the sentence is English, as on the command line.
    package struct Refusal: Error {
        /// nil: none in particular.
        package let name: Name?
        /// Of `source`: whose address it is; nil: not known.
        package let part: String?
        package let sentence: String

        package init(_ name: Name?, part: String? = nil, _ sentence: String) {
            self.name = name
            self.part = part
            self.sentence = sentence
        }
    }

    package let given: [Name: Given]
    /// Of the boards that there are now.
    package var boards: [BoardChoice] { boardsNow() }
    package var addresses: [Address] { addressesNow() }
    private let boardsNow: @Sendable () -> [BoardChoice]
    private let addressesNow: @Sendable () -> [Address]
    /// Checks what was altered together with all other settings, keeps it, and answers the base path that the server has then. Throws `Refusal`.
    package let keep: @Sendable ([Name: String]) throws -> String
    /// Sends a mail through the mail server that these would set. Throws `Refusal`.
    package let sendMail: @Sendable ([Name: String], _ notice: Notice, _ recipient: String) async throws -> Delivery
    /// Ends this server once what it does is done, and begins another with what is kept.
    package let beginAnew: @Sendable () -> Void

    package init(
        given: [Name: Given], boards: @escaping @Sendable () -> [BoardChoice], addresses: @escaping @Sendable () -> [Address],
        keep: @escaping @Sendable ([Name: String]) throws -> String,
        sendMail: @escaping @Sendable ([Name: String], Notice, String) async throws -> Delivery, beginAnew: @escaping @Sendable () -> Void
    ) {
        (self.given, boardsNow, addressesNow) = (given, boards, addresses)
        (self.keep, self.sendMail, self.beginAnew) = (keep, sendMail, beginAnew)
    }

    /// Addresses by board and service method, as the setting `source` has them.
    package static func source(_ addresses: [String: String]) -> String {
        addresses.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    package func isLocked(_ name: Name) -> Bool { given[name]?.lock != nil }
}
