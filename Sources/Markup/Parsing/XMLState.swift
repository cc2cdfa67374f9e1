import CXml2

/// What the parser's callbacks gather: how deep it is, the row that is open, rows that are complete, the first fault.
struct XMLState {
    let limits: MarkupLimits
    /// nil: a tree is built.
    var matcher: RowMatcher?
    var builder: ElementBuilder
    var ready: [Element] = []
    private(set) var failure: MarkupError?
    /// Stored beside the failure: asked for at every callback, where looking at an optional would copy it.
    private(set) var isFailed = false
    /// Whether the fault is what the end of the bytes in the midst of a document would look like.
    var looksCut = false
    /// Open elements.
    private(set) var depth = 0
    private(set) var isRootEnded = false
    /// The first element's name.
    private(set) var root: ElementStorage.Name?
    private(set) var rows = 0
    private var isInRow = false
    private var nodes = 0
    private var defaultedBytes = 0

    init(limits: MarkupLimits, matcher: RowMatcher?) {
        self.limits = limits
        self.matcher = matcher
        builder = ElementBuilder(limits: limits)
    }

    mutating func startElement(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?, attributeCount: Int,
        defaultedCount: Int, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, line: Int
    ) {
        depth += 1
        if depth == 1, root == nil {
            root = .init(
                local: String(cString: local), prefix: prefix.map { String(cString: $0) }, namespace: uri.map { String(cString: $0) })
        }
        if depth > limits.depth { fail(.limit, line: line, "elements are nested deeper than \(limits.depth)") }
        if defaultedCount > 0 { countDefaulted(attributes, attributeCount, defaultedCount, line: line) }
        guard matcher != nil else { return countNodes(1 + attributeCount, line: line) }
        if !isInRow {
            let start = RowMatcher.Start(local: local, uri: uri, attributes: attributes, attributeCount: attributeCount)
            guard matcher?.start(start) == true else { return }
            isInRow = true
            builder.begin(line: line)
        }
        builder.startElement(local, prefix, uri)
        if builder.isFailed { fail(builder.failure) }
        guard let attributes else { return }
        for place in stride(from: 0, to: attributeCount * 5, by: 5) {
            guard let local = attributes[place], let start = attributes[place + 3], let end = attributes[place + 4] else { continue }
            builder.attribute(local, attributes[place + 1], attributes[place + 2], UnsafeBufferPointer(start: start, count: end - start))
        }
        if builder.isFailed { fail(builder.failure) }
    }

    mutating func endElement() {
        depth -= 1
        if depth == 0 { isRootEnded = true }
        guard matcher != nil else { return }
        guard isInRow else {
            matcher?.end()
            return
        }
        if builder.endElement() {
            isInRow = false
            rows += 1
            ready.append(builder.element())
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<xmlChar>) {
        guard isInRow else { return }
        builder.text(text)
        if builder.isFailed { fail(builder.failure) }
    }

    mutating func countNodes(_ count: Int, line: Int) {
        nodes += count
        if nodes > limits.documentNodes {
            fail(.limit, line: line, "the document has more than \(limits.documentNodes) elements, attributes and texts")
        }
    }

    mutating func fail(_ code: MarkupError.Code, line: Int?, column: Int? = nil, _ detail: String) {
        fail(MarkupError(code, line: line, column: column, detail))
    }

    /// The first one stays.
    private mutating func fail(_ failure: MarkupError?) {
        self.failure = self.failure ?? failure
        isFailed = true
    }

    /// The defaulted ones stand last.
    private mutating func countDefaulted(
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int, _ defaulted: Int, line: Int
    ) {
        guard let attributes else { return }
        for index in max(0, count - defaulted)..<count {
            if let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] { defaultedBytes += end - start }
        }
        if defaultedBytes > limits.defaultedBytes {
            fail(.limit, line: line, "the document's declarations supply more than \(limits.defaultedBytes) bytes of attributes by default")
        }
    }
}
