package import Foundation
import HTTPTypes
package import Hummingbird
package import Localisation

/// Finds the reader's language and time zone, and puts the matching words into the context.
///
/// The language, by precedence: the person's setting, `?lang=` (stored in a cookie), that cookie, the browser's Accept-Language, English.
/// The zone: the person's setting, the browser's zone from a script (`zone.js`, a cookie), otherwise unknown. Text responses state their
/// language (`Content-Language`), and vary by reader (`Vary`).
package struct ReaderLanguage: RouterMiddleware {
    package init() {}

    static let languageCookie = "tidings_language"
    static let zoneCookie = "tidings_zone"
    private static let secondsKept = 400 * 86_400

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        var context = context
        let asked = request.uri.queryParameters["lang"].flatMap { Language.lookUp([String($0)])?.tag }
        context.words = Self.words(for: request, asked: asked)
        var response = try await next(request, context)
        if let asked {
            Self.keep(asked, in: &response)
        }
        Self.note(context.words, in: &response)
        guard Self.isRead(response) else { return response }
        let varies = [response.headers[.vary], "Accept-Language, Cookie"].compactMap { $0 }
        response.headers[.vary] = varies.joined(separator: ", ")
        return response
    }

    package static func words(for request: Request, asked: String? = nil) -> Words {
        let kept = request.cookies[languageCookie]?.value
        let accepted = Language.tags(accepted: request.headers[.acceptLanguage] ?? "")
        return Words(preferring: [asked, kept].compactMap { $0 } + accepted, zone: zone(request.cookies[zoneCookie]?.value))
    }

    /// Sets the language for this browser's next requests; nil: the browser's own.
    package static func keep(_ language: String?, in response: inout Response) {
        let seconds = language == nil ? 0 : secondsKept
        response.setCookie(Cookie(name: languageCookie, value: language ?? "", maxAge: seconds, path: "/", sameSite: .lax))
    }

    /// The time zone with this IANA name, from a cookie; nil if there is none.
    package static func zone(_ name: String?) -> TimeZone? {
        guard let name = name?.removingPercentEncoding, name.utf8.count <= 50, !name.contains("..") else { return nil }
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_+\-]*(\/[A-Za-z0-9_+\-]+)*/) != nil else { return nil }
        return name == "UTC" ? .gmt : TimeZone(identifier: name)
    }

    /// Sets the language of a text response, unless it is already set.
    package static func note(_ words: Words, in response: inout Response) {
        if isRead(response), response.headers[.contentLanguage] == nil { response.headers[.contentLanguage] = words.language }
    }

    private static func isRead(_ response: Response) -> Bool {
        let type = response.headers[.contentType] ?? ""
        return ["text/html", "application/json", "application/x-ndjson", "application/problem+json", "text/event-stream"].contains {
            type.hasPrefix($0)
        }
    }
}

extension Words {
    /// These words, or those of a person's own language and zone.
    package func preferring(language: String?, zone: String?) -> Words {
        guard language != nil || zone != nil else { return self }
        return Words(preferring: [language, self.language].compactMap { $0 }, zone: ReaderLanguage.zone(zone) ?? ownZone)
    }
}
