import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
package import Records
import Serving
import Storage

/// Settings for a board: stored for a person, or in a browser cookie for a visitor of a public board.
package protocol BoardSettings: Hashable, Codable, Sendable {
    /// The prefix of that cookie's name.
    static var cookie: String { get }

    init(board: String)
    var board: String { get }
    /// A copy without values that none of our forms could have sent.
    var checked: Self { get }

    /// A person's settings for a board.
    static func those(of settings: PersonSettings, on board: String) -> Self
    func put(into settings: inout PersonSettings)
}

/// Browsers accept 4096 bytes including name and attributes (RFC 6265bis, section 5.6).
private let cookieLimit = 3600
private let secondsKept = 400 * 86_400

extension BoardSettings {
    package static func of(_ person: Person?, on board: String, in request: Request) -> Self {
        if let person { return those(of: person.settings, on: board) }
        guard let text = request.cookies[cookieName(board)]?.value, let kept = Self(cookie: text), kept.board == board else {
            return Self(board: board)
        }
        return kept.checked
    }

    /// Changes the stored settings. Throws a refusal if there is no room.
    package static func alter(
        for person: Person?, on board: String, in request: Request, _ response: inout Response, of boards: KnownBoards,
        _ alter: @escaping @Sendable (inout Self) -> Void
    ) async throws {
        guard let person else {
            var settings = Self.of(nil, on: board, in: request)
            alter(&settings)
            return try await settings.keep(for: nil, in: &response, of: boards)
        }
        _ = try await boards.store.people.update(person.id) { all in
            var settings = those(of: all, on: board)
            alter(&settings)
            settings.put(into: &all)
        }
    }

    /// Throws a refusal if there is no room.
    package func keep(for person: Person?, in response: inout Response, of boards: KnownBoards) async throws {
        if let person {
            _ = try await boards.store.people.update(person.id) { put(into: &$0) }
            return
        }
        let isEmpty = self == Self(board: board)
        let text = isEmpty ? "" : try cookieText
        guard text.utf8.count <= cookieLimit else {
            throw Refusal(.contentTooLarge, "That’s more than a browser can keep. Sign in to save it.")
        }
        response.setCookie(
            Cookie(
                name: Self.cookieName(board), value: text, maxAge: isEmpty ? 0 : secondsKept, path: "/",
                secure: boards.site.isSecure, httpOnly: true, sameSite: .lax))
    }

    private static func cookieName(_ board: String) -> String { "\(cookie)_\(board)" }

    /// JSON as base64url, which is valid in a cookie.
    private var cookieText: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(base64URL: try encoder.encode(self))
        }
    }

    private init?(cookie text: String) {
        guard text.utf8.count <= cookieLimit, let json = [UInt8](base64URL: text),
            let settings = try? JSONDecoder().decode(Self.self, from: Data(json))
        else { return nil }
        self = settings
    }
}
