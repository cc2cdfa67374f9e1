package import Localisation

/// Why a channel's address or setting was rejected, as half a sentence that follows the field's name. The person who entered it has to
/// correct it.
package struct AddressError: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// The same as a whole sentence with a fix, for a page in the reader's language.
    package let advice: Phrase?

    /// For a server address that can't be parsed.
    static let noWebAddress = Phrase("Enter a web address like https://example.org.")
    static let noToken = Phrase("This isn’t a token. Copy it again, without spaces.")

    init(_ description: String, advice: Phrase? = nil) {
        self.description = description
        self.advice = advice
    }
}
