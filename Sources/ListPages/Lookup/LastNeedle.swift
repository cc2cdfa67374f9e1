import BoardPages
import Boards
import Hummingbird
import Notifying
import Records
import Serving
import Storage

/// What a browser last asked of a board. It is kept in that browser and nowhere else, in a cookie that this server has signed, so
/// that asking leaves nothing here, however often and under however many names somebody does it.
struct LastNeedle: Sendable {
    private static let secondsKept = 400 * 86_400
    /// Of what is remembered, in bytes: as long as a needle can be.
    private static let limit = Board.needleLimit

    let text: String

    /// nil if the browser remembers none, or it isn't ours.
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
    /// What a browser last asked of a board; nil if nothing is known of that. Versions before this cookie stored it under the visitor's name.
    func lastNeedle(of request: Request, on board: Board) async throws -> String? {
        if let needle = LastNeedle(of: request, on: board.name, by: site.linkKey) { return needle.text }
        let visitor = Visitor(of: request)
        return visitor.isNew ? nil : try await store.feeds.lastNeedle(of: visitor.name, on: board.name)
    }
}
