/// What the evaluation of paths may still take, in steps: a node looked at is one, sixteen bytes of text are one.
struct PathBudget {
    private let limits: MarkupLimits
    private var left = 0
    private var leftInAll: Int
    private var textLeft: Int
    private var source = ""

    /// - Parameter textBytes: How much text may be handed out.
    init(_ limits: MarkupLimits, textBytes: Int = .max) {
        self.limits = limits
        (leftInAll, textLeft) = (limits.allPathOperations, textBytes)
    }

    /// In all, beside one look at every row that has come.
    var taken: Int { limits.allPathOperations - leftInAll }

    /// Another evaluation begins.
    mutating func begin(_ path: XPath) {
        left = limits.pathOperations
        source = path.source
    }

    /// Another row has come, and each path may look at all of it.
    mutating func grow(by steps: Int) { leftInAll += steps }

    mutating func spend(_ steps: Int) throws(MarkupError) {
        left -= steps
        leftInAll -= steps
        if left < 0 { throw MarkupError(.limit, "the path '\(source.shortened)' takes more than \(limits.pathOperations) steps") }
        if leftInAll < 0 {
            throw MarkupError(.limit, "the paths take more than \(limits.allPathOperations) steps in all, here '\(source.shortened)'")
        }
    }

    /// Rows within rows have the same text several times, and whoever asked keeps it.
    mutating func handOut(_ bytes: Int) throws(MarkupError) {
        textLeft -= bytes
        guard textLeft >= 0 else { throw MarkupError(.limit, "the paths give too much text of one document, here '\(source.shortened)'") }
    }
}
