/// The column to sort by, comparing values and not their notation. Records without a value come last in both directions; equal ones keep
/// the source's order.
package struct RecordSort: Hashable, Sendable {
    package let field: String
    package let isDescending: Bool

    package init(field: String, isDescending: Bool = false) {
        self.field = field
        self.isDescending = isDescending
    }

    /// The form in addresses: `price`, or `-price` for descending.
    package var text: String { (isDescending ? "-" : "") + field }

    package init(text: String) {
        isDescending = text.hasPrefix("-")
        field = isDescending ? String(text.dropFirst()) : text
    }

    /// Pictures and positions have no order.
    package static func isPossible(by kind: Field.Kind) -> Bool { kind != .image && kind != .position }
}
