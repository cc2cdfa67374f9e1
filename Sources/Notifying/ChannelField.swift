package import Localisation
import Records

/// One thing that a person says to add a channel: an input of the page, a member of the address in the API, `--set` on the command line.
package struct ChannelField: Sendable {
    package enum Input: Sendable {
        case text
        case url
        case mailAddress
        /// Isn't shown while it is typed.
        case secret
        /// Several lines.
        case code
        /// One of these, the first unless another is chosen. The label is shown, the value is said.
        case choice([(value: String, label: Phrase)])
        /// Any JSON, which is ignored.
        case ignored
    }

    /// Letters. `keys.auth` is the member `auth` of the object `keys`. Not `name`, `kind` or `all`, which the page's form says besides.
    package let name: String
    package let label: Phrase
    /// One sentence.
    package let hint: Phrase?
    package let input: Input
    /// In characters, of a text.
    package let length: ClosedRange<Int>
    package let isRequired: Bool
    /// Whether the page asks for it. What a browser's script says, or only programs do, is not typed.
    package let isTyped: Bool
    package let example: String?

    package init(
        _ name: String, _ label: Phrase, _ input: Input = .text, length: ClosedRange<Int> = 1...2000, isRequired: Bool = true,
        isTyped: Bool = true, example: String? = nil, hint: Phrase? = nil
    ) {
        self.name = name
        self.label = label
        self.hint = hint
        self.input = input
        self.length = length
        self.isRequired = isRequired
        self.isTyped = isTyped
        self.example = example
    }
}

/// What somebody said for the fields of a channel, by their names. Blanks around it don't count, and what is empty wasn't said.
package struct ChannelValues: Hashable, Sendable {
    private var texts: [String: String] = [:]

    package init(_ texts: [String: String] = [:]) { for (name, text) in texts { self[name] = text } }

    package subscript(name: String) -> String? {
        get { texts[name] }
        set {
            let text = newValue?.trimmingWhitespace() ?? ""
            texts[name] = text.isEmpty ? nil : text
        }
    }
}
