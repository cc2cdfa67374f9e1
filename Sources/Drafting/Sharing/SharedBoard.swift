package import Boards
import Extraction
import Fetching
import Foundation
import Records

/// A board file that may go from one installation to another: it reads one address of the web, and nothing else.
///
/// The same is asked of a file that leaves and of a file that comes from a stranger. It has only keys of `keys` and `sourceKeys`: no
/// secrets and headers, no further addresses, no streams, nothing that opens the board to others.
package struct SharedBoard: Sendable {
    /// Why a board can't be shared, or taken.
    package enum Refusal: Error, Hashable, Sendable {
        case tooLarge
        /// In English: what is wrong with the file, where, and how to mend it.
        case noBoard(String)
        /// A key that such a file may not have.
        case key(String)
        /// Its address is none of the web, or names a user.
        case address
        /// A part of the address that may be a secret.
        case secret(String)
    }

    package static let byteLimit = 32 << 10
    private static let keys = ["title", "about", "credit", "view", "source", "extract", "fields", "language"]
    private static let sourceKeys = ["url", "every", "at", "zone", "empty"]
    /// A pattern is for what people type; here it would only cost time.
    private static let fieldKeys = Board.fieldKeys.filter { $0 != "pattern" }

    package let file: String
    package let board: Board

    /// - Parameter views: Those that there are.
    package init(_ file: String, views: [ViewForm]) throws(Refusal) {
        guard file.utf8.count <= Self.byteLimit else { throw .tooLarge }
        guard !YAMLText.hasAnchor(file) else { throw .noBoard("anchors of YAML (&name) are not read here") }
        let declaration: Declaration
        do { declaration = try BoardFile.declaration(of: file) } catch { throw .noBoard("\(error)") }
        try Self.check(declaration, knowing: Self.keys, Board.keys, "")
        for entry in Self.entries(of: declaration) {
            switch entry.key {
            case "source": try Self.check(entry.value, knowing: Self.sourceKeys, Board.Source.keys, "source.")
            case "fields":
                for field in Self.entries(of: entry.value) {
                    try Self.check(field.value, knowing: Self.fieldKeys, Board.fieldKeys, "fields.\(field.key).")
                }
            default: break
            }
        }
        do { board = try Board(declaration, name: "shared", folder: URL(fileURLWithPath: "/shared"), views: views) } catch {
            throw .noBoard("\(error)")
        }
        guard let address = try? WebAddress(board.source.url.absoluteString) else { throw .address }
        if let secret = SecretNames.first(in: address.url) { throw .secret(secret) }
        self.file = file
    }

    /// Refuses what is a key of boards, but of none that is shared. What is no key at all is for the board itself to refuse.
    private static func check(_ declaration: Declaration, knowing keys: [String], _ all: [String], _ place: String) throws(Refusal) {
        for entry in entries(of: declaration) where all.contains(entry.key) && !keys.contains(entry.key) {
            throw .key(place + entry.key)
        }
    }

    private static func entries(of declaration: Declaration) -> [Declaration.Entry] {
        if case .map(let entries) = declaration.content { entries } else { [] }
    }
}

/// Names in the query of an address that usually have a secret as their value.
enum SecretNames {
    private static let parts = [
        "token", "apikey", "api_key", "api-key", "secret", "passw", "auth", "session", "signature", "credential",
    ]
    private static let wholes = ["key", "pass", "pw", "pwd", "sid", "sig"]

    static func all(in address: URL) -> [String] {
        let names = (address.query ?? "").split(separator: "&").map { part in
            let name = String(part.prefix { $0 != "=" })
            return name.removingPercentEncoding ?? name
        }
        return names.filter { name in
            let name = name.lowercased()
            return wholes.contains(name) || parts.contains { name.contains($0) }
        }.map { String($0.prefix(50)) }
    }

    static func first(in address: URL) -> String? { all(in: address).first }
}
