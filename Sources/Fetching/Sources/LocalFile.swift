package import Foundation

/// A local file, for fetchers that may read files because a person at the machine named it. Board files can't name one.
package enum LocalFile: SourceKind {
    package static let key: String? = nil
    package static let options: [String] = []
    package static let schemes = ["file"]
    package static let example = "file:list.pdf"
    package static let deliveries = [SourceDelivery.replace]
    package static let waitsInLine = false

    package static func address(_ written: String) -> URL? { URL(string: written).flatMap { $0.isFileURL ? $0 : nil } }

    package static func open(_ request: Request, by fetcher: Fetcher) async throws -> OpenResponse {
        guard fetcher.configuration.readsFiles else { throw Fetcher.unread(request.url) }
        return try await FileTransport().open(request)
    }
}
