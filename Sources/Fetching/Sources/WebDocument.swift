package import Foundation

/// A single web document: `source: { url: https://… }`.
package enum WebDocument: SourceKind {
    package static let key: String? = "url"
    package static let options = ["headers", "auth", "every", "at", "zone", "each", "empty", "timeout", "limit", "render"]
    package static let schemes = ["http", "https"]
    package static let example = "https://example.org/list.pdf"
    package static let takesParameters = true
    package static let deliveries = [SourceDelivery.replace]

    package static func address(_ written: String) -> URL? {
        guard let url = URL(string: written), let scheme = url.scheme?.lowercased(), schemes.contains(scheme), url.host?.isEmpty == false
        else { return nil }
        return url
    }

    package static func open(_ request: Request, by fetcher: Fetcher) async throws -> OpenResponse {
        try await fetcher.openOverHTTP(request)
    }
}
