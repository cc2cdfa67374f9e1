import BoardPages
import Boards
import Hummingbird
import Notifying
import Records
import Serving
import Storage

/// A browser's last lookup on a board. It is stored only in the browser, in a signed cookie, so that lookups take no storage here, however
/// many there are.
struct LastNeedle: Sendable {
    private static let secondsKept = 400 * 86_400
    /// The maximum size in bytes, that of a needle.
    private static let limit = Board.needleLimit

    let text: String

    /// Returns nil if there is no cookie or its signature is invalid.
    init?(of request: Request, on board: String, by key: LinkKey) {
        guard let parts = request.cookies[Self.cookie(board)]?.value.split(separator: "."), parts.count == 2,
            parts[0].utf8.count <= Self.limit * 4 / 3 + 4, let bytes = [UInt8](base64URL: String(parts[0])),
            let signature = [UInt8](base64URL: String(parts[1])), key.isSignature(signature, of: bytes, for: Self.purpose(board)),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.text = text
    }

    init(_ text: String) { self.text = text }

    func remember(on board: String, by key: LinkKey, in response: inout Response, isSecure: Bool) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limit else { return }
        let value = "\(String(base64URL: bytes)).\(String(base64URL: key.signature(of: bytes, for: Self.purpose(board))))"
        response.setCookie(
            Cookie(
                name: Self.cookie(board), value: value, maxAge: Self.secondsKept, path: "/", secure: isSecure,
                httpOnly: true,
                sameSite: .lax))
    }

    private static func cookie(_ board: String) -> String { "tidings_asked_\(board)" }
    private static func purpose(_ board: String) -> String { "asked \(board)" }
}

extension KnownBoards {
    /// A browser's last lookup on a board; nil if unknown. Versions before this cookie stored it under the visitor's id.
    func lastNeedle(of request: Request, on board: Board) async throws -> String? {
        if let needle = LastNeedle(of: request, on: board.name, by: site.linkKey) { return needle.text }
        let visitor = Visitor(of: request)
        return visitor.isNew ? nil : try await store.feeds.lastNeedle(of: visitor.name, on: board.name)
    }
}
