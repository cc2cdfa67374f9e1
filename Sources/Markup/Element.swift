/// An element with its content: an immutable value that can be passed to any task.
///
/// It shares a compact storage with its descendants; strings are created on access, so unused content costs next to nothing. Comments and
/// processing instructions are dropped, and the texts around them are joined.
public struct Element: Sendable {
    let storage: ElementStorage
    /// The index of its node in the storage.
    let index: Int

    /// Without prefix. In HTML in lower case.
    public var name: String { storage.name(index).local }
    /// As written in the document; nil if there is none.
    public var prefix: String? { storage.name(index).prefix }
    /// The URI of its namespace; nil if it has none.
    public var namespace: String? { storage.name(index).namespace }
    /// The line at which it starts, from 1; for an element of a row stream, the line of its row.
    public var line: Int { storage.line(of: index) }

    /// In document order, without namespace declarations.
    public var attributes: [Attribute] {
        storage.attributes(of: index).map { place in
            let name = storage.name(place)
            return Attribute(name: name.local, prefix: name.prefix, namespace: name.namespace, value: storage.string(place))
        }
    }

    /// Elements and texts, in order.
    public var children: [Child] {
        storage.children(of: index).compactMap { place in
            let node = storage.nodes[place]
            if node.isText { return .text(storage.string(place)) }
            return node.isElement ? .element(Element(storage: storage, index: place)) : nil
        }
    }

    /// The child elements.
    public var elements: [Element] {
        storage.children(of: index).filter { storage.nodes[$0].isElement }.map { Element(storage: storage, index: $0) }
    }

    /// Calls `body` with each child element without allocating an array.
    public func forEachElement(_ body: (Element) throws -> Void) rethrows {
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isElement { try body(Element(storage: storage, index: at)) }
            at = storage.end(of: at)
        }
    }

    /// Calls `body` with each attribute's name number (`nameNumber`) and the UTF-8 of its value, which is valid only during the call.
    package func forEachAttribute(_ body: (_ nameNumber: Int, _ value: UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
        try storage.bytes.withUnsafeBufferPointer { bytes in
            for place in storage.attributes(of: index) {
                let node = storage.nodes[place]
                try body(node.nameIndex, UnsafeBufferPointer(rebasing: bytes[node.bytes]))
            }
        }
    }

    /// Its index in its document, unique within the document.
    package var number: Int { index }

    /// Its number and those of all its descendants.
    package var numbers: Range<Int> { index..<storage.end(of: index) }

    /// Identifies the name, prefix and namespace of elements and attributes within a document: a small number, from 0.
    package var nameNumber: Int { storage.nodes[index].nameIndex }

    /// The name with that number.
    package func name(numbered number: Int) -> String { storage.names[number].local }

    /// The text directly in it, without descendants.
    public var ownText: String {
        var places: [Int] = []
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isText {
                // Most elements contain only one text.
                if at + 1 == end, places.isEmpty { return storage.string(at) }
                places.append(at)
            }
            at = storage.end(of: at)
        }
        return storage.text(places)
    }

    /// All text inside it: its string-value in XPath.
    public var text: String { storage.text(below: index) }

    /// The value of the attribute with this name in no namespace; nil if there is none.
    public subscript(attribute name: String) -> String? {
        for place in storage.attributes(of: index) {
            let number = storage.nodes[place].nameIndex
            if storage.names[number].local == name, storage.names[number].namespace == nil { return storage.string(place) }
        }
        return nil
    }

    /// The first child element with this name, in any namespace.
    public subscript(name: String) -> Element? {
        var at = storage.attributes(of: index).upperBound
        let end = storage.end(of: index)
        while at < end {
            if storage.nodes[at].isElement, storage.names[storage.nodes[at].nameIndex].local == name {
                return Element(storage: storage, index: at)
            }
            at = storage.end(of: at)
        }
        return nil
    }

    /// A direct child of an element.
    public enum Child: Sendable {
        case element(Element)
        case text(String)
    }

    /// An attribute.
    public struct Attribute: Hashable, Sendable {
        /// Without prefix.
        public let name: String
        /// As written in the document.
        public let prefix: String?
        /// Its URI; nil if there is no prefix.
        public let namespace: String?
        /// With its references replaced.
        public let value: String
    }
}

/// The nodes of a row or document in document order: an element, its namespace declarations, its attributes, then its content.
final class ElementStorage: Sendable {
    /// For a namespace: its prefix (empty for the default) and URI; for an instruction: its target.
    struct Name: Hashable, Sendable {
        let local: String
        let prefix: String?
        let namespace: String?
        /// The role of an HTML element with this name, if its namespace permits.
        let role: TextRole

