/// Reads the whole number of an option, and says which numbers are possible if it is another one.
///
/// For options with `parsing: .unconditional`: without that, the parser takes `-1` for another option, and says that the value is missing.
enum WholeNumber {
    struct Complaint: Error, CustomStringConvertible { let description: String }

    static func atLeast(_ least: Int) -> @Sendable (String) throws -> Int {
        { text in
            guard let number = Int(text), number >= least else {
                throw Complaint(description: "a whole number is expected, \(least) or more")
            }
            return number
        }
    }

    static func within(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
        { text in
            guard let number = Int(text), range.contains(number) else {
                throw Complaint(description: "a whole number is expected, from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    /// For the seed of a sample.
    static func seed(_ text: String) throws -> UInt64 {
        guard let number = UInt64(text) else { throw Complaint(description: "a whole number is expected, 0 or more") }
        return number
    }
}
