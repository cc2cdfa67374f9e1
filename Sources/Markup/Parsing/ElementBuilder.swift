import CXml2

/// Builds the row or document being read: nodes and bytes in buffers, which are reused for the next row.
///
/// Names are pointers into libxml2's dictionary, where equal names have equal pointers; each is converted to a string once.
struct ElementBuilder {
    private var nodes: [ElementStorage.Node] = []
    private var bytes: [UInt8] = []
    private var open: [Int] = []
    private var line = 0
    /// Whether new text continues the last node.
    private var isTextOpen = false
    private var names = NameTable()
    private let bounds: Bounds

    /// The size limits.
    struct Bounds {
        /// For messages.
        let subject: String
        let bytes: Int
        let nodes: Int
        let names: Int
        /// Whether an oversized row is skipped (`isOver`); otherwise it is an error.
        let leavesOut: Bool

        static func row(_ limits: MarkupLimits, leavesOut: Bool = false) -> Bounds {
            Bounds(subject: "one row", bytes: limits.rowBytes, nodes: limits.rowNodes, names: limits.names, leavesOut: leavesOut)
        }

        static func document(_ limits: MarkupLimits) -> Bounds {
            Bounds(subject: "the document", bytes: limits.documentBytes, nodes: limits.documentNodes, names: limits.names, leavesOut: false)
        }
    }

    init(_ bounds: Bounds) { self.bounds = bounds }

    /// The number of open elements.
    var depth: Int { open.count }
    private(set) var failure: MarkupError?
    private(set) var isFailed = false
    /// Whether the row exceeds the limits and is skipped.
    private(set) var isOver = false
    /// Open elements of a skipped row.
    private var overDepth = 0

    mutating func begin(line: Int) {
        nodes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        self.line = line
        (isTextOpen, isOver) = (false, false)
    }

    /// - Parameter line: The element's own line, if lines are recorded per element.
    mutating func startElement(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?, line: Int = 0
    ) {
        if isOver { return overDepth += 1 }
        open.append(nodes.count)
        append(label: name(local, prefix, uri), start: line, length: 0)
        isTextOpen = false
    }

    /// A namespace declaration, after its element has started and before its attributes.
    mutating func namespace(_ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?) {
        if isOver { return }
        append(label: name(prefix, nil, uri) | ElementStorage.Node.namespace, start: bytes.count, length: 0)
    }

    mutating func attribute(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        _ value: UnsafeBufferPointer<xmlChar>
    ) {
        if isOver { return }
        let start = bytes.count
        bytes.append(contentsOf: value)
        append(label: name(local, prefix, uri) | ElementStorage.Node.attribute, start: start, length: value.count)
    }

    mutating func text(_ text: UnsafeBufferPointer<xmlChar>) {
        if isOver { return }
        let start = bytes.count
        bytes.append(contentsOf: text)
        if isTextOpen {
            nodes[nodes.count - 1].length += UInt32(text.count)
            check()
        } else {
            append(label: ElementStorage.Node.text, start: start, length: text.count)
            isTextOpen = true
        }
    }

    /// - Parameter target: The target of an instruction; nil for a comment.
    mutating func comment(_ text: UnsafeBufferPointer<xmlChar>, target: UnsafePointer<xmlChar>? = nil) {
        if isOver { return }
        let start = bytes.count
        bytes.append(contentsOf: text)
        let label = target.map { name($0, nil, nil) | ElementStorage.Node.instruction } ?? ElementStorage.Node.comment
        append(label: label, start: start, length: text.count)
        isTextOpen = false
    }

    /// Returns whether this completes the row.
    @discardableResult
    mutating func endElement() -> Bool {
        isTextOpen = false
        if isOver {
            overDepth -= 1
            return overDepth == 0
        }
        guard let element = open.popLast() else { return false }
        nodes[element].end = UInt32(nodes.count)
        return open.isEmpty
    }

    /// - Parameter bases: The base addresses around it.
    func element(bases: [String] = []) -> Element {
        // Exact-size copies; the buffers are kept.
        let nodes = nodes.withUnsafeBufferPointer { Array($0) }
        let bytes = bytes.withUnsafeBufferPointer { Array($0) }
        return Element(storage: ElementStorage(nodes: nodes, bytes: bytes, names: names.names, line: line, bases: bases), index: 0)
    }

    /// All nodes read, including an unfinished element.
    consuming func storage(isHTML: Bool = false) -> ElementStorage {
        for element in open { nodes[element].end = UInt32(nodes.count) }
        return ElementStorage(nodes: nodes, bytes: bytes, names: names.names, line: line, isHTML: isHTML)
    }

    var nameList: ElementStorage.NameList { names.names }

    /// The label of an element's name in no namespace; nil if there are too many names.
    mutating func label(of local: UnsafePointer<xmlChar>) -> UInt32? {
        names.names.count < bounds.names ? UInt32(names.index(local, nil, nil)) : nil
    }

    private mutating func append(label: UInt32, start: Int, length: Int) {
        nodes.append(ElementStorage.Node(label: label, start: UInt32(start), length: UInt32(length), end: UInt32(nodes.count + 1)))
        check()
    }

    private mutating func name(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> UInt32 {
        let index = names.index(local, prefix, uri)
        if names.names.count > bounds.names { fail("the document has more than \(bounds.names) different names") }
        return UInt32(index)
    }

    private mutating func check() {
        guard bytes.count > bounds.bytes || nodes.count > bounds.nodes else { return }
        guard !bounds.leavesOut else {
            (isOver, overDepth) = (true, open.count)
            (nodes, bytes, open) = ([], [], [])
            return
        }
        let what = bytes.count > bounds.bytes ? "\(bounds.bytes) bytes" : "\(bounds.nodes) elements, attributes and texts"
        fail("\(bounds.subject) has more than \(what)")
    }

    private mutating func fail(_ detail: String) {
        failure = failure ?? MarkupError(.limit, line: line > 0 ? line : nil, detail)
        isFailed = true
    }
}

/// Names by pointer identity: open addressing, at most half full.
private struct NameTable {
    private struct Key: Equatable {
        let local: UInt
        let prefix: UInt
        let namespace: UInt
    }

    private(set) var names = ElementStorage.NameList()
    private var keys: [Key] = []
    /// Indexes in `names` plus one; 0 is free.
    private var slots = [Int32](repeating: 0, count: 256)

    mutating func index(_ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?) -> Int {
        let key = Key(local: UInt(bitPattern: local), prefix: UInt(bitPattern: prefix), namespace: UInt(bitPattern: uri))
        var slot = first(key)
        while slots[slot] != 0 {
            if keys[Int(slots[slot]) - 1] == key { return Int(slots[slot]) - 1 }
            slot = (slot + 1) & (slots.count - 1)
        }
        names.append(
            .init(
                local: local.map { String(cString: $0) } ?? "", prefix: prefix.map { String(cString: $0) },
                namespace: uri.map { String(cString: $0) }))
        keys.append(key)
        slots[slot] = Int32(names.count)
        if names.count * 2 > slots.count { grow() }
        return names.count - 1
    }

    private func first(_ key: Key) -> Int {
        let mixed = (key.local ^ key.namespace &* 31 ^ key.prefix &* 17) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 40) & (slots.count - 1)
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        for (index, key) in keys.enumerated() {
            var slot = first(key)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index + 1)
        }
    }
}
