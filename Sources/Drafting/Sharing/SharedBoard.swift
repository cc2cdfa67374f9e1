package import Boards
import Extraction
import Fetching
import Foundation
import Records

/// A board file that may be moved between installations: it reads one web address, and nothing else.
///
/// The same checks apply to a file that is exported and to a file from a stranger. It may only have the keys in `keys` and `sourceKeys`: no
/// secrets and headers, no further addresses, no streams, and nothing that makes the board visible to others.
package struct SharedBoard: Sendable {
    /// Why a board can't be shared or imported.
    package enum Refusal: Error, Hashable, Sendable {
        case tooLarge
        /// In English: the error in the file, its location, and a fix.
        case noBoard(String)
        /// A key that isn't allowed in such a file.
        case key(String)
        /// Its address isn't a web address, or contains a user name.
        case address
        /// A part of the address may be a secret.
        case secret(String)
    }

    package static let byteLimit = 32 << 10
    private static let keys = ["title", "about", "credit", "view", "source", "extract", "fields", "language"]
    private static let sourceKeys = ["url", "every", "at", "zone", "empty"]
    /// A pattern checks people's input; here it would only cost time.
    private static let fieldKeys = Board.fieldKeys.filter { $0 != "pattern" }

    package let file: String
    package let board: Board

    /// - Parameter views: The existing views.
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

    /// Refuses keys of boards that may not be shared. Unknown keys are refused by the board's own parser.
    private static func check(_ declaration: Declaration, knowing keys: [String], _ all: [String], _ place: String) throws(Refusal) {
        for entry in entries(of: declaration) where all.contains(entry.key) && !keys.contains(entry.key) {
            throw .key(place + entry.key)
        }
    }

    private static func entries(of declaration: Declaration) -> [Declaration.Entry] {
        if case .map(let entries) = declaration.content { entries } else { [] }
    }
}

/// Names of query parameters that usually hold a secret.
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
