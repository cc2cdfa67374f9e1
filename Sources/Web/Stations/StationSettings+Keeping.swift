import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// Where settings of a board of stations are kept: with the person, and for a stranger of a public board in a cookie of their browser alone.
extension StationSettings {
    private static let secondsKept = 400 * 86_400
    /// Browsers take 4096 bytes with name and attributes (RFC 6265bis, section 5.6).
    private static let cookieLimit = 3600

    static func of(_ person: Person?, on board: String, in request: Request) -> Self {
        if let person { return person.settings.stations(of: board) }
        guard let text = request.cookies[cookieName(board)]?.value, let kept = Self(cookie: text), kept.board == board else {
            return Self(board: board)
        }
        return kept.checked
    }

    /// Throws what is to be answered where there is no room.
    func keep(for person: Person?, in response: inout Response, of engine: Engine) async throws {
        if let person {
            _ = try await engine.store.update(person.id) { $0.set(self) }
            return
        }
        let isEmpty = self == Self(board: board)
        let text = isEmpty ? "" : try cookie
        guard text.utf8.count <= Self.cookieLimit else {
            throw Refusal(.contentTooLarge, "That’s more than a browser can keep. Sign in to save it.")
        }
        response.setCookie(
            Cookie(
                name: Self.cookieName(board), value: text, maxAge: isEmpty ? 0 : Self.secondsKept, path: "/",
                secure: engine.accounts.configuration.isSecure, httpOnly: true, sameSite: .lax))
    }

    private static func cookieName(_ board: String) -> String { "tidings_stations_\(board)" }

    /// JSON in letters that a cookie may have.
    private var cookie: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(base64URL: try encoder.encode(self))
        }
    }

    private init?(cookie text: String) {
        guard text.utf8.count <= Self.cookieLimit, let json = [UInt8](base64URL: text),
            let settings = try? JSONDecoder().decode(Self.self, from: Data(json))
        else { return nil }
        self = settings
    }
}
