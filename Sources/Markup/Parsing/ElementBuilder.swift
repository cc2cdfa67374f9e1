import CXml2

/// The row or page that is being read: nodes and bytes in buffers, which for rows are used again for the next one.
///
/// Names come as pointers into libxml2's dictionary, where equal names are the same pointer; each becomes a string once.
struct ElementBuilder {
    private var nodes: [ElementStorage.Node] = []
    private var bytes: [UInt8] = []
    private var open: [Int] = []
    private var line = 0
    /// Whether text that comes now goes on with the last node.
    private var isTextOpen = false
    private var names = NameTable()
    private let limits: MarkupLimits

    init(limits: MarkupLimits) { self.limits = limits }

    /// Elements begun and not ended.
    var depth: Int { open.count }
    var isEmpty: Bool { nodes.isEmpty }
    private(set) var failure: MarkupError?
    private(set) var isFailed = false

    mutating func begin(line: Int) {
        nodes.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        self.line = line
        isTextOpen = false
    }

    /// - Parameter line: Its own, where not only the row's is wanted.
    mutating func startElement(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?, line: Int = 0
    ) {
        open.append(nodes.count)
        append(label: name(local, prefix, uri), start: line, length: 0)
        isTextOpen = false
    }

    mutating func attribute(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        _ value: UnsafeBufferPointer<xmlChar>
    ) {
        let start = bytes.count
        bytes.append(contentsOf: value)
        append(label: name(local, prefix, uri) | ElementStorage.Node.attribute, start: start, length: value.count)
    }

    mutating func text(_ text: UnsafeBufferPointer<xmlChar>) {
        let start = bytes.count
        bytes.append(contentsOf: text)
        if isTextOpen {
            nodes[nodes.count - 1].length += UInt32(text.count)
            check()
        } else {
            append(label: .max, start: start, length: text.count)
            isTextOpen = true
        }
    }

    /// What comes now is a text of its own.
    mutating func endText() { isTextOpen = false }

    /// Whether the row is complete with it.
    @discardableResult
    mutating func endElement() -> Bool {
        isTextOpen = false
        guard let element = open.popLast() else { return false }
        nodes[element].end = UInt32(nodes.count)
        return open.isEmpty
    }

    func element() -> Element {
        // Copies of the right size; the buffers stay.
        let nodes = nodes.withUnsafeBufferPointer { Array($0) }
        let bytes = bytes.withUnsafeBufferPointer { Array($0) }
        return Element(storage: ElementStorage(nodes: nodes, bytes: bytes, names: names.names, line: line), index: 0)
    }

    /// Everything that was read, also where an element was not ended.
    consuming func storage() -> ElementStorage {
        for element in open { nodes[element].end = UInt32(nodes.count) }
        return ElementStorage(nodes: nodes, bytes: bytes, names: names.names, line: line)
    }

    private mutating func append(label: UInt32, start: Int, length: Int) {
        nodes.append(ElementStorage.Node(label: label, start: UInt32(start), length: UInt32(length), end: UInt32(nodes.count + 1)))
        check()
    }

    private mutating func name(
        _ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> UInt32 {
        let index = names.index(local, prefix, uri)
        if names.names.count > limits.names {
            fail("the document has more than \(limits.names) different names in its rows")
        }
        return UInt32(index)
    }

    private mutating func check() {
        guard bytes.count > limits.rowBytes || nodes.count > limits.rowNodes else { return }
        let what = bytes.count > limits.rowBytes ? "\(limits.rowBytes) bytes" : "\(limits.rowNodes) elements, attributes and texts"
        fail("one row has more than \(what)")
    }

    private mutating func fail(_ detail: String) {
        failure = failure ?? MarkupError(.limit, line: line, detail)
        isFailed = true
    }
}

/// Names by the identity of their pointers: open addressing, at most half full.
private struct NameTable {
    private struct Key: Equatable {
        let local: UInt
        let prefix: UInt
        let namespace: UInt
    }

    private(set) var names: [ElementStorage.Name] = []
    private var keys: [Key] = []
    /// Places in `names` plus one; 0 is free.
    private var slots = [Int32](repeating: 0, count: 256)

    mutating func index(_ local: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?) -> Int {
        let key = Key(local: UInt(bitPattern: local), prefix: UInt(bitPattern: prefix), namespace: UInt(bitPattern: uri))
        var slot = first(key)
        while slots[slot] != 0 {
            if keys[Int(slots[slot]) - 1] == key { return Int(slots[slot]) - 1 }
            slot = (slot + 1) & (slots.count - 1)
        }
        names.append(
            .init(local: String(cString: local), prefix: prefix.map { String(cString: $0) }, namespace: uri.map { String(cString: $0) }))
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
