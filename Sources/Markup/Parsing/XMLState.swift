import CXml2

/// The state collected by the parser's callbacks: depth, the open row, complete rows or the whole document, the first error.
struct XMLState {
    let limits: MarkupLimits
    /// nil: only XML's five entities are known.
    let htmlNames: NamedCharacters?
    /// nil: everything is kept.
    private var matcher: RowMatcher?
    private var builder: ElementBuilder
    var ready: [Element] = []
    private(set) var failure: MarkupError?
    /// Stored separately from the error, because it is read at every callback, where accessing the optional would copy it.
    private(set) var isFailed = false
    /// Whether the error could also result from truncated input.
    var looksCut = false
    /// The number of open elements.
    private(set) var depth = 0
    private(set) var isRootEnded = false
    /// The first element's name.
    private(set) var root: ElementStorage.Name?
    private(set) var rows = 0
    /// Oversized rows, which were skipped.
    private(set) var largeRows = 0
    private var isInRow: Bool
    /// For each namespace in scope, the depth of its declaring element.
    private var declarations: [Int] = []
    /// The base addresses of open elements outside rows (`xml:base`), outermost first, with their depths.
    private(set) var bases: [String] = []
    private var baseDepths: [Int] = []
    /// How many names have an undeclared prefix that was tolerated.
    private(set) var unboundPrefixes = 0
    private var defaultedBytes = 0
    private var defaults = 0
    /// Whether the document type declares attributes, so values may differ from what is written.
    private var declaresAttributes = false
    /// The attributes declared as identifiers by the document type.
    private(set) var identifiers: Set<QualifiedAttribute> = []

    init(limits: MarkupLimits, matcher: RowMatcher?, htmlNames: NamedCharacters? = nil) {
        self.limits = limits
        self.htmlNames = htmlNames
        self.matcher = matcher
        isInRow = matcher == nil
        builder = ElementBuilder(matcher == nil ? .document(limits) : .row(limits, leavesOut: htmlNames != nil))
    }

    /// Returns the whole document, once.
    mutating func takeStorage() -> ElementStorage {
        let whole = builder
        builder = ElementBuilder(.document(limits))
        return whole.storage()
    }

    // For rows read without libxml2 (`PlainRows`).

    /// Whether names without prefix are in no namespace, and attribute values are as written.
    var hasPlainNames: Bool { declarations.isEmpty && !declaresAttributes }
    /// Whether only the start of an element can start a row.
    var isBetweenRows: Bool { hasPlainNames && depth > 0 && !isInRow && !isFailed }
    var names: ElementStorage.NameList { builder.nameList }

    /// Whether an element with this name, in no namespace and without conditions, would be a row here.
    func isRow(_ local: UnsafePointer<xmlChar>) -> Bool { matcher?.begins(local) == true }

    /// Returns nil if there are too many.
    mutating func label(of local: UnsafePointer<xmlChar>) -> UInt32? { builder.label(of: local) }

    mutating func take(_ row: Element) {
        rows += 1
        ready.append(row)
    }

    mutating func startElement(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?, attributeCount: Int,
        defaultedCount: Int, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, namespaceCount: Int,
        _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, line: Int
    ) {
        depth += 1
        if depth == 1, root == nil {
            root = .init(
                local: String(cString: local), prefix: prefix.map { String(cString: $0) }, namespace: uri.map { String(cString: $0) })
        }
        if depth > limits.depth { fail(.limit, line: line, "elements are nested deeper than \(limits.depth)") }
        if defaultedCount > 0 { countDefaulted(attributes, attributeCount, defaultedCount, line: line) }
        if namespaceCount > 0 { countDeclarations(namespaceCount, line: line) }
        if !isInRow {
            let start = RowMatcher.Start(local: local, uri: uri, attributes: attributes, attributeCount: attributeCount)
            guard matcher?.start(start) == true else {
                if attributeCount > 0 { noteBase(attributes, attributeCount) }
                return
            }
            isInRow = true
            builder.begin(line: line)
        }
        builder.startElement(local, prefix, uri, line: matcher == nil ? line : 0)
        for place in stride(from: 0, to: namespaceCount * 2, by: 2) { builder.namespace(namespaces?[place], namespaces?[place + 1]) }
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
        while let last = declarations.last, last > depth { declarations.removeLast() }
        if let last = baseDepths.last, last > depth {
            baseDepths.removeLast()
            bases.removeLast()
        }
        guard isInRow else {
            matcher?.end()
            return
        }
        if builder.endElement(), matcher != nil {
            isInRow = false
            guard !builder.isOver else { return largeRows += 1 }
            rows += 1
            ready.append(builder.element(bases: bases))
        }
    }

