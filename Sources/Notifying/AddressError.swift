/// Why an address or a setting of a channel is not taken: the person's, in half a sentence that follows the name of the field.
package struct AddressError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
