/// The remaining steps for evaluating paths: a visited node is one step, as are sixteen bytes of text.
struct PathBudget {
    private let limits: MarkupLimits
    private var left = 0
    private var leftInAll: Int
    private var textLeft: Int
    private var source = ""

    /// - Parameter textBytes: The limit on returned text.
    init(_ limits: MarkupLimits, textBytes: Int = .max) {
        self.limits = limits
        (leftInAll, textLeft) = (limits.allPathOperations, textBytes)
    }

    /// The total steps taken, except one visit of every row so far.
    var taken: Int { limits.allPathOperations - leftInAll }

    /// Starts another evaluation.
    mutating func begin(_ path: XPath) {
        left = limits.pathOperations
        source = path.source
    }

    /// Adds the size of a new row, which each path may visit completely.
    mutating func grow(by steps: Int) { leftInAll += steps }

    mutating func spend(_ steps: Int) throws(MarkupError) {
        left -= steps
        leftInAll -= steps
        if left < 0 { throw MarkupError(.limit, "the path '\(source.shortened)' takes more than \(limits.pathOperations) steps") }
        if leftInAll < 0 {
            throw MarkupError(.limit, "the paths take more than \(limits.allPathOperations) steps in all, here '\(source.shortened)'")
        }
    }

    /// Nested rows repeat the same text, and the caller keeps it.
    mutating func handOut(_ bytes: Int) throws(MarkupError) {
        textLeft -= bytes
        guard textLeft >= 0 else { throw MarkupError(.limit, "the paths give too much text of one document, here '\(source.shortened)'") }
    }
}
