package import Boards
package import Localisation
package import Notifying
package import Records
package import Watching

/// Settings that administrators change on a page: texts under the same names as everywhere (`Docs/Using/Operating.md`), stored in the data
/// folder.
///
/// Flags and the environment take precedence; their values are shown and can't be changed here. The settings from this page take precedence
/// over `tidings.yaml`. To apply stored settings, the server restarts within the same process.
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
        /// Addresses that replace those in board files: `visa=https://…`, separated by commas.
        case source
        case boardHosts = "allow-hosts"
        case channelHosts = "allow-hosts-for-channels"
        case boards
        case boardsOff = "boards-off"
        case publicBoards = "public-boards"
        /// Folders of films and music, separated by colons.
        case media
        /// The services that posters, covers and plots are looked up at, separated by commas.
        case mediaLookUps = "media-look-ups"
        case tmdbKey = "tmdb-key"

        /// Its value is never shown.
        package var isSecret: Bool { self == .mailPassword || self == .tmdbKey }
    }

    /// A section of the page.
    package enum Part: String, CaseIterable, Sendable {
        case address, mail, contacts, map, hosts, boards, media, addresses

        package var names: [Name] {
            switch self {
            case .address: [.publicURL]
            case .mail: [.mailHost, .mailPort, .mailSecurity, .mailUser, .mailPassword, .mailFrom]
            case .contacts: [.sourceContact, .pushContact]
            case .map: [.tiles, .tilesAttribution]
            case .hosts: [.boardHosts, .channelHosts]
            case .boards: [.boards, .boardsOff, .publicBoards]
            case .media: [.media, .mediaLookUps, .tmdbKey]
            case .addresses: [.source]
            }
        }
    }

    /// A setting's current value.
    package struct Given: Sendable {
        /// For a password, not the value: any text if one is set, otherwise empty.
        package let text: String
        /// The environment variable or the flag (with its dashes) that sets it; nil: it can be changed here.
        package let lock: String?
        /// Entries of the text that the server leaves out, because no request can use them.
        package let unusable: [String]

        package init(_ text: String, lock: String? = nil, unusable: [String] = []) {
            (self.text, self.lock, self.unusable) = (text, lock, unusable)
        }
    }

    package struct BoardChoice: Sendable {
        package let name: String
        package let title: String
        package let isOn: Bool
        package let isPublic: Bool
        /// Whether the board's file turns it on, and makes it public.
        package let isOnByFile: Bool
        package let isPublicByFile: Bool
        /// The names of the secrets that the board needs.
        package let secrets: [String]
        /// nil for a queue.
        package let board: Board?

        package init(
            name: String, title: String, isOn: Bool, isPublic: Bool, isOnByFile: Bool, isPublicByFile: Bool, secrets: [String] = [],
            board: Board? = nil
        ) {
            (self.name, self.title, self.secrets, self.board) = (name, title, secrets, board)
            (self.isOn, self.isPublic, self.isOnByFile, self.isPublicByFile) = (isOn, isPublic, isOnByFile, isPublicByFile)
        }
    }

    /// An address that a board requests, if its file has only an example or a setting replaces it.
    package struct Address: Sendable {
        /// The board, `visa`, or its service method, `contacts.detail`.
        package let name: String
        package var board: String { String(name.prefix { $0 != "." }) }
        package let title: String
        /// The address in the board's file.
        package let declared: String
        /// The setting; empty: the file's address is used.
        package let text: String

        package init(name: String, title: String, declared: String, text: String) {
            (self.name, self.title, self.declared, self.text) = (name, title, declared, text)
        }
    }

    /// Settings that can't be used together with the others.
    package struct Refusal: Error {
        /// nil: no particular setting.
        package let name: Name?
        /// For `source`: the board or method with the address; nil: unknown.
        package let board: String?
        /// Shown to the reader; nil: the setting's expected format says enough (`SettingWords`).
        package let reason: Phrase?
        /// In English, as on the command line.
        package let detail: String

        package init(_ name: Name?, board: String? = nil, reason: Phrase? = nil, _ detail: String = "") {
            (self.name, self.board, self.reason, self.detail) = (name, board, reason, detail)
        }
    }

    package let given: [Name: Given]
    /// For the current boards.
    package var boards: [BoardChoice] { boardsNow() }
    package var addresses: [Address] { addressesNow() }
    private let boardsNow: @Sendable () -> [BoardChoice]
    private let addressesNow: @Sendable () -> [Address]
    /// A board, on or off, with these addresses by board and method instead of the set ones; empty: its file's address. Throws `Refusal`.
    package let board: @Sendable (_ name: String, _ addresses: [String: String]) throws -> Board
    package let secrets: Secrets
    /// The environment variable that sets a secret; nil: it can be entered on the board's setup page.
    package let secretLock: @Sendable (_ secret: String) -> String?
    /// Every refusal of the changed settings, checked together with all others; empty: they can be used. `forMail`: a mail server must be
    /// among them.
    package let refusals: @Sendable ([Name: String], _ forMail: Bool) -> [Refusal]
    /// Checks the changed settings together with all others, stores them and the secrets by their names, and returns the next base path.
    /// Throws a `Refusal`, the first.
    package let keep: @Sendable ([Name: String], _ secrets: [String: SecretText]) throws -> String
    /// Sends a message through the mail server in these settings. Throws `Refusal`.
    package let sendMail: @Sendable ([Name: String], _ notice: Notice, _ recipient: String) async throws -> Delivery
    /// Ends this server once its work is done, and starts another with the stored settings.
    package let beginAnew: @Sendable () -> Void

    package init(
        given: [Name: Given], boards: @escaping @Sendable () -> [BoardChoice], addresses: @escaping @Sendable () -> [Address],
        board: @escaping @Sendable (String, [String: String]) throws -> Board, secrets: Secrets,
        secretLock: @escaping @Sendable (String) -> String?, refusals: @escaping @Sendable ([Name: String], Bool) -> [Refusal],
        keep: @escaping @Sendable ([Name: String], [String: SecretText]) throws -> String,
        sendMail: @escaping @Sendable ([Name: String], Notice, String) async throws -> Delivery, beginAnew: @escaping @Sendable () -> Void
    ) {
        (self.given, boardsNow, addressesNow) = (given, boards, addresses)
        (self.board, self.secrets, self.secretLock) = (board, secrets, secretLock)
        (self.refusals, self.keep, self.sendMail, self.beginAnew) = (refusals, keep, sendMail, beginAnew)
    }

    /// Formats addresses by board and service method for the setting `source`.
    package static func source(_ addresses: [String: String]) -> String {
        addresses.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }

    /// The name under which a board's secret is stored beside the settings.
    package static func secretName(_ secret: String) -> String { "secret-\(secret)" }

    package func isLocked(_ name: Name) -> Bool { given[name]?.lock != nil }
}
