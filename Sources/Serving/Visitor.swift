import HTTPTypes
package import Hummingbird

/// Identifies a stranger's browser by a random name in a cookie that only this server can read.
package struct Visitor: Sendable {
    package let name: String
    package let isNew: Bool

    private static let cookieName = "tidings_visitor"
    private static let secondsKept = 400 * 86_400

    package init(of request: Request) {
        if let known = request.cookies[Self.cookieName]?.value, known.utf8.count == 32, known.utf8.allSatisfy(Self.isHexDigit) {
            (name, isNew) = (known, false)
        } else {
            var generator = SystemRandomNumberGenerator()
            name = (0..<4).map { _ in
                let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
                return String(repeating: "0", count: 8 - digits.count) + digits
            }.joined()
            isNew = true
        }
    }

    /// Sets the cookie again at each view of a queue, so that it lives as long as the place in the queue.
    package func remember(in response: inout Response) {
        response.setCookie(
            Cookie(name: Self.cookieName, value: name, maxAge: Self.secondsKept, path: "/", httpOnly: true, sameSite: .lax))
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
