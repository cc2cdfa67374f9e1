/// The column that puts records in order: by what its values are, and not by how they are written. Records without a value come last in
/// both directions, equal ones stand as the source has them.
package struct RecordSort: Hashable, Sendable {
    package let field: String
    package let isDescending: Bool

    package init(field: String, isDescending: Bool = false) {
        self.field = field
        self.isDescending = isDescending
    }

    /// As an address has it: `price`, `-price` from the largest down.
    package var text: String { (isDescending ? "-" : "") + field }

    package init(text: String) {
        isDescending = text.hasPrefix("-")
        field = isDescending ? String(text.dropFirst()) : text
    }

    /// Pictures and places have no order.
    package static func isPossible(by kind: Field.Kind) -> Bool { kind != .image && kind != .position }
}
