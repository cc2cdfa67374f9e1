package import Localisation
import Records

/// A field for adding a channel: an input on the page, a member of the address in the API, `--set` on the command line.
package struct ChannelField: Sendable {
    package enum Input: Sendable {
        case text
        case url
        case mailAddress
        /// Hidden while it is typed.
        case secret
        /// Several lines of text.
        case code
        /// One of these options, the first by default. The label is displayed, the value is sent.
        case choice([(value: String, label: Phrase)])
        /// Any JSON, which is ignored.
        case ignored
    }

    /// Letters. `keys.auth` is the member `auth` of the object `keys`. Not `name`, `kind` or `all`, which the page's form uses itself.
    package let name: String
    package let label: Phrase
    /// A one-sentence hint.
    package let hint: Phrase?
    package let input: Input
    /// The allowed length of a text, in characters.
    package let length: ClosedRange<Int>
    package let isRequired: Bool
    /// Whether the page shows an input. Fields set by a browser's script, or only by programs, have none.
    package let isTyped: Bool
    package let example: String?
    var isChoice: Bool { if case .choice = input { true } else { false } }

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

/// The values of a channel's fields, by name. Surrounding spaces are trimmed, and empty values count as missing.
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
