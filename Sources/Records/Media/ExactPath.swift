/// A path as a key. Texts are equal if they look the same, but a disk has `é` in one sign and in two as different names.
package struct ExactPath: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: ExactPath, other: ExactPath) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension ExactPath: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}
