package import Foundation

/// A step that a browser carries out before a page is read, as for signing in. Selectors are CSS, or XPath if they begin with `/` or `(`.
package enum RenderStep: Hashable, Sendable {
    /// Opens an address, which may be relative to the page's own.
    case open(String)
    /// Fills in the first visible field that a selector finds.
    case fill(selector: String, RenderInput)
    /// Presses the first visible element that a selector finds; a form is sent.
    case press(selector: String)
    /// Waits until a selector finds something.
    case wait(selector: String)
    /// Waits until the address of what is shown begins so; it may be relative to the page's own.
    case arrive(String)

    /// An address that may be relative to the page's own; nil if it isn't one of the web.
    package static func url(_ address: String, from page: URL) -> URL? {
        guard let url = URL(string: address, relativeTo: page)?.absoluteURL else { return nil }
        return try? WebAddress(url.absoluteString).url
    }
}

/// What a field is filled with.
package enum RenderInput: Hashable, Sendable {
    case value(String)
    /// The name of a secret, which `RenderOrder.secrets` holds.
    case secret(String)
}

/// A secret that a field of a page is filled with. No description shows it.
package struct RenderSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// For the field alone.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