    mutating func characters(_ text: UnsafeBufferPointer<xmlChar>) {
        guard isInRow else { return }
        builder.text(text)
        if builder.isFailed { fail(builder.failure) }
    }

    /// - Parameter target: The target of an instruction; nil for a comment.
    mutating func comment(_ text: UnsafeBufferPointer<xmlChar>, target: UnsafePointer<xmlChar>? = nil) {
        builder.comment(text, target: target)
        if builder.isFailed { fail(builder.failure) }
    }

    mutating func declareAttribute(_ name: QualifiedAttribute, isIdentifier: Bool, hasDefault: Bool, line: Int) {
        declaresAttributes = true
        if isIdentifier { identifiers.insert(name) }
        if hasDefault { defaults += 1 }
        // libxml2 compares all of an element's defaults with all of its attributes.
        if defaults > limits.attributes {
            fail(.limit, line: line, "the document type declares more than \(limits.attributes) attributes with a default")
        }
    }

    /// Tolerates a prefix without a namespace if permitted: its names are then in none.
    mutating func passesUnboundPrefix() -> Bool {
        guard htmlNames != nil else { return false }
        unboundPrefixes += 1
        return true
    }

    mutating func fail(_ code: MarkupError.Code, line: Int?, column: Int? = nil, _ detail: String) {
        fail(MarkupError(code, line: line, column: column, detail))
    }

    /// Only the first error is kept.
    private mutating func fail(_ failure: MarkupError?) {
        self.failure = self.failure ?? failure
        isFailed = true
    }

    /// The base address inside an element that isn't a row: `xml:base` (https://www.w3.org/TR/xmlbase/).
    private mutating func noteBase(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int) {
        guard let attributes else { return }
        for place in stride(from: 0, to: count * 5, by: 5) {
            guard let name = attributes[place], let namespace = attributes[place + 2], let start = attributes[place + 3],
                let end = attributes[place + 4], end - start <= Self.baseBytes, String(cString: name) == "base",
                String(cString: namespace) == XPath.xmlNamespace
            else { continue }
            bases.append(String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self))
            baseDepths.append(depth)
        }
    }

    /// The maximum length of an address; longer ones are ignored.
    private static let baseBytes = 4096

    private mutating func countDeclarations(_ count: Int, line: Int) {
        for _ in 0..<count { declarations.append(depth) }
        // Each prefixed name is compared with all of them.
        if declarations.count > limits.attributes {
            fail(.limit, line: line, "more than \(limits.attributes) namespaces are declared at one place")
        }
    }

    /// Defaulted attributes come last. Each has a cost, however short it is.
    private mutating func countDefaulted(
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int, _ defaulted: Int, line: Int
    ) {
        guard let attributes else { return }
        for index in max(0, count - defaulted)..<count {
            if let start = attributes[index * 5 + 3], let end = attributes[index * 5 + 4] { defaultedBytes += end - start + 16 }
        }
        if defaultedBytes > limits.defaultedBytes {
            fail(.limit, line: line, "the document's declarations supply more than \(limits.defaultedBytes) bytes of attributes by default")
        }
    }
}

/// An attribute and its element as written in a document type declaration, with prefixes.
struct QualifiedAttribute: Hashable, Sendable {
    let element: String
    let attribute: String
}