        init(local: String, prefix: String?, namespace: String?) {
            (self.local, self.prefix, self.namespace) = (local, prefix, namespace)
            role = namespace == nil || namespace == TextRole.xhtml ? TextRole(local) : .inline
        }
    }

    /// The names of a document so far. Each row keeps a reference to them while more are added; then only the last few are copied.
    struct NameList: Sendable {
        private static let chunk = 256
        private var chunks: [[Name]] = []
        private(set) var count = 0

        subscript(place: Int) -> Name { chunks[place / Self.chunk][place % Self.chunk] }

        mutating func append(_ name: Name) {
            if count.isMultiple(of: Self.chunk) { chunks.append([]) }
            chunks[chunks.count - 1].append(name)
            count += 1
        }
    }

    /// Sixteen bytes for a node of any kind. Only documents have comments and instructions, not rows.
    struct Node: Sendable {
        /// The kind in the two highest bits, and an index in `names` below them.
        let label: UInt32
        /// The byte range of a text, comment, instruction or attribute value. For a document's element `start` is its line.
        var start: UInt32 = 0
        var length: UInt32 = 0
        /// The index after its content.
        var end: UInt32

        var isElement: Bool { label >> 30 == 0 }
        var isInstruction: Bool { label >> 30 == 1 }
        var isAttribute: Bool { label >> 30 == 2 }
        var isNamespace: Bool { label >> 30 == 3 && label < Self.comment }
        var isComment: Bool { label == Self.comment }
        var isText: Bool { label == Self.text }
        /// Whether it is a child of its parent.
        var isChild: Bool { label < Self.attribute || label >= Self.comment }
        var nameIndex: Int { Int(label & 0x3FFF_FFFF) }
        var bytes: Range<Int> { Int(start)..<Int(start) + Int(length) }

        static let instruction: UInt32 = 1 << 30
        static let attribute: UInt32 = 2 << 30
        static let namespace: UInt32 = 3 << 30
        static let comment: UInt32 = .max - 1
        static let text: UInt32 = .max
    }

    let nodes: [Node]
    let bytes: [UInt8]
    let names: NameList
    /// The row's line; 0 for a document, whose elements have their own lines.
    private let line: Int
    /// Whether names in no namespace are HTML names.
    let isHTML: Bool
    /// Which nodes are copies for cells that span several positions; nil if there are none.
    let spans: TableSpans?
    /// The base addresses at the start of the row (`xml:base`), outermost first.
    let bases: [String]

    init(
        nodes: [Node], bytes: [UInt8], names: NameList, line: Int, isHTML: Bool = false, spans: TableSpans? = nil, bases: [String] = []
    ) {
        (self.nodes, self.bytes, self.names, self.line) = (nodes, bytes, names, line)
        (self.isHTML, self.spans, self.bases) = (isHTML, spans, bases)
    }

    func name(_ place: Int) -> Name { names[nodes[place].nameIndex] }
    func string(_ place: Int) -> String { String(decoding: bytes[nodes[place].bytes], as: UTF8.self) }
    func end(of place: Int) -> Int { Int(nodes[place].end) }
    func line(of element: Int) -> Int { line > 0 ? line : Int(nodes[element].start) }

    func attributes(of element: Int) -> Range<Int> {
        var start = element + 1
        let end = self.end(of: element)
        while start < end, nodes[start].isNamespace { start += 1 }
        var at = start
        while at < end, nodes[at].isAttribute { at += 1 }
        return start..<at
    }

    /// Its content at any depth.
    func content(of element: Int) -> Range<Int> { attributes(of: element).upperBound..<end(of: element) }

    func children(of element: Int) -> [Int] {
        var places: [Int] = []
        let content = content(of: element)
        var at = content.lowerBound
        while at < content.upperBound {
            places.append(at)
            at = end(of: at)
        }
        return places
    }

    /// The string-value of any node.
    func text(at place: Int) -> String { nodes[place].isElement ? text(below: place) : string(place) }

    func text(below element: Int) -> String {
        let places = element..<end(of: element)
        guard let first = places.first(where: { nodes[$0].isText }) else { return "" }
        // The common case for cells.
        guard nodes[first + 1..<places.upperBound].contains(where: \.isText) else { return string(first) }
        return text(places.filter { nodes[$0].isText })
    }

    func text(_ places: [Int]) -> String {
        if places.count == 1 { return string(places[0]) }
        return String(decoding: places.flatMap { bytes[nodes[$0].bytes] }, as: UTF8.self)
    }
}
