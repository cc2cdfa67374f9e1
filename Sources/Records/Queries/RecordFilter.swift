/// A condition that SQL can't check. The store evaluates it for each record it reads.
package struct RecordFilter: Sendable {
    /// Indices of the fields that the condition needs; nil for all. The store doesn't read the others for it.
    package let fields: Set<Int>?
    package let takes: @Sendable (Records.Record, inout Effort) throws -> Bool

    package init(lookingAt fields: Set<Int>? = nil, _ takes: @Sendable @escaping (Records.Record, inout Effort) throws -> Bool) {
        self.fields = fields
        self.takes = takes
    }
}
