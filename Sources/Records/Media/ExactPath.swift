/// A path as a key, compared bytewise: Swift's strings are equal if they look the same, but a disk distinguishes `é` as one scalar and as
/// two.
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
