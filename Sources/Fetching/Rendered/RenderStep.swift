package import Foundation

/// A step that a browser performs before a page is read, such as signing in. Selectors are CSS, or XPath if they begin with `/` or `(`.
package enum RenderStep: Hashable, Sendable {
    /// Opens an address, which may be relative to the page's own.
    case open(String)
    /// Fills in the first visible field that matches a selector.
    case fill(selector: String, RenderInput)
    /// Clicks the first visible element that matches a selector, which submits a form.
    case press(selector: String)
    /// Waits until a selector matches an element.
    case wait(selector: String)
    /// Waits until the current address begins with this; it may be relative to the page's own.
    case arrive(String)

    /// An address that may be relative to the page's own; nil if it isn't a web address.
    package static func url(_ address: String, from page: URL) -> URL? {
        guard let url = URL(string: address, relativeTo: page)?.absoluteURL else { return nil }
        return try? WebAddress(url.absoluteString).url
    }
}

/// The value for a field.
package enum RenderInput: Hashable, Sendable {
    case value(String)
    /// The name of a secret in `RenderOrder.secrets`.
    case secret(String)
}

/// A secret to fill in a page's field. No description shows it.
package struct RenderSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret text, only for the field.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "…" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
