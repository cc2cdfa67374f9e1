package import Localisation

/// Why an address or a setting of a channel is not taken: the person's, in half a sentence that follows the name of the field.
package struct AddressError: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// The same as a whole sentence that says what to do, for a page in the reader's language.
    package let advice: Phrase?

    init(_ description: String, advice: Phrase? = nil) {
        self.description = description
        self.advice = advice
    }
}
