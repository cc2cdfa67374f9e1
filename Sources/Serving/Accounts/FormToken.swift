package import HTTPTypes
import Records

/// A code of the session that every form contains, so that forged forms are rejected.
///
/// Its text differs in each response: a random pad, then the code XORed with it. So an attacker who makes a browser repeat requests and
/// observes how well the responses compress learns nothing (BREACH, https://www.breachattack.com). Within one response, and the live events
/// that follow it, the text is the same.
package struct FormToken: Hashable, Sendable {
    /// The name of the form field.
    package static let field = "form-token"
    /// The header that scripts send.
    package static let header = HTTPField.Name("X-Form-Token")!

    private let code: [UInt8]
    /// The code's text for this response.
    package let text: String

    package init(_ code: String) {
        self.code = Array(code.utf8)
        var generator = SystemRandomNumberGenerator()
        let pad = self.code.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = String(base64URL: pad + zip(pad, self.code).map { $0 ^ $1 })
    }

    /// Whether a text is this token, with any pad. Constant time.
    func isSame(as given: String) -> Bool {
        guard given.utf8.count == text.utf8.count, let bytes = [UInt8](base64URL: given), bytes.count == 2 * code.count else {
            return false
        }
        let shown = zip(bytes.prefix(code.count), bytes.suffix(code.count)).map { $0 ^ $1 }
        return zip(shown, code).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
