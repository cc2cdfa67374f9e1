import Synchronization

/// Returns a page in pieces, like a connection.
final class PiecesOfPage: Sendable {
    private static let size = 256 << 10

    private let html: [UInt8]
    private let position = Mutex(0)

    init(_ html: [UInt8]) { self.html = html }

    func next() -> BodyPiece? {
        position.withLock { position in
            guard position < html.count else { return nil }
            let end = min(position + Self.size, html.count)
            defer { position = end }
            return BodyPiece(bytes: Array(html[position..<end]))
        }
    }
}
