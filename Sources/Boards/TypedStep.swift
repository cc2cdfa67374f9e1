package import Fetching
import Records

/// A browser step as typed into a form. It is parsed like a step in a board's file, with the same limits.
package struct TypedStep: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case open
        /// Fills in a text.
        case value
        /// Fills in a secret.
        case secret
        case press
        /// Waits for an element.
        case wait
        /// Waits for an address.
        case arrive
    }

    package enum Problem: Error, Hashable {
        /// The selector or address is missing.
        case noPlace
        /// The text or secret to fill in is missing.
        case noInput
        case notAddress
        case notSecretName
        /// The selector or the text has too many bytes.
        case tooLong
    }

    package var kind: Kind
    /// An address for `open` and `arrive`, otherwise a selector.
    package var place: String
    /// The text, or the name of the secret.
    package var input: String

    /// The most characters that a form accepts.
    package static let (placeLength, inputLength) = (2000, 1000)
    /// The most bytes of a selector.
    package static let selectorLimit = RenderOrder.selectorLimit

    package init(_ kind: Kind = .press, _ place: String = "", _ input: String = "") {
        (self.kind, self.place, self.input) = (kind, place, input)
    }

    package init(_ step: RenderStep) {
        switch step {
        case .open(let address): self.init(.open, address)
        case .fill(let selector, .value(let value)): self.init(.value, selector, value)
        case .fill(let selector, .secret(let name)): self.init(.secret, selector, name)
        case .press(let selector): self.init(.press, selector)
        case .wait(let selector): self.init(.wait, selector)
        case .arrive(let address): self.init(.arrive, address)
        }
    }

    package var isEmpty: Bool { place.isEmpty && input.isEmpty }
    /// Whether it has an address instead of a selector.
    package var isAboutAddress: Bool { kind == .open || kind == .arrive }

    package func step() throws(Problem) -> RenderStep {
        guard !place.isEmpty else { throw .noPlace }
        if kind == .secret || kind == .value, input.isEmpty { throw .noInput }
        if kind == .secret, !Board.isName(input, including: "_") { throw .notSecretName }
        do { return try RenderStep.declared(declaration) } catch { throw isAboutAddress ? Problem.notAddress : Problem.tooLong }
    }

    private var declaration: Declaration {
        func scalar(_ text: String) -> Declaration { Declaration(.scalar(text), line: 1, path: "") }
        func entry(_ key: String, _ value: Declaration) -> Declaration.Entry { .init(key: key, line: 1, value: value) }
        let entries =
            switch kind {
            case .open: [entry("open", scalar(place))]
            case .value: [entry("fill", scalar(place)), entry("value", scalar(input))]
            case .secret: [entry("fill", scalar(place)), entry("secret", scalar(input))]
            case .press: [entry("press", scalar(place))]
            case .wait: [entry("wait", scalar(place))]
            case .arrive: [entry("wait", Declaration(.map([entry("address", scalar(place))]), line: 1, path: ""))]
            }
        return Declaration(.map(entries), line: 1, path: "")
    }
}
