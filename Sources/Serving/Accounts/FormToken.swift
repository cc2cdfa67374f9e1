package import HTTPTypes
import Records

/// What every form of a reader carries, so that nobody else's are taken for theirs: a code of their session.
///
/// It reads differently in each answer: a random pad, then the code under it (XOR). Who makes a browser ask again and again and sees how well the
/// answers compress learns nothing of a text that is never the same (BREACH, https://www.breachattack.com). Within one answer, and the live events
/// that follow it, it is one text.
package struct FormToken: Hashable, Sendable {
    /// Of a form.
    package static let field = "form-token"
    /// Of what scripts send.
    package static let header = HTTPField.Name("X-Form-Token")!

    private let code: [UInt8]
    /// As this answer shows it.
    package let text: String

    package init(_ code: String) {
        self.code = Array(code.utf8)
        var generator = SystemRandomNumberGenerator()
        let pad = self.code.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        text = String(base64URL: pad + zip(pad, self.code).map { $0 ^ $1 })
    }

    /// Whether a text is this token as any answer shows it, in a time that does not tell where it differs.
    func isSame(as given: String) -> Bool {
        guard given.utf8.count == text.utf8.count, let bytes = [UInt8](base64URL: given), bytes.count == 2 * code.count else {
            return false
        }
        let shown = zip(bytes.prefix(code.count), bytes.suffix(code.count)).map { $0 ^ $1 }
        return zip(shown, code).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
