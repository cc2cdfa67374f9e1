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
    func keep(for person: Person?, in response: inout Response, of site: Site) async throws {
        if var person {
            person.settings.set(self)
            _ = try await site.store.update(person)
            return
        }
        let isEmpty = self == Self(board: board)
        let text = isEmpty ? "" : try cookie
        guard text.utf8.count <= Self.cookieLimit else {
            throw Refusal(.contentTooLarge, "That is more than a browser keeps. With an account there is room for it.")
        }
        response.setCookie(
            Cookie(
                name: Self.cookieName(board), value: text, maxAge: isEmpty ? 0 : Self.secondsKept, path: "/",
                secure: site.accounts.configuration.isSecure, httpOnly: true, sameSite: .lax))
    }

    private static func cookieName(_ board: String) -> String { "tidings_stations_\(board)" }

    /// Base64 of JSON, with letters that a cookie may have (RFC 4648, section 5).
    private var cookie: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(self).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
    }

    private init?(cookie text: String) {
        guard text.utf8.count <= Self.cookieLimit else { return nil }
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let json = Data(base64Encoded: padded), let settings = try? JSONDecoder().decode(Self.self, from: json) else { return nil }
        self = settings
    }
}
